"""A provider that keeps an idempotency promise: one key, one message, for as long as it remembers the key."""
