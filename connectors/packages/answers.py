"""What an action answers, for platforms that show samples or offer fields to map: made from the contract's sample."""

from typing import Any

from connectors.packages.catalogue import Action, Schema

_SCALARS = {bool: "boolean", int: "integer", float: "number", str: "string"}


def sample_answer(action: Action) -> dict[str, Any]:
    """The answer 200 to the contract's sample."""
    output = action.sample_output
    return {
        "operation_id": "op_t6qptp4jn4zlz52jkwzu4rjfbu",
        "status": "succeeded",
        "state": "confirmed",
        "action": action.full_name,
        "idempotency_key": "order-1842",
        "correlation_id": "order-1842",
        "replayed": False,
        "provider_status": 200,
        "remote_id": output.get("id") if isinstance(output, dict) else None,
        "result": output,
        "truncated": False,
    }


def schema_of(value: Any) -> Schema:  # noqa: ANN401 - any JSON
    """A JSON Schema that has the value's shape. It promises nothing: every part may be missing."""
    match value:
        case dict():
            return {"type": "object", "properties": {name: schema_of(part) for name, part in value.items()}}
        case list():
            return {"type": "array", "items": schema_of(value[0]) if value else {}}
        case None:
            return {}
        case _:
            return {"type": _SCALARS[type(value)]}


def words_of(name: str) -> str:
    """A field's name as people write it: `payment_intent` is `Payment intent`."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
