"""Names that Make takes: letters and digits, 4 to 48 of them."""

from hashlib import sha256

from connectors.packages.catalogue import Action

LONGEST = 48
SHORTEST = 4
_DIGEST = 8


def component_id(action: Action) -> str:
    """`shop.create_order` is `shopCreateOrder`; what is too long or too short gets a digest of its name."""
    first, *others = action.id.split("_")
    name = first + "".join(part.capitalize() for part in others)
    if SHORTEST <= len(name) <= LONGEST:
        return name
    return name[: LONGEST - _DIGEST] + sha256(action.full_name.encode()).hexdigest()[:_DIGEST]
