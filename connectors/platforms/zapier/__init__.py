"""Zapier: an app for the platform's command line, in plain JavaScript; the catalogue is its only generated file."""

import json
from collections.abc import Iterator
from pathlib import Path

from connectors.packages.catalogue import Action, Catalogue, Provider
from connectors.packages.files import File, static_files, text_file


def emit(catalogue: Catalogue) -> Iterator[File]:
    """The app's files."""
    yield from static_files(Path(__file__).parent / "static")
    entries = [_entry(provider, action) for provider in catalogue.providers for action in provider.actions]
    yield text_file("catalog.js", _module(entries))


def _entry(provider: Provider, action: Action) -> dict[str, object]:
    """An action as `GET /v1/catalog/{provider}/{action}` describes it: the app makes fields of both in one way."""
    return {
        "provider": action.provider,
        "provider_title": provider.title,
        "action": action.name,
        "title": action.title,
        "description": action.description,
        "help": action.help,
        "needs_connection": action.needs_connection,
        "input_schema": action.input_schema,
        "samples": {"input": action.sample_input, "output": action.sample_output},
    }


def _module(value: object) -> str:
    """A module and not a JSON file: Zapier's build packs what is required, and modules for certain."""
    return f"module.exports = {json.dumps(value, indent=2, ensure_ascii=False)};\n"
