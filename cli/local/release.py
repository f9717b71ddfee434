"""Brings the working tree's code onto the running emulator."""

from collections.abc import Mapping

from cli.local import deployment, embedded_aws, gateway_responses
from cli.local.places import Places


def release(places: Places, endpoint: str) -> Mapping[str, str]:
    """Builds, deploys and publishes; returns the outputs of the deployed stack."""
    deployment.build(places)
    outputs = deployment.deploy(places, endpoint)
    gateway_responses.apply(places.build / "template.yaml", endpoint, outputs["ApiId"])
    embedded_aws.publish(endpoint, outputs["ApiId"])
    return outputs
