"""What a running stack tells other programs, in one JSON file that only its owner may read: it has keys."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Stack:
    """`providers` and `proxied`: base URLs by provider; `functions`: names by logical ID.

    `signing_secret`: what the callbacks of the client `demo` are signed with.
    """

    api_url: str
    builder_key: str
    operator_key: str
    signing_secret: str
    queue_url: str
    dead_letter_queue_url: str
    table: str
    access_table: str
    blob_bucket: str
    connections_prefix: str
    region: str
    aws_endpoint_url: str
    providers: dict[str, str]
    proxied: dict[str, str]
    fault_proxy: str
    functions: dict[str, str]
    pids: dict[str, int]


def write(stack: Stack, path: Path) -> None:
    """Replaces the file in one step: a reader sees the whole of it or none."""
    draft = path.with_name(path.name + ".draft")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(asdict(stack), file, indent=2)
    draft.replace(path)


def read(path: Path) -> Stack | None:
    """The running stack, or None where none was started."""
    if not path.exists():
        return None
    return Stack(**json.loads(path.read_text()))
