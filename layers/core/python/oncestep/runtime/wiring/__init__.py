"""The composition root: the only place that knows which adapter stands behind which port.

A class is imported when it is first asked for, and a part is built when it is first asked for: a function that asks
for less starts faster.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = ["ONE_TRY", "PATIENT", "AuthorizerParts", "LedgerParts", "SendingParts"]

if TYPE_CHECKING:
    from oncestep.runtime.wiring.authorizer import AuthorizerParts
    from oncestep.runtime.wiring.clients import ONE_TRY, PATIENT
    from oncestep.runtime.wiring.ledger import LedgerParts
    from oncestep.runtime.wiring.sending import SendingParts
else:
    _MODULES = {
        "AuthorizerParts": "authorizer",
        "ONE_TRY": "clients",
        "PATIENT": "clients",
        "LedgerParts": "ledger",
        "SendingParts": "sending",
    }

    def __getattr__(name: str) -> object:
        """PEP 562: what the import system asks for a name that is not here yet."""
        if name not in _MODULES:
            raise AttributeError(f"{__name__} has no {name}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
