"""Reads a CloudFormation template: `!Ref x` becomes {"Ref": "x"}, `!Sub` and the others {"Fn::Sub": ...}."""

from pathlib import Path
from typing import Any

import yaml


class _Loader(yaml.SafeLoader):
    """A loader of its own, so that the tags do not leak into other YAML."""


def _construct(loader: _Loader, suffix: str, node: yaml.Node) -> dict[str, Any]:
    name = suffix if suffix in {"Ref", "Condition"} else f"Fn::{suffix}"
    match node:
        case yaml.ScalarNode():
            return {name: loader.construct_scalar(node)}
        case yaml.SequenceNode():
            return {name: loader.construct_sequence(node, deep=True)}
        case _:
            raise TypeError(f"unexpected node under !{suffix}")


_Loader.add_multi_constructor("!", _construct)


def load_template(path: Path) -> dict[str, Any]:
    template: dict[str, Any] = yaml.load(path.read_text(), Loader=_Loader)  # noqa: S506 (a SafeLoader)
    return template
