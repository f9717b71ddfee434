"""A proxy before providers that does, on request, what networks and providers do at the worst moment."""
