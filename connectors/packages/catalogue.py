"""The catalogue as platforms see it: providers, actions, fields. Nothing in it says how a provider is called."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from connectors.contracts.compiling import Document

Schema: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One input field of an action.

    `type` is `string`, `integer`, `number`, `boolean`, `object` (text values by name) or `array`. `schema` is its whole
    JSON Schema: minimum, pattern, format, enum, items and so on. `sensitive`: its value is not shown in logs.
    """

    name: str
    type: str
    title: str
    description: str
    required: bool
    sensitive: bool
    schema: Schema

    @property
    def default(self) -> Any:  # noqa: ANN401 - any JSON
        """The value that is used where the builder leaves it blank; None: there is none."""
        return self.schema.get("default")

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values that may be chosen, if it is a choice."""
        return tuple(self.schema.get("enum", ()))

    @property
    def items(self) -> "str | tuple[Field, ...]":
        """Of an array: the type of its values, or the fields of its objects."""
        items = self.schema.get("items", {})
        return tuple(fields_of(items)) if items.get("type") == "object" else str(items.get("type", "string"))


@dataclass(frozen=True, slots=True)
class Action:
    """One action. `help` may be blank; `sample_input` and `sample_output` are as in the contract."""

    provider: str
    name: str
    title: str
    description: str
    help: str
    needs_connection: bool
    fields: tuple[Field, ...]
    input_schema: Schema
    sample_input: Schema
    sample_output: Any

    @property
    def full_name(self) -> str:
        """`provider.action`, as API keys name it."""
        return f"{self.provider}.{self.name}"

    @property
    def samples(self) -> Schema:
        """Both samples, as compiled contracts have them."""
        return {"input": self.sample_input, "output": self.sample_output}

    @property
    def id(self) -> str:
        """The same where a dot may not stand: `provider_action`."""
        return f"{self.provider}_{self.name}"

    @property
    def path(self) -> str:
        """Where it is called, below the stage."""
        return f"/actions/{self.provider}/{self.name}"


class SameId(Exception):
    """Two actions have one name where a dot may not stand, such as `a_b.c` and `a.b_c`."""


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider with its actions, by name."""

    name: str
    title: str
    description: str
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All providers, by name."""

    providers: tuple[Provider, ...]

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions of all providers."""
        return tuple(action for provider in self.providers for action in provider.actions)

    @property
    def pairs(self) -> "tuple[tuple[Provider, Action], ...]":
        """All actions, each with its provider."""
        return tuple((provider, action) for provider in self.providers for action in provider.actions)


def catalogue_of(compiled: Mapping[str, Document]) -> Catalogue:
    """The catalogue of these compiled contracts, without the actions that nobody calls.

    Raises:
        SameId: platforms could not tell two actions apart.

    """
    providers = (_provider(compiled[name]) for name in sorted(compiled))
    catalogue = Catalogue(tuple(provider for provider in providers if provider.actions))
    by_id: dict[str, Action] = {}
    for action in catalogue.actions:
        other = by_id.setdefault(action.id, action)
        if other is not action:
            raise SameId(f"{other.full_name} and {action.full_name} are both {action.id} to platforms; rename one")
    return catalogue


def fields_of(schema: Schema, sensitive: frozenset[str] = frozenset()) -> Iterator[Field]:
    """The fields of an object's schema, in the contract's order."""
    required = schema.get("required", ())
    for name, field in schema["properties"].items():
        yield Field(
            name=name,
            type=field["type"],
            title=field["title"],
            description=field["description"],
            required=name in required,
            sensitive=name in sensitive,
            schema=field,
        )


def _provider(document: Document) -> Provider:
    actions = tuple(_action(action) for _, action in sorted(document["actions"].items()) if not action["internal"])
    return Provider(document["provider"], document["title"], document["description"], actions)


def _action(document: Document) -> Action:
    schema = document["input_schema"]
    needs = document["auth"]["scheme"] != "none" or document["allowed_hosts"] == "connection"
    return Action(
        provider=document["provider"],
        name=document["name"],
        title=document["title"],
        description=document["description"],
        help=document["help"],
        needs_connection=needs,
        fields=tuple(fields_of(schema, frozenset(document["sensitive"]))),
        input_schema=schema,
        sample_input=document["samples"]["input"],
        sample_output=document["samples"]["output"],
    )
