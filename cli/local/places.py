"""Where a local stack keeps its files; ONCESTEP_LOCAL_DIR chooses another folder for another stack."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Places:
    """`folder` belongs to one run of the stack and is emptied by the next."""

    folder: Path

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> "Places":
        return cls(Path(ROOT, environ.get("ONCESTEP_LOCAL_DIR", ".local/stack")).resolve())

    @property
    def stack_file(self) -> Path:
        """What other programs read: beside the folder, under its name."""
        return self.folder.with_name(f"{self.folder.name}.json")

    @property
    def processes(self) -> Path:
        return self.folder / "processes.json"

    @property
    def deployed(self) -> Path:
        """Holds the digest of the sources that were deployed and answered."""
        return self.folder / "deployed.sha256"

    @property
    def build(self) -> Path:
        return self.folder / "build"

    @property
    def temporary(self) -> Path:
        """The emulator unpacks a copy of the code for each Lambda process."""
        return self.folder / "tmp"

    def log(self, name: str) -> Path:
        return self.folder / "logs" / f"{name}.log"


def tool(environment: str, program: str) -> str:
    """A program of one of the environments that `make setup` creates."""
    return str(ROOT / ".local" / environment / "bin" / program)
