"""A provider without idempotency keys, but with a lookup: every POST is one more stock adjustment."""
