"""The embedded AWS: ministack, plus what Oncestep needs and ministack lacks.

Runs in the emulator's own environment: standard library, ministack and hypercorn only.
"""
