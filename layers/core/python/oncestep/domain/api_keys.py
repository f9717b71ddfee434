"""The shape of Oncestep's own API keys: what recognises one in a text."""

import re

SHAPE = r"key_[0-9a-f]{12}\.[A-Za-z0-9_-]{43}"
"""`<key id>.<secret>`, as `oncestep keys create` shows it."""


def holds_api_key(text: str) -> bool:
    """Whether an API key of Oncestep stands anywhere in the text."""
    return "key_" in text and re.search(SHAPE, text) is not None
