"""One operation per action of the catalogue."""

from connectors.packages.answers import schema_of
from connectors.packages.catalogue import Action, Provider
from connectors.platforms.power_automate.answers import answer_with, waiting_responses
from connectors.platforms.power_automate.calls import PREFER, annotation, call_body
from connectors.platforms.power_automate.schemas import Made, named, swagger

LONGEST = 500
PROMISE = "It happens once for each key, however often the flow repeats it."


def action_operation(action: Action, provider: Provider) -> Made:
    """The path item of an action."""
    name = operation_id(action)
    return {
        "post": {
            "operationId": name,
            "summary": f"{action.title} ({provider.title})",
            "description": _description(action),
            "parameters": [PREFER, call_body(_input(action))],
            "responses": waiting_responses(answer_with(_result(action))),
            "x-ms-visibility": "important",
            "x-ms-api-annotation": annotation(name),
        }
    }


def operation_id(action: Action) -> str:
    """`shop.create_order` is `ShopCreateOrder`."""
    return "".join(part.title() for part in action.id.split("_"))


def _input(action: Action) -> Made:
    made = swagger(action.input_schema)
    return made | {"x-ms-summary": "Input", "description": "The action's own fields."}


def _result(action: Action) -> Made:
    return named(schema_of(action.sample_output))


def _description(action: Action) -> str:
    texts = (f"{action.description} {PROMISE} {action.help}".strip(), f"{action.description} {PROMISE}", PROMISE)
    return next(text for text in texts if len(text) <= LONGEST)
