"""The HTTP API for commands: one key, one stack, and each refusal as one sentence."""

import getpass
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import typer

from cli.target import Target

KEY_VARIABLE = "ONCESTEP_API_KEY"
REFUSED, WRONG_USAGE = 1, 2
LARGEST_PAGE = 100
_KEY = re.compile(r"[!-~]+")
_TIMEOUT = 60.0


class Refused(Exception):
    """The API did not do it; `str()` says why, `status` is the HTTP status, or 0 where there was no answer."""

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class Listed:
    """Operations of one list; `cursor` leads to the rest, if there is one."""

    operations: list[dict[str, Any]]
    cursor: str | None


class Api:
    """What commands ask of the API.

    Raises:
        Refused: from every method, when the answer is not a good one.

    """

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def get(self, path: str, query: Mapping[str, str] | None = None) -> dict[str, Any]:
        """The JSON object at a path."""
        try:
            answer = self._http.get(path, params=query)
        except httpx.TransportError as error:
            raise Refused(f"the API at {self._http.base_url.host} cannot be asked: {error}") from error
        if not answer.is_success:
            raise Refused(sentence(answer), answer.status_code)
        found = _object(answer)
        if found is None:
            raise Refused("the API answered something else than a JSON object; is this its address?")
        return found

    def operations(self, query: Mapping[str, str], most: int | None) -> Listed:
        """At most so many operations (None: all), however many pages that takes: a page may be short or empty."""
        found, cursor = list[dict[str, Any]](), ""
        while most is None or len(found) < most:
            size = LARGEST_PAGE if most is None else min(LARGEST_PAGE, most - len(found))
            asked = {**query, "limit": str(size), **({"cursor": cursor} if cursor else {})}
            page = self.get("/operations", asked)
            found += page["data"]
            if page["cursor"] is None:
                return Listed(found, None)
            cursor = page["cursor"]
        return Listed(found, cursor)


@contextmanager
def connected(target: Target) -> Iterator[Api]:
    """The API of the stack. What it refuses ends the command: 2 for what was asked wrongly, else 1."""
    headers = {"x-api-key": _api_key(target)}
    with httpx.Client(base_url=f"{target.api_url}/v1", headers=headers, timeout=_TIMEOUT) as http:
        try:
            yield Api(http)
        except Refused as refused:
            typer.secho(str(refused), err=True, fg="red")
            wrong = refused.status == httpx.codes.BAD_REQUEST
            raise typer.Exit(WRONG_USAGE if wrong else REFUSED) from refused


def sentence(answer: httpx.Response) -> str:
    """What an answer that is not a good one says, for a person."""
    problem = _object(answer) or {}
    text = problem.get("detail") or problem.get("title") or problem.get("message")
    reason = str(text) if text else f"it says only {answer.reason_phrase or 'that'}"
    return f"the API answered {answer.status_code}: {reason}"


def _object(answer: httpx.Response) -> dict[str, Any] | None:
    try:
        found = answer.json()
    except (json.JSONDecodeError, UnicodeDecodeError):
        return None
    return found if isinstance(found, dict) else None


def _api_key(target: Target) -> str:
    """The key: from the environment, of the embedded stack, or typed without echo; never from the command line.

    Raises:
        typer.BadParameter: there is none, or no header can hold it. It is not repeated.

    """
    key = os.environ.get(KEY_VARIABLE, "").strip() or target.operator_key or _typed()
    if not _KEY.fullmatch(key):
        raise typer.BadParameter(f"this is no API key; set {KEY_VARIABLE} to what `oncestep keys create` showed")
    return key


def _typed() -> str:
    if not sys.stdin.isatty():
        raise typer.BadParameter(f"no API key; set {KEY_VARIABLE}, or run this in a terminal and type it")
    return getpass.getpass("API key: ").strip()
