"""Sets the API's gateway responses, which the embedded AWS does not take from a deployed template."""

from pathlib import Path
from typing import Any

import yaml

from cli.local.environment import session

_STAGE = "v1"


def apply(built_template: Path, endpoint: str, api_id: str) -> None:
    gateway = session().client("apigateway", endpoint_url=endpoint)
    template = yaml.safe_load(built_template.read_text())
    responses = template["Resources"]["Api"]["Properties"]["GatewayResponses"]
    for kind, response in responses.items():
        gateway.put_gateway_response(restApiId=api_id, responseType=kind, **_request(response))
    # A stage serves the responses that were there when it was deployed.
    gateway.create_deployment(restApiId=api_id, stageName=_STAGE)


def _request(response: dict[str, Any]) -> dict[str, Any]:
    """A response as API Gateway's own API takes it, from SAM's shorter form."""
    headers = response["ResponseParameters"]["Headers"]
    request = {
        "responseParameters": {f"gatewayresponse.header.{name}": value for name, value in headers.items()},
        "responseTemplates": response["ResponseTemplates"],
    }
    if status := response.get("StatusCode"):
        request["statusCode"] = str(status)
    return request
