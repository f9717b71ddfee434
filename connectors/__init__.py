"""Build time: contracts become the catalogue, and the catalogue becomes each platform's package."""
