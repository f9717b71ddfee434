"""Property tests search the same examples on every machine, however slow it is."""

from hypothesis import settings

settings.register_profile("same-everywhere", derandomize=True, deadline=None, database=None)
settings.load_profile("same-everywhere")
