"""OpenAPI 3.1 for all other tools: the deployment's own document, whole and by provider, for any address."""

from collections.abc import Iterator
from pathlib import Path

from connectors.packages.catalogue import Catalogue
from connectors.packages.files import File, json_file, static_files
from oncestep.application.openapi import document_at

SERVER = {
    "url": "{scheme}://{host}/v1",
    "description": "Your Oncestep.",
    "variables": {
        "scheme": {"default": "https", "enum": ["https", "http"], "description": "http for one on this machine."},
        "host": {"default": "once.example.net", "description": "Host and port of your Oncestep."},
    },
}


def emit(catalogue: Catalogue) -> Iterator[File]:
    """The documents."""
    yield from static_files(Path(__file__).parent / "static")
    yield json_file("oncestep.openapi.json", document_at([SERVER], catalogue.actions))
    for provider in catalogue.providers:
        document = document_at([SERVER], provider.actions, provider=provider.name)
        yield json_file(f"providers/{provider.name}.openapi.json", document)
