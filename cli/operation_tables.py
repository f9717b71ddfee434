"""Operations as a person reads them in a terminal, or a program line by line in a pipe."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

_WIDE = 1_000
_LISTED = ("created", "client", "action", "connection", "key", "state", "attention", "remote ID")
_ATTEMPTS = ("number", "round", "started_at", "result", "status", "remote_id", "summary")
_HISTORY = ("at", "kind", "who", "key_id", "detail")
_APART = ("attempts", "history", "outcome")


def print_list(operations: Sequence[Mapping[str, Any]]) -> None:
    """One line for each."""
    shown = Table(Column("operation", no_wrap=True, overflow="fold"), *_columns(_LISTED))
    for operation in operations:
        shown.add_row(*map(_text, _cells(operation)))
    _console().print(shown)


def print_operation(operation: Mapping[str, Any]) -> None:
    """Its fields, its attempts, its history, its outcome."""
    console = _console()
    console.print(_fields({name: value for name, value in operation.items() if name not in _APART}))
    for title, names in (("attempts", _ATTEMPTS), ("history", _HISTORY)):
        if operation[title]:
            console.print(_rows(title, names, operation[title]))
    if operation["outcome"]:
        console.print(Text("outcome"), _fields(operation["outcome"]))


def _cells(operation: Mapping[str, Any]) -> tuple[Any, ...]:
    names = ("operation_id", "created_at", "client", "action", "connection", "idempotency_key", "state", "attention")
    return (*(operation[name] for name in names), (operation["outcome"] or {}).get("remote_id"))


def _fields(values: Mapping[str, Any]) -> Table:
    shown = Table(Column(no_wrap=True), Column(overflow="fold"), show_header=False)
    for name, value in values.items():
        if value not in (None, "", []):
            shown.add_row(name, _text(value))
    return shown


def _rows(title: str, names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Table:
    shown = Table(*_columns(names), title=title, title_justify="left")
    for row in rows:
        shown.add_row(*(_text(row.get(name)) for name in names))
    return shown


def _columns(names: Sequence[str]) -> list[Column]:
    return [Column(name, overflow="fold") for name in names]


def _text(value: object) -> Text:
    """As text, in which brackets are no markup."""
    if value is None or isinstance(value, str):
        return Text(value or "")
    return Text(json.dumps(value, ensure_ascii=False))


def _console() -> Console:
    """A pipe has no width: whoever reads it wants each row on one line."""
    return Console(width=None if sys.stdout.isatty() else _WIDE)
