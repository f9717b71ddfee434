"""The environment variables of the programs of a stack: a person's own AWS settings never reach them."""

import os
from pathlib import Path

import boto3

REGION = "eu-central-1"

_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "SSL_CERT_FILE", "SSL_CERT_DIR")
_EMBEDDED_AWS = {
    "AWS_ACCESS_KEY_ID": "local",
    "AWS_SECRET_ACCESS_KEY": "local",
    "AWS_DEFAULT_REGION": REGION,
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
}


def clean_environment(**more: str) -> dict[str, str]:
    """What a program needs to run, the dummy credentials of the embedded AWS, and `more`."""
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {**passed_on, **_EMBEDDED_AWS, **more}


def private_providers() -> list[Path]:
    """The folders of a person's own contracts, which ONCESTEP_PROVIDERS names (separated as in PATH)."""
    return [Path(folder).resolve() for folder in os.environ.get("ONCESTEP_PROVIDERS", "").split(os.pathsep) if folder]


def session() -> boto3.Session:
    """For clients of the embedded AWS; each names its endpoint."""
    return boto3.Session(
        aws_access_key_id=_EMBEDDED_AWS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=_EMBEDDED_AWS["AWS_SECRET_ACCESS_KEY"],
        region_name=REGION,
    )
