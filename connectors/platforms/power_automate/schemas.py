"""JSON Schema as Swagger 2.0 and Microsoft's rules have it. What they lack is left to the API, which checks again."""

from typing import Any

from connectors.packages.answers import words_of
from connectors.packages.catalogue import Schema
from connectors.packages.patterns import is_portable

SAME = (
    "type",
    "description",
    "format",
    "enum",
    "default",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "maxProperties",
)
"""What both have and mean the same by. Names of properties (`propertyNames`) cannot be restricted in Swagger."""

Made = dict[str, Any]


def swagger(schema: Schema) -> Made:
    """The same schema, or one that takes more; its title becomes the summary that the designer shows."""
    made = {name: schema[name] for name in SAME if name in schema}
    if "title" in schema:
        made["x-ms-summary"] = schema["title"]
    if is_portable(schema.get("pattern", "(?")):
        made["pattern"] = schema["pattern"]
    if schema.get("required"):
        made["required"] = list(schema["required"])
    return made | _inside(schema)


def _inside(schema: Schema) -> Made:
    made: Made = {}
    if "properties" in schema:
        made["properties"] = {name: swagger(part) for name, part in schema["properties"].items()}
    if "items" in schema:
        made["items"] = swagger(schema["items"])
    more = schema.get("additionalProperties", True)
    if more is not True:
        made["additionalProperties"] = swagger(more) if more else False
    return made


def field(kind: str, title: str, description: str, **more: Any) -> Made:  # noqa: ANN401 - any JSON
    """One field with the texts that the designer shows."""
    return {"type": kind, "x-ms-summary": title, "description": description, **more}


def named(schema: Schema, name: str = "result") -> Made:
    """A schema of an answer with a summary and a description on every part."""
    made = {**schema, "x-ms-summary": words_of(name), "description": f"What the provider answers as {name}."}
    if "properties" in schema:
        made["properties"] = {inner: named(part, inner) for inner, part in schema["properties"].items()}
    if "items" in schema:
        made["items"] = named(schema["items"], name)
    return made
