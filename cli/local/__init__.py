"""Oncestep on one machine: the real template, deployed by the real `sam` to an embedded AWS."""
