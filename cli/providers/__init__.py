"""The demo's providers and the fault-injecting proxy before them: separate processes, for this machine only.

They stand for the world outside, so they know nothing of Oncestep.
"""
