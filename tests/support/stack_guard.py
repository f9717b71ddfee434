"""`python -m tests.support.stack_guard FOLDER`: stops the stack there once its standard input ends."""

import sys
from pathlib import Path

from cli.local.down import down
from cli.local.places import Places

sys.stdin.read()
down(Places(Path(sys.argv[1])))
