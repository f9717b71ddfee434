"""The demo: a stream of orders over an unreliable world, counted at the providers."""
