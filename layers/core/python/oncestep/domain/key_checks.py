"""What an idempotency key's header and length must be, wherever they are written."""

from oncestep.domain.contract import SENDERS_OWN

CONTENT_TYPE = "content-type"
SHORTEST = {"opaque": 26, "uuid": 36}


def lost(header: str) -> str:
    """Why a header can carry neither a key nor a credential; blank if it can."""
    if header.lower() in SENDERS_OWN:
        return f"the header {header} follows from the address and the body, so nothing else is ever sent in it"
    if header.lower() == CONTENT_TYPE:
        return f"the header {header} says what the body is, so nothing else can go there"
    return ""


def length_problem(key_format: str, max_length: int) -> str:
    """Why keys of this form and length could not tell operations apart; blank if they can."""
    shortest = SHORTEST[key_format]
    return f"a key of the format {key_format} needs {shortest} characters at least" if max_length < shortest else ""
