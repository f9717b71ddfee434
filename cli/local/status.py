"""`make status`: what runs, and whether it answers."""

from rich.table import Table

from cli.local import processes, stack_file
from cli.local.health import answers
from cli.local.places import Places
from cli.local.stack_file import Stack
from cli.local.terminal import say


def is_healthy(places: Places, stack: Stack) -> bool:
    """Every process that was started still runs, and the emulator answers."""
    running = [process.is_running() for process in processes.recorded(places)]
    return bool(running) and all(running) and answers(f"{stack.aws_endpoint_url}/_ministack/ready")


def show_status(places: Places) -> bool:
    """Prints the state of the stack and returns whether it is up."""
    stack = stack_file.read(places.stack_file)
    if stack is None:
        say("Not up. Start it with: make up")
        return False
    say(_table(places, stack))
    say(f"Logs: {places.log('*')}")
    healthy = is_healthy(places, stack)
    say(f"[bold green]Up:[/] {stack.api_url}/v1" if healthy else "[bold red]Not healthy.[/] Start again: make up")
    return healthy


def _table(places: Places, stack: Stack) -> Table:
    table = Table("program", "process", "state", "address")
    addresses = {**stack.providers, "emulator": stack.aws_endpoint_url, "fault-proxy": stack.fault_proxy}
    for process in processes.recorded(places):
        state = "running" if process.is_running() else "ended"
        table.add_row(process.name, str(process.pid), state, addresses[process.name])
    return table
