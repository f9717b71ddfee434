"""Input against JSON Schema, by jsonschema-rs: it reports every wrong field and imports in a few milliseconds."""

import json
from collections.abc import Iterable, Mapping
from typing import cast

import jsonschema_rs

from oncestep.domain.contract import Action
from oncestep.domain.errors import LONGEST_REPEATED, MOST_PROBLEMS, shortened
from oncestep.domain.identity import Json
from oncestep.domain.recognition import masked
from oncestep.domain.redaction import redacted

_VALUE = "\0"
"""Stands for the value in the library's messages; no value and no schema holds it."""


class JsonSchemaValidator:
    """`Validator`. A schema is compiled once per process."""

    def __init__(self) -> None:
        self._compiled: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def problems(self, action: Action, value: object) -> Mapping[str, str]:
        """Every wrong field (`input.amount`) with what is wrong, the first 50 of them; see `Validator`.

        Sensitive values are not repeated, nor are long ones.
        """
        problems: dict[str, str] = {}
        for error in self._validator(action).iter_errors(value):
            for field, problem in _explained(error, action):
                problems.setdefault(field, problem)
                if len(problems) == MOST_PROBLEMS:
                    return problems
        return problems

    def _validator(self, action: Action) -> jsonschema_rs.Draft202012Validator:
        if action.full_name not in self._compiled:
            schema = dict(action.input_schema)
            validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True, mask=_VALUE)
            self._compiled[action.full_name] = validator
        return self._compiled[action.full_name]


def _explained(error: jsonschema_rs.ValidationError, action: Action) -> Iterable[tuple[str, str]]:
    match error.kind:
        case jsonschema_rs.ValidationErrorKind.Required(property=name):
            yield _field(error, name), "is required and was missing or blank"
        case jsonschema_rs.ValidationErrorKind.AdditionalProperties(unexpected=names):
            for name in names:
                yield _field(error, name), "is not a field of this action"
        case jsonschema_rs.ValidationErrorKind.PropertyNames(error=wrong):
            yield _field(error, str(wrong.instance)), "is a name that is not allowed here"
        case _:
            yield _field(error), error.message.replace(_VALUE, _shown(error, action.sensitive))


def _field(error: jsonschema_rs.ValidationError, *further: str) -> str:
    steps = (str(step) for step in ("input", *error.instance_path, *further))
    return ".".join(map(shortened, steps))


def _shown(error: jsonschema_rs.ValidationError, sensitive: frozenset[str]) -> str:
    if sensitive.intersection(error.instance_path):
        return "the value"
    text = masked(json.dumps(redacted(cast("Json", error.instance), sensitive), ensure_ascii=False, default=str))
    return text if len(text) <= LONGEST_REPEATED else "the value"
