"""Input against JSON Schema, by jsonschema-rs: it reports every wrong field and imports in a few milliseconds."""

from collections.abc import Iterable, Mapping

import jsonschema_rs

from oncestep.domain.contract import Action


class JsonSchemaValidator:
    """`Validator`. A schema is compiled once per process."""

    def __init__(self) -> None:
        self._compiled: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def problems(self, action: Action, value: object) -> Mapping[str, str]:
        """Every wrong field (`input.amount`) with what is wrong; see `Validator`."""
        problems: dict[str, str] = {}
        for error in self._validator(action).iter_errors(value):
            for field, problem in _explained(error):
                problems.setdefault(field, problem)
        return problems

    def _validator(self, action: Action) -> jsonschema_rs.Draft202012Validator:
        if action.full_name not in self._compiled:
            schema = dict(action.input_schema)
            self._compiled[action.full_name] = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
        return self._compiled[action.full_name]


def _explained(error: jsonschema_rs.ValidationError) -> Iterable[tuple[str, str]]:
    path = ".".join(("input", *(str(step) for step in error.instance_path)))
    match error.kind:
        case jsonschema_rs.ValidationErrorKind.Required(property=name):
            yield f"{path}.{name}", "is required and was missing or blank"
        case jsonschema_rs.ValidationErrorKind.AdditionalProperties(unexpected=names):
            for name in names:
                yield f"{path}.{name}", "is not a field of this action"
        case jsonschema_rs.ValidationErrorKind.PropertyNames(error=wrong):
            yield f"{path}.{wrong.instance}", "is a name that is not allowed here"
        case _:
            yield path, error.message
