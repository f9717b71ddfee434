"""The one logger. Messages are constant phrases, facts are keys; bodies and secrets are never logged."""

from typing import Any

from aws_lambda_powertools import Logger
from aws_lambda_powertools.logging.formatter import LambdaPowertoolsFormatter

from oncestep.adapters.emf_signals import EmfSignals
from oncestep.domain.recognition import masked


class MaskingFormatter(LambdaPowertoolsFormatter):
    """Masks secrets in whole lines: a traceback says what a library says, and that may be anything."""

    def serialize(self, log: Any) -> str:  # noqa: ANN401 - as the class above has it
        """The line as JSON."""
        return masked(super().serialize(log))


logger = Logger(logger_formatter=MaskingFormatter())


def count(name: str) -> None:
    """An alarm watches this figure: Lambda counts as errors only what leaves a function, not what its edge catches."""
    EmfSignals().count(name)
