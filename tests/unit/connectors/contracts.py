"""A small valid contract, ways to break it, and ways to compile it."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml

from connectors.contracts.catalog import Catalog, compile_catalog

GONE = object()

MINIMAL: dict[str, Any] = {
    "title": "Shop",
    "description": "Orders in a shop.",
    "base_url": "https://api.shop.example",
    "allowed_hosts": ["api.shop.example"],
    "auth": {"scheme": "bearer", "credential": "token"},
    "idempotency": "none",
    "actions": {
        "order": {
            "title": "Order",
            "description": "Order an article.",
            "input": {
                "required": ["sku"],
                "properties": {
                    "sku": {"type": "string", "minLength": 1, "title": "SKU", "description": "The article."},
                    "note": {"type": "string", "title": "Note", "description": "For the packer."},
                },
            },
            "request": {
                "method": "POST",
                "path": "/orders",
                "encoding": "json",
                "body": {"sku": "{input.sku}", "note": "{input.note}", "reference": "{operation.id}"},
            },
            "samples": {"input": {"sku": "a"}, "output": {"id": "1"}},
        }
    },
}
PROMISE: dict[str, Any] = {
    "place": "header",
    "name": "Idempotency-Key",
    "max_length": 64,
    "format": "opaque",
    "retention": "7d",
    "compares_parameters": True,
    "replays_errors": True,
    "verified": True,
    "source": "https://shop.example/docs",
    "checked_on": "2026-11-30",
}
LOOKUP: dict[str, Any] = {
    "path": "/orders",
    "query": {"reference": "{operation.id}"},
    "items": "data",
    "match": {"reference": "{operation.id}"},
    "remote_id": "id",
    "max_processing": "unstated",
    "consistent_after": "0s",
}


def contract(changes: dict[str, Any] | None = None) -> dict[str, Any]:
    """The minimal contract with values put in at dotted paths; GONE takes one out."""
    changed = deepcopy(MINIMAL)
    for place, value in (changes or {}).items():
        _put(changed, place.split("."), deepcopy(value) if value is not GONE else GONE)
    return changed


def compiled(folder: Path, content: dict[str, Any] | str, provider: str = "shop") -> Catalog:
    """The catalogue of a folder with this one contract, as values or as YAML."""
    path = folder / provider / "contract.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False), "utf-8")
    return compile_catalog([folder])


def _put(target: Any, steps: list[str], value: object) -> None:  # noqa: ANN401 (any JSON)
    *parents, last = steps
    for step in parents:
        target = target[int(step)] if isinstance(target, list) else target.setdefault(step, {})
    if value is GONE:
        del target[last]
    else:
        target[last] = value
