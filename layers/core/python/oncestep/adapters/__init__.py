"""How Oncestep reaches the world: one technology per file, each behind a port."""
