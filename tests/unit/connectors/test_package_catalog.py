"""The catalogue as the engine reads it."""

import json
import sys
from pathlib import Path

import pytest

from connectors.compile import main
from oncestep.adapters.package_catalog import PackageCatalog, catalog_from
from oncestep.domain.contract import (
    CONNECTION_HOSTS,
    Auth,
    AuthScheme,
    Encoding,
    KeyPlace,
    KeyPromise,
    Lookup,
    NextPage,
    OutcomeName,
    Rule,
)
from oncestep.domain.identity import KeyFormat


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("catalogue") / "oncestep_catalog"
    main(["--to", str(folder)])
    return folder


def test_an_action_is_decoded_whole(folder: Path) -> None:
    action = catalog_from(folder).find("stripe", "create_payment")
    assert action is not None
    assert action.full_name == "stripe.create_payment"
    assert action.allowed_hosts == ("api.stripe.com",)
    assert action.auth == Auth(AuthScheme.BEARER, credential="api_key")
    assert action.key == KeyPromise(
        place=KeyPlace.HEADER,
        name="Idempotency-Key",
        max_length=255,
        format=KeyFormat.OPAQUE,
        retention=86_400_000,
        verified=True,
        compares_parameters=True,
        replays_errors=True,
        min_retry_delay=0,
        source="https://docs.stripe.com/api/idempotent_requests",
        checked_on="2026-11-30",
    )
    assert action.request.encoding is Encoding.FORM
    assert action.outcomes.rules == (
        Rule(OutcomeName.NOT_APPLIED, frozenset({409}), {"error.code": "idempotency_key_in_use"}),
        Rule(OutcomeName.REJECTED, frozenset({400}), {"error.type": "idempotency_error"}, own_attempt_only=True),
        Rule(OutcomeName.REJECTED, frozenset({404}), {"error.type": "invalid_request_error"}),
    )
    assert action.outcomes.failed_body is OutcomeName.REJECTED
    assert action.lookup == Lookup(
        path="/v1/payment_intents",
        query={"limit": 100},
        items="data",
        match={"metadata.oncestep_operation": "{operation.id}"},
        next_page=NextPage("starting_after", "id", "has_more"),
        remote_id="id",
        max_processing=None,
        consistent_after=0,
        max_pages=3,
        rules=(
            Rule(OutcomeName.NOT_APPLIED, where={"status": "requires_payment_method"}),
            Rule(OutcomeName.UNKNOWN, where={"status": "requires_confirmation"}),
            Rule(OutcomeName.UNKNOWN, where={"status": "canceled"}),
        ),
    )
    assert action.sensitive == {"receipt_email"}
    assert (action.timeout, action.max_attempts, action.time_budget) == (15_000, 8, 86_400_000)


def test_hosts_may_come_from_the_connection(folder: Path) -> None:
    action = catalog_from(folder).find("inventory", "adjust")
    assert action is not None
    assert (action.base_url, action.allowed_hosts, action.key) == ("", CONNECTION_HOSTS, None)


def test_an_unverified_promise_is_no_promise(folder: Path) -> None:
    action = catalog_from(folder).find("http", "request")
    assert action is not None
    assert action.key is not None
    assert (action.promise, action.key.retention) == (None, 0)


@pytest.mark.parametrize(("provider", "action"), [("stripe", "nope"), ("nope", "send"), ("../x", "y"), ("", "")])
def test_what_there_is_not_is_not_found(folder: Path, provider: str, action: str) -> None:
    assert catalog_from(folder).find(provider, action) is None


def test_all_actions_come_by_provider_and_name(folder: Path) -> None:
    names = [action.full_name for action in catalog_from(folder).actions()]
    assert names == sorted(names)
    assert {"http.request", "inventory.adjust", "mail.send", "localstripe.create_refund"} <= set(names)


def test_only_the_asked_provider_is_read_and_only_once(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "mail.json").write_bytes((folder / "mail.json").read_bytes())
    (tmp_path / "broken.json").write_text("{")
    catalog = catalog_from(tmp_path)
    first = catalog.find("mail", "send")
    (tmp_path / "mail.json").unlink()
    assert first is catalog.find("mail", "send")
    with pytest.raises(json.JSONDecodeError):
        catalog.actions()


def test_the_build_ships_it_as_a_package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(folder.parent)
    monkeypatch.delitem(sys.modules, "oncestep_catalog", raising=False)
    assert PackageCatalog().find("mail", "send") is not None
