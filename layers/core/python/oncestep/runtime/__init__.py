"""How Oncestep lives in Lambda: settings, wiring, HTTP and SQS shapes."""
