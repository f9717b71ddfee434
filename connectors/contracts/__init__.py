"""Contracts as people write them, checked and turned into the documents that the engine reads."""
