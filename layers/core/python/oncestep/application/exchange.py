"""The one way in which use cases reach a provider: nothing that comes back shows the connection's credentials."""

from oncestep.application.ports import Outgoing, Sender
from oncestep.domain.credentials import without_credentials
from oncestep.domain.outcomes import Evidence


def exchange(sender: Sender, request: Outgoing) -> Evidence:
    """Send once. The credentials are masked in the answer before anything reads it, so nothing can keep them."""
    return without_credentials(sender.send(request), request.secrets)
