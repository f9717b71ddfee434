"""From the catalogue to the platforms' packages: what an action looks like to them, and how packages are written."""
