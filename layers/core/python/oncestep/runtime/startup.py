"""What a function imports first and calls last while it starts: in between, Python looks for no garbage.

A start makes tens of thousands of containers, all for good. The collector would walk them again and again and find
nothing, which takes about a tenth of the start.
"""

import gc

gc.disable()


def over() -> None:
    """The function is ready. What there is now stays out of all later collections, which begin here."""
    gc.freeze()
    gc.enable()
