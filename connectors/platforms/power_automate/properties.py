"""How the connector connects: each connection has its own host and key."""

from connectors.packages.words import ADDRESS_HELP, ADDRESS_TITLE, API_KEY_HELP, API_KEY_TITLE


def _parameter(kind: str, title: str, text: str, position: int) -> dict[str, object]:
    constraints = {"required": "true", "tabIndex": position, "clearText": kind == "string"}
    interface = {"displayName": title, "description": text, "tooltip": text, "constraints": constraints}
    return {"type": kind, "uiDefinition": interface}


PROPERTIES = {
    "properties": {
        "iconBrandColor": "#1f5f8b",
        "publisher": "Oncestep",
        "stackOwner": "Oncestep",
        "capabilities": ["actions"],
        "connectionParameters": {
            "base_url": _parameter("string", ADDRESS_TITLE, ADDRESS_HELP, 1),
            "api_key": _parameter("securestring", API_KEY_TITLE, API_KEY_HELP, 2),
        },
        "policyTemplateInstances": [
            {
                "templateId": "dynamichosturl",
                "title": "The host is the connection's",
                "parameters": {"x-ms-apimTemplateParameter.urlTemplate": "@connectionParameters('base_url')"},
            }
        ],
    }
}
