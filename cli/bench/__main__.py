"""`python -m cli.bench`: measures and prints; it fails only if something does not work."""

import os

from cli.bench import cold, latency, machine
from cli.bench.scene import SETTINGS, catalogue
from cli.local.environment import clean_environment
from cli.local.terminal import say


def main() -> None:
    """Whatever AWS settings a person has, they end here."""
    os.environ.clear()
    os.environ.update(clean_environment(**SETTINGS))
    say(machine.facts())
    with catalogue() as folder:
        for measure, note in ((cold.cold, cold.NOTE), (latency.latency, latency.NOTE)):
            say(measure(folder))
            say(note)


if __name__ == "__main__":
    main()
