"""A figure is one line that CloudWatch reads, written at once, under the names that the alarms watch."""

import json

import pytest

from oncestep.adapters.emf_signals import EmfSignals


def test_a_figure_is_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Oncestep")
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", "my-stack")
    EmfSignals().count("OperationStopped")
    EmfSignals().count("ReconcileBacklog", 7)
    first, second = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (metrics,) = first["_aws"]["CloudWatchMetrics"]
    assert (metrics["Namespace"], metrics["Dimensions"]) == ("Oncestep", [["service"]])
    assert (first["service"], first["OperationStopped"]) == ("my-stack", [1.0])
    assert second["ReconcileBacklog"] == [7.0]
