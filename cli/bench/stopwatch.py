"""Run by path in a fresh interpreter, with a function's file and an event.

Prints how much processor time (ms) it takes until the file's imports are done, until the whole file is, and until the
event is answered.
"""

import ast
import json
import runpy
import sys
from pathlib import Path
from time import process_time
from types import CodeType
from typing import Any

_LEFT = 29_000


class Context:
    """What the functions ask of a Lambda context."""

    def get_remaining_time_in_millis(self) -> int:
        """As much as API Gateway allows."""
        return _LEFT


def imports_of(file: Path) -> CodeType:
    """The file's import statements alone."""
    tree = ast.parse(file.read_text())
    tree.body = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return compile(tree, file.name, "exec")


def main(file: Path, event: dict[str, Any]) -> None:
    """Measure, once: everything is warm afterwards."""
    imports = imports_of(file)
    moments = [process_time()]
    exec(imports, {})  # noqa: S102 - our own file
    moments.append(process_time())
    handler = runpy.run_path(str(file))["handler"]
    moments.append(process_time())
    answer = handler(event, Context())
    moments.append(process_time())
    if answer["statusCode"] != 200:  # noqa: PLR2004
        raise RuntimeError(f"{file} has not answered as it should: {answer}")
    print(json.dumps([(moment - moments[0]) * 1000 for moment in moments[1:]]))  # noqa: T201 - for its parent


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text()))
