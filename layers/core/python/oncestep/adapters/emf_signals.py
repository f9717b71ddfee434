"""Figures for alarms as CloudWatch embedded metrics: log lines that CloudWatch reads."""

from aws_lambda_powertools.metrics import MetricUnit, single_metric


class EmfSignals:
    """`Signals`: one line per figure, so that nothing is lost when an invocation is killed."""

    def count(self, name: str, value: int = 1) -> None:
        """Write the figure now."""
        with single_metric(name=name, unit=MetricUnit.Count, value=value):
            pass
