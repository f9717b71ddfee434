"""Reads a contract's YAML, strictly: every value stays what its author sees.

YAML 1.1 would turn `no` into false and an ISO date into an object, and would silently keep the last of two equal keys.
"""

import re
from pathlib import Path
from typing import Any

import yaml

_KEPT_TAGS = {f"tag:yaml.org,2002:{kind}" for kind in ("null", "int", "float", "merge")}


class UnreadableContract(Exception):
    """The file is no YAML mapping with text keys; the message names the line."""


def read_contract(path: Path) -> dict[str, Any]:
    """The contract as JSON values.

    Raises:
        UnreadableContract: it is none.

    """
    try:
        contract = yaml.load(path.read_text(encoding="utf-8"), _StrictLoader)  # noqa: S506 (it is a SafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise UnreadableContract(" ".join(str(error).split())) from error
    if not isinstance(contract, dict):
        raise UnreadableContract("a contract is a mapping")
    return contract


class _StrictLoader(yaml.SafeLoader):
    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        _refuse_odd_keys(node)
        return super().construct_mapping(node, deep)


_StrictLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag in _KEPT_TAGS]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_StrictLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"true|false"), list("tf"))


def _refuse_odd_keys(node: yaml.MappingNode) -> None:
    seen: set[str] = set()
    for key, _ in node.value:
        if key.tag not in {"tag:yaml.org,2002:str", "tag:yaml.org,2002:merge"}:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key.value!r} needs quotes", key.start_mark)
        if key.value in seen:
            raise yaml.constructor.ConstructorError(None, None, f"{key.value!r} is written twice", key.start_mark)
        seen.add(key.value)
