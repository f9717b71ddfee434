"""`make bench`: what Oncestep costs next to plain Powertools, on this machine. Nothing here passes or fails."""
