"""The requests of a module that runs an action: the call, and one last look at what is still processing."""

from typing import Any

from connectors.packages.catalogue import Field

WAIT = 20
REPEAT = {"condition": "{{body.status == 'processing'}}", "delay": 2000, "limit": 6}
"""While it is processing the same call is sent again: under the same key that only asks. Less than three minutes."""

KEY = "{{parameters.oncestep_key}}{{if(parameters.oncestep_run_again, ':' + parameters.oncestep_run_again, '')}}"

STILL_PROCESSING = (
    "Operation {{body.operation_id}} is still processing. Make tries again by itself where incomplete executions are "
    "stored; the same key never runs the action twice."
)


def call_body(action_input: object) -> dict[str, object]:
    """The body of a call with this input."""
    return {
        "input": action_input,
        "idempotency_key": KEY,
        "connection": "{{parameters.oncestep_connection}}",
        "correlation_id": "{{parameters.oncestep_correlation_id}}",
        "source_event": "{{parameters.oncestep_source_event}}",
    }


def mapped(fields: tuple[Field, ...]) -> dict[str, str]:
    """The action's input from the module's fields."""
    return {field.name: _mapped(field) for field in fields}


def _mapped(field: Field) -> str:
    value = f"parameters.{field.name}"
    pairs = f"if({value}, toCollection(ifempty({value}, emptyarray), 'key', 'value'), null)"
    return f"{{{{{pairs if field.type == 'object' else value}}}}}"


def post(url: str, body: dict[str, object]) -> dict[str, Any]:
    """One call of an action."""
    return {
        "url": url,
        "method": "POST",
        "headers": {"Prefer": f"wait={WAIT}"},
        "body": body,
        "response": {"output": "{{body}}"},
    }


def communication(url: str, body: dict[str, object]) -> list[dict[str, Any]]:
    """Both requests. The second is made only where the first came to no end; then it is an error or the answer."""
    call = post(url, body)
    call["repeat"] = REPEAT
    call["response"] = {**call["response"], "temp": {"answer": "{{body}}"}}
    return [call, _last_look()]


def _last_look() -> dict[str, Any]:
    condition = {"condition": "{{temp.answer.status == 'processing'}}", "default": "{{temp.answer}}"}
    look = waiting_get("/operations/{{temp.answer.operation_id}}/result")
    valid = {"condition": "{{body.status != 'processing'}}", "message": STILL_PROCESSING, "type": "ConnectionError"}
    return {**look, "condition": condition, "response": {**look["response"], "valid": valid}}


def waiting_get(url: str) -> dict[str, Any]:
    """A request that waits a while for an answer."""
    return {
        "url": url,
        "method": "GET",
        "qs": {"wait": WAIT},
        "response": {"output": "{{body}}"},
    }
