"""Input against JSON Schema, by jsonschema-rs: it reports every wrong field and imports in a few milliseconds."""

import json
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TypeAlias, cast

import jsonschema_rs

from oncestep.domain.contract import Action
from oncestep.domain.errors import LONGEST_REPEATED, MOST_PROBLEMS, shortened
from oncestep.domain.identity import Json
from oncestep.domain.recognition import masked
from oncestep.domain.redaction import redacted

Kind: TypeAlias = jsonschema_rs.ValidationErrorKind
_MOST_FORMS = 5
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
        case Kind.Required(property=name):
            yield _field(error, name), "is required and was missing or blank"
        case Kind.AdditionalProperties(unexpected=names) | Kind.UnevaluatedProperties(unexpected=names):
            for name in names:
                yield _field(error, name), "is not a field of this action"
        case Kind.PropertyNames(error=wrong):
            yield _field(error, str(wrong.instance)), "is a name that is not allowed here"
        case _:
            yield _field(error), _words(error, action).replace(_VALUE, _shown(error, action.sensitive))


def _words(error: jsonschema_rs.ValidationError, action: Action) -> str:
    """The library's words, but where it shortens a list or names a keyword of JSON Schema."""
    match error.kind:
        case Kind.Enum(options=options):
            return f"{_VALUE} is not one of {', '.join(map(_json, cast('list[Json]', options)))}"
        case Kind.Constant(expected_value=expected):
            return f"{_VALUE} is not {_json(cast('Json', expected))}, the only value that is allowed here"
        case Kind.AnyOf(context=forms) | Kind.OneOfNotValid(context=forms):
            return f"{_VALUE} fits none of the forms that are allowed here: {_forms(forms, action)}"
        case Kind.OneOfMultipleValid():
            return f"{_VALUE} fits more than one of the forms that are allowed here; it must fit one"
        case Kind.FalseSchema():
            return "is not allowed here"
        case _:
            return error.message


def _forms(forms: Iterable[Iterable[jsonschema_rs.ValidationError]], action: Action) -> str:
    """For each form what it would take: the first few, for there may be many."""
    told = [
        " and ".join(f"{field}: {problem}" for error in form for field, problem in _explained(error, action))
        for form in islice(forms, _MOST_FORMS)
    ]
    return "; or ".join(told)


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _field(error: jsonschema_rs.ValidationError, *further: str) -> str:
    steps = (str(step) for step in ("input", *error.instance_path, *further))
    return ".".join(map(shortened, steps))


def _shown(error: jsonschema_rs.ValidationError, sensitive: frozenset[str]) -> str:
    if sensitive.intersection(error.instance_path):
        return "the value"
    text = masked(json.dumps(redacted(cast("Json", error.instance), sensitive), ensure_ascii=False, default=str))
    return text if len(text) <= LONGEST_REPEATED else "the value"
