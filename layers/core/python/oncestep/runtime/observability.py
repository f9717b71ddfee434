"""The one logger. Messages are constant phrases, facts are keys; bodies and secrets are never logged."""

from aws_lambda_powertools import Logger

logger = Logger()
