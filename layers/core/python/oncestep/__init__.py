"""Oncestep: the step of a no-code automation that happens once."""
