"""`make up`: from nothing to a stack that answers."""

import shutil
from collections.abc import Mapping

import httpx

from cli.local import embedded_aws, local_providers, processes, seed, sources, stack_file
from cli.local.down import down
from cli.local.environment import REGION, private_providers, session
from cli.local.errors import LocalStackError
from cli.local.local_providers import LocalProviders
from cli.local.logs import recent_logs
from cli.local.places import ROOT, Places
from cli.local.ports import free_port
from cli.local.release import release
from cli.local.stack_file import Stack
from cli.local.status import is_healthy
from cli.local.terminal import say
from cli.target import Target

_USUAL_PORT = 4566


def up(places: Places) -> None:
    """Starts a fresh stack; one that is up is kept, and gets the working tree's code if that has changed."""
    stack = stack_file.read(places.stack_file)
    if stack and is_healthy(places, stack):
        _refresh(places, stack)
        return
    down(places)
    try:
        stack = _start(places)
    except BaseException:
        processes.stop_all(places)
        raise
    say(f"[bold green]Up:[/] {stack.api_url}/v1 (keys and addresses: {places.stack_file})")


def _refresh(places: Places, stack: Stack) -> None:
    digest = sources.digest(ROOT, private_providers())
    if places.deployed.exists() and places.deployed.read_text() == digest:
        say(f"[bold green]Already up:[/] {stack.api_url}/v1 (keys and addresses: {places.stack_file})")
        return
    say("Already up; deploying the changed code ...")
    release(places, stack.aws_endpoint_url)
    _prove(places, stack, digest)
    say(f"[bold green]Up to date:[/] {stack.api_url}/v1")


def _start(places: Places) -> Stack:
    shutil.rmtree(places.folder, ignore_errors=True)
    places.folder.mkdir(parents=True)
    say("Starting the embedded AWS and the local providers ...")
    emulator, endpoint = embedded_aws.start(places, free_port(_USUAL_PORT))
    providers = local_providers.start(places)
    embedded_aws.wait_until_ready(emulator, endpoint)
    providers.wait_until_ready()
    say("Building and deploying, about twenty seconds ...")
    digest = sources.digest(ROOT, private_providers())
    outputs = release(places, endpoint)
    stack = _seeded(places, endpoint, outputs, providers)
    _prove(places, stack, digest)
    stack_file.write(stack, places.stack_file)
    return stack


def _seeded(places: Places, endpoint: str, outputs: Mapping[str, str], providers: LocalProviders) -> Stack:
    target = Target(outputs["AccessTable"], outputs["ConnectionsPrefix"], session(), endpoint, outputs["ApiUrl"])
    keys = seed.create_keys(target)
    seed.create_connections(target, providers.proxied)
    return Stack(
        api_url=outputs["ApiUrl"],
        builder_key=keys["builder"],
        operator_key=keys["operator"],
        signing_secret=seed.allow_callbacks(target),
        queue_url=outputs["QueueUrl"],
        dead_letter_queue_url=outputs["DeadLetterQueueUrl"],
        table=outputs["LedgerTable"],
        access_table=outputs["AccessTable"],
        blob_bucket=outputs["BlobBucket"],
        connections_prefix=outputs["ConnectionsPrefix"],
        region=REGION,
        aws_endpoint_url=endpoint,
        providers=providers.direct,
        proxied=providers.proxied,
        fault_proxy=providers.fault_proxy,
        functions={name: value for name, value in outputs.items() if name.endswith("Function")},
        pids={process.name: process.pid for process in processes.recorded(places)},
    )


def _prove(places: Places, stack: Stack, digest: str) -> None:
    """A first call proves the way through gateway, authorizer and function, and warms it."""
    answer = httpx.get(f"{stack.api_url}/v1/me", headers={"x-api-key": stack.builder_key}, timeout=60)
    if answer.status_code != httpx.codes.OK:
        logged = recent_logs(stack.aws_endpoint_url, at_most=5)
        raise LocalStackError("\n".join([f"The API answers {answer.status_code}: {answer.text}", *logged]))
    places.deployed.write_text(digest)
