"""What both measurements need around the functions: their settings, the catalogue, and one client's connection."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cli.local.environment import REGION

CLIENT = "acme"
SETTINGS = {
    "AWS_REGION": REGION,
    "LEDGER_TABLE": "ledger",
    "IDEMPOTENCY_TABLE": "idempotency",
    "QUEUE_URL": f"https://sqs.{REGION}.amazonaws.com/123456789012/queue",
    "BLOB_BUCKET": "blobs",
    "CONNECTIONS_PREFIX": "oncestep/",
    "CONNECTION_STATE_TABLE": "connection-state",
    "OPERATION_RETENTION_DAYS": "90",
    "ALLOW_LOOPBACK": "true",
    "POWERTOOLS_SERVICE_NAME": "bench",
    "POWERTOOLS_METRICS_NAMESPACE": "Bench",
}


@contextmanager
def catalogue() -> Iterator[Path]:
    """A folder to import `oncestep_catalog` from, compiled from the contracts as they are now."""
    with TemporaryDirectory() as folder:
        target = Path(folder, "oncestep_catalog")
        subprocess.run([sys.executable, "-m", "connectors.compile", "--to", str(target)], check=True)  # noqa: S603
        yield Path(folder)


def secret(base_url: str) -> str:
    """A connection of the mail service there, as Secrets Manager holds it."""
    return json.dumps({"account": "bench", "base_url": base_url, "credentials": {"token": "bench"}})
