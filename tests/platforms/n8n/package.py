"""Builds the generated package with n8n's own tools, once for each content, below the folder of the tools."""

import fcntl
import hashlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from connectors.generate import GENERATED
from connectors.packages.files import NOT_SHIPPED

TOOLS = Path(__file__).parents[3] / ".local/node/n8n"
SOURCE = GENERATED / "n8n"


def built(source: Path = SOURCE) -> Path:
    """The package's folder, with `dist/`."""
    folder = TOOLS / "packages" / _digest(source)
    with _alone(TOOLS / "packages.lock"):
        if not (folder / "dist").is_dir():
            _build(source, folder)
    return folder


def packed(folder: Path, where: Path) -> Path:
    """The built package as npm would publish it."""
    run(["npm", "pack", "--silent", "--pack-destination", str(where)], within=folder)
    (archive,) = where.glob("*.tgz")
    return archive


def tool(name: str, *arguments: str, within: Path) -> str:
    """What a tool says; raises where it fails."""
    return run([str(TOOLS / "node_modules/.bin" / name), *arguments], within=within)


def run(command: Sequence[str], *, within: Path) -> str:
    """What a command says; raises where it fails."""
    done = subprocess.run(command, cwd=within, capture_output=True, text=True, check=False, timeout=240)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


def _build(source: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns(*NOT_SHIPPED))
    tool("tsc", "--noEmit", within=folder)  # n8n-node says less about what is wrong
    tool("n8n-node", "build", within=folder)


def _digest(source: Path) -> str:
    files = (path for path in sorted(source.rglob("*")) if path.is_file())
    kept = [path for path in files if not NOT_SHIPPED & set(path.relative_to(source).parts)]
    content = b"".join(path.relative_to(source).as_posix().encode() + b"\0" + path.read_bytes() for path in kept)
    return hashlib.sha256(content).hexdigest()[:16]


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
