"""Starts the embedded AWS and publishes the API that is deployed to it."""

import httpx

from cli.local import processes
from cli.local.environment import clean_environment
from cli.local.health import wait_for
from cli.local.places import Places, tool
from cli.local.ports import LOOPBACK
from cli.local.processes import Process


def start(places: Places, port: int) -> tuple[Process, str]:
    """Starts the emulator and returns it with its address; `wait_until_ready` before the first call."""
    places.temporary.mkdir(parents=True, exist_ok=True)
    environment = clean_environment(
        GATEWAY_PORT=str(port),
        MINISTACK_HOST=LOOPBACK,
        TMPDIR=str(places.temporary),
        S3_DATA_DIR=str(places.temporary / "s3"),
        # Nothing but HTTP on the one port, and no container of anybody's is touched.
        IOT_MTLS_ENABLED="0",
        SFTP_ENABLED="0",
        DOCKER_HOST="unix:///nonexistent",
    )
    command = [tool("emulator", "python"), "-m", "cli.local.emulator", str(port)]
    process = processes.start("emulator", command, environment, places)
    return process, f"http://{LOOPBACK}:{port}"


def wait_until_ready(process: Process, endpoint: str) -> None:
    wait_for(process, f"{endpoint}/_ministack/ready")


def publish(endpoint: str, api_id: str) -> None:
    """Makes the API answer at the emulator's own address."""
    httpx.put(f"{endpoint}/_oncestep/rest-api/{api_id}").raise_for_status()
