"""Remote procedures: what the editor asks while a builder fills in "Run any action"."""

from connectors.platforms.make.components import Component
from connectors.platforms.make.connection import CONNECTION_ID

MOST = 500
"""As many actions as the editor's list may have."""

TYPE = (
    "{{if(item.value.type == 'string', 'text', if(item.value.type == 'integer', 'integer', "
    "if(item.value.type == 'number', 'number', if(item.value.type == 'boolean', 'boolean', 'any'))))}}"
)
"""Maps and lists are mapped as a whole."""

HELP = "{{item.value.description}}{{if(item.value.enum, ' One of: ' + join(item.value.enum, ', ') + '.', '')}}"

LIST_ACTIONS = Component(
    kind="rpc",
    id="listActions",
    about={"label": "List actions", "connection": CONNECTION_ID},
    codes={
        "communication": {
            "url": "/catalog",
            "method": "GET",
            "response": {
                "limit": MOST,
                "iterate": "{{body.data}}",
                "output": {
                    "label": "{{item.title}} ({{item.provider}})",
                    "value": "{{item.provider}}/{{item.action}}",
                },
            },
        },
        "params": [],
    },
)

ACTION_FIELDS = Component(
    kind="rpc",
    id="actionFields",
    about={"label": "List the fields of an action", "connection": CONNECTION_ID},
    codes={
        "communication": {
            "url": "/catalog/{{parameters.oncestep_action}}",
            "method": "GET",
            "response": {
                "iterate": "{{toArray(body.input_schema.properties)}}",
                "output": {
                    "name": "{{item.key}}",
                    "label": "{{item.value.title}}",
                    "help": HELP,
                    "type": TYPE,
                    "required": "{{contains(body.input_schema.required, item.key)}}",
                    "default": "{{item.value.default}}",
                },
            },
        },
        "params": [],
    },
)
