"""The app's connection: address and key, tested by asking whose key it is."""

from connectors.packages import words
from connectors.platforms.make.base import RESPONSE_TYPE, SANITIZE, error_block
from connectors.platforms.make.components import Component

CONNECTION_ID = "oncestep"

_PARAMS = [
    {
        "name": "base_url",
        "type": "text",
        "label": words.ADDRESS_TITLE,
        "help": words.ADDRESS_HELP,
        "required": True,
        "editable": True,
        "validate": {"pattern": r"^https?://[^/\s]+$"},
    },
    {
        "name": "api_key",
        "type": "password",
        "label": words.API_KEY_TITLE,
        "help": words.API_KEY_HELP,
        "required": True,
        "editable": True,
    },
]
_COMMUNICATION = {
    "url": "{{parameters.base_url}}/v1/me",
    "method": "GET",
    "headers": {"x-api-key": "{{parameters.api_key}}"},
    "response": {
        "type": RESPONSE_TYPE,
        "error": error_block(),
        "metadata": {"type": "text", "value": "{{body.label}}"},
        "uid": "{{body.key_id}}",
    },
    "log": SANITIZE,
}

CONNECTION = Component(
    kind="connection",
    id=CONNECTION_ID,
    about={"label": "Oncestep", "connectionType": "basic"},
    codes={"communication": _COMMUNICATION, "params": _PARAMS},
)
"""A connection's own requests do not get what the base adds, so that they name address and key themselves."""
