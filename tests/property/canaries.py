"""Canaries: texts that can be recognised wherever they come out again, and the forms in which others may write them."""

import base64
import html
import json
from collections.abc import Callable, Mapping
from urllib.parse import quote, quote_plus

FORMS: Mapping[str, Callable[[str], str]] = {
    "plain": str,
    "in a query": quote_plus,
    "in a path": lambda text: quote(text, safe=""),
    "in a path, twice": lambda text: quote(quote(text, safe=""), safe=""),
    "by bytes": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "in JSON": lambda text: json.dumps(text)[1:-1],
    "in HTML": html.escape,
}
CODED: Mapping[str, Callable[[str], str]] = {
    **FORMS,
    "in base64": lambda text: base64.b64encode(text.encode()).decode(),
    "in base64 for URLs": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "in base64 with a name": lambda text: base64.b64encode(f"user:{text}".encode()).decode(),
    "in hexadecimal digits": lambda text: text.encode().hex(),
}


def found(canary: str, output: str) -> list[str]:
    """The forms in which the canary stands in an output; an output in JSON is read as its reader would, too."""
    texts = (output, output.replace("\\/", "/"), *_read(output))
    written = {name: form(canary) for name, form in CODED.items()}
    return [name for name, text in written.items() if any(text in seen for seen in texts)]


def _read(output: str) -> tuple[str, ...]:
    try:
        return (json.dumps(json.loads(output), ensure_ascii=False),)
    except ValueError:
        return ()
