"""Builds the template for this machine and deploys it to the embedded AWS, with the real `sam`."""

import os
import subprocess
from collections.abc import Mapping

from cli.local.environment import clean_environment, private_providers, session
from cli.local.errors import LocalStackError
from cli.local.places import ROOT, Places, tool

STACK_NAME = "oncestep"


def build(places: Places) -> None:
    """Builds for this machine, with a person's own contracts."""
    command = ["build", "--build-dir", str(places.build)]
    providers = os.pathsep.join(str(folder) for folder in private_providers())
    _sam(command, clean_environment(ONCESTEP_BUILD="local", ONCESTEP_PROVIDERS=providers), places)


def deploy(places: Places, endpoint: str) -> Mapping[str, str]:
    """Deploys what is built and returns the stack's outputs."""
    command = [
        *("deploy", "--template-file", str(places.build / "template.yaml"), "--stack-name", STACK_NAME),
        *("--resolve-s3", "--capabilities", "CAPABILITY_IAM"),
        *("--no-confirm-changeset", "--no-fail-on-empty-changeset"),
        *("--parameter-overrides", f"PublicUrl={endpoint}", "AllowLoopback=true"),
    ]
    _sam(command, clean_environment(AWS_ENDPOINT_URL=endpoint, SAM_CLI_POLL_DELAY="1"), places)
    return outputs(endpoint)


def outputs(endpoint: str) -> Mapping[str, str]:
    stacks = session().client("cloudformation", endpoint_url=endpoint).describe_stacks(StackName=STACK_NAME)
    return {output["OutputKey"]: output["OutputValue"] for output in stacks["Stacks"][0]["Outputs"]}


def _sam(arguments: list[str], environment: Mapping[str, str], places: Places) -> None:
    log = places.log(f"sam-{arguments[0]}")
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        finished = subprocess.run(  # noqa: S603 (our own commands)
            [tool("sam", "sam"), *arguments],
            cwd=ROOT,
            env={**environment, "SAM_CLI_TELEMETRY": "0"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if finished.returncode:
        raise LocalStackError.of_program(f"sam {arguments[0]} failed.", log)
