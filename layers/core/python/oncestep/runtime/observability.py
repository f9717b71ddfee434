"""The one logger. Messages are constant phrases, facts are keys; bodies and secrets are never logged."""

from aws_lambda_powertools import Logger

from oncestep.adapters.emf_signals import EmfSignals

logger = Logger()


def count_defect() -> None:
    """An alarm watches this figure: Lambda counts as errors only what leaves a function, not what its edge catches."""
    EmfSignals().count("Defect")
