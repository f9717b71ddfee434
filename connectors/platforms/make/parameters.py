"""The fields of a module: those of the action, and those that every action has."""

from typing import Any

from connectors.packages import words
from connectors.packages.catalogue import Field, Schema
from connectors.packages.patterns import is_portable

Parameter = dict[str, Any]

TYPES = {"string": "text", "integer": "integer", "number": "number", "boolean": "boolean"}
FORMATS = {"date-time": "date", "email": "email", "uri": "url"}
PAIRS = [
    {"name": "key", "type": "text", "label": "Name", "help": "Its name.", "required": True},
    {"name": "value", "type": "text", "label": "Value", "help": "Its text.", "required": True},
]
"""How a map of texts is filled in: as a list of names and values."""

CALL_FIELDS: list[Parameter] = [
    {
        "name": "oncestep_key",
        "type": "text",
        "label": words.KEY_TITLE,
        "help": words.KEY_HELP,
        "required": True,
        "validate": {"min": 1, "max": 255},
    }
]
"""First in every module. Their names cannot be those of an action's field."""

ADVANCED_FIELDS: list[Parameter] = [
    {"name": f"oncestep_{name}", "type": "text", "label": label, "help": text, "advanced": True}
    for name, label, text in (
        ("run_again", words.RUN_AGAIN_TITLE, words.RUN_AGAIN_HELP),
        ("connection", words.CONNECTION_TITLE, words.CONNECTION_HELP),
        ("correlation_id", words.CORRELATION_TITLE, words.CORRELATION_HELP),
        ("source_event", words.SOURCE_TITLE, words.SOURCE_HELP),
    )
]
"""Last in every module."""

OWN_NAMES = [field["name"] for field in (*CALL_FIELDS, *ADVANCED_FIELDS)]


def parameters(fields: tuple[Field, ...]) -> list[Parameter]:
    """All fields of an action's module."""
    return [*CALL_FIELDS, *(parameter(field) for field in fields), *ADVANCED_FIELDS]


def parameter(field: Field) -> Parameter:
    """One field of the action."""
    made = {"name": field.name, "label": field.title, "help": field.description, "required": field.required}
    return {**made, **_kind(field), **_default(field), **_limits(field)}


def _kind(field: Field) -> Parameter:
    if field.choices:
        return {"type": "select", "options": [{"label": str(one), "value": one} for one in field.choices]}
    if field.type == "object":
        return {"type": "array", "spec": PAIRS}
    if field.type == "array":
        return {"type": "array", "spec": _item(field.items)}
    return {"type": FORMATS.get(field.schema.get("format", ""), TYPES[field.type])}


def _item(items: str | tuple[Field, ...]) -> Parameter | list[Parameter]:
    if isinstance(items, str):
        return {"type": TYPES[items], "label": "Value", "help": "One of the list."}
    return [parameter(field) for field in items]


def _default(field: Field) -> Parameter:
    return {} if field.default is None else {"default": field.default}


def _limits(field: Field) -> Parameter:
    """What Make checks before it sends. Blank fields count as absent, so that only required ones have limits."""
    if not field.required or field.choices or field.type in {"object", "boolean"}:
        return {}
    limits = _list_limits(field.schema) if field.type == "array" else _scalar_limits(field.schema)
    return {"validate": limits} if limits else {}


def _list_limits(schema: Schema) -> Parameter:
    return {name: schema[name] for name in ("minItems", "maxItems") if name in schema}


def _scalar_limits(schema: Schema) -> Parameter:
    text = schema["type"] == "string"
    names = {"min": "minLength" if text else "minimum", "max": "maxLength" if text else "maximum"}
    limits = {name: schema[theirs] for name, theirs in names.items() if theirs in schema}
    if is_portable(schema.get("pattern", "(?")):
        limits["pattern"] = schema["pattern"]
    return limits
