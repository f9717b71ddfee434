"""The conformance suite: each provider runs it on the fixtures beside its contract, private ones too."""

from connectors.contracts.discovery import Source
from oncestep.adapters.jsonschema_validator import JsonSchemaValidator
from oncestep.domain.contract import Action, Lookup
from oncestep.domain.documents import holds
from oncestep.domain.outcomes import Answer
from tests.connectors.fixtures import (
    CATALOG,
    SHARED,
    Case,
    each_action,
    each_case,
    each_lookup,
    each_source,
    fixtures_of,
)
from tests.connectors.readings import evidence_of, fields, meant, proved, sent, shown

CASES_OF_ALL = {"confirmed", "rejected", 401, 429, 500, "before_write", "after_write"}


def test_every_contract_is_valid() -> None:
    assert [str(problem) for problem in CATALOG.problems] == []


@each_source
def test_every_fixture_belongs_to_an_action(source: Source) -> None:
    fixtures = {path.stem for path in source.fixtures.glob("*.json")}
    assert fixtures <= {SHARED, *CATALOG.providers[source.provider]["actions"]}


@each_case("requests")
def test_input_becomes_this_request(action: Action, case: Case) -> None:
    value = meant(action, case["input"])
    assert JsonSchemaValidator().problems(action, value) == {}
    assert sent(action, value) == case["sends"]


@each_case("refused_inputs")
def test_wrong_input_is_refused_with_its_field(action: Action, case: Case) -> None:
    assert list(JsonSchemaValidator().problems(action, meant(action, case["input"]))) == [case["field"]]


@each_case("outcomes")
def test_evidence_proves_this_outcome(action: Action, case: Case) -> None:
    assert proved(action, case) == case["expect"]


@each_case("lookups")
def test_a_page_of_the_lookup_shows_this(action: Action, case: Case) -> None:
    assert action.lookup is not None
    assert shown(action, action.lookup, case["answer"]) == case["expect"]


@each_action
def test_the_fixtures_cover_what_every_provider_does(action: Action) -> None:
    seen = set[str | int]()
    for case in fixtures_of(action, "outcomes"):
        evidence = evidence_of(case)
        seen |= {case["expect"]["outcome"], evidence.status if isinstance(evidence, Answer) else evidence.stage}
    assert seen >= CASES_OF_ALL


@each_action
def test_the_fixtures_use_every_field(action: Action) -> None:
    used = {name for case in fixtures_of(action, "requests") for name in case["input"]}
    assert used == fields(action)


@each_action
def test_the_fixtures_need_every_rule(action: Action) -> None:
    answers = [case["answer"] for case in fixtures_of(action, "outcomes") if "answer" in case]
    for rule in action.outcomes.rules:
        assert any(
            (not rule.statuses or answer["status"] in rule.statuses) and holds(answer["body"], rule.where)
            for answer in answers
        )


@each_lookup
def test_the_fixtures_cover_the_lookup(action: Action, lookup: Lookup) -> None:
    seen = {name for case in fixtures_of(action, "lookups") for name in case["expect"]}
    wanted = {"confirmed", *(rule.outcome for rule in lookup.rules)}
    assert seen >= wanted | ({"next_url"} if lookup.next_page else set())
