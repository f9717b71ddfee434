"""All contracts of some folders as one catalogue, or everything that is wrong with them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from connectors.contracts.compiling import Document, compiled_provider
from connectors.contracts.discovery import PROVIDER_NAME, Source, sources
from connectors.contracts.lint import lint_findings
from connectors.contracts.problems import Finding, Problem
from connectors.contracts.reading import UnreadableContract, read_contract
from connectors.contracts.structure import structure_findings


@dataclass(frozen=True, slots=True)
class Catalog:
    """Compiled providers by name, and the problems of those that could not be compiled."""

    providers: dict[str, Document]
    problems: tuple[Problem, ...]


def compile_catalog(folders: Iterable[Path]) -> Catalog:
    """Read, check and compile every contract below the folders."""
    found = list(sources(folders))
    problems = list(_duplicates(found))
    providers: dict[str, Document] = {}
    for source in found:
        compiled, findings = compile_source(source)
        problems += [Problem(str(source.contract), finding.place, finding.message) for finding in sorted(findings)]
        providers |= {source.provider: compiled} if compiled else {}
    return Catalog(providers, tuple(problems))


def compile_source(source: Source) -> tuple[Document | None, list[Finding]]:
    """The compiled provider or what is wrong with it."""
    try:
        contract = read_contract(source.contract)
    except UnreadableContract as error:
        return None, [Finding("", str(error))]
    findings = [*_name_findings(source), *structure_findings(contract)]
    if findings:
        return None, findings
    compiled = compiled_provider(source.provider, contract)
    return compiled, list(lint_findings(contract, compiled))


def _name_findings(source: Source) -> Iterator[Finding]:
    if not PROVIDER_NAME.fullmatch(source.provider):
        yield Finding("", f"the folder {source.provider!r} names the provider: use a-z, 0-9 and _, a letter first")


def _duplicates(found: Iterable[Source]) -> Iterator[Problem]:
    counted = Counter(source.provider for source in found)
    for source in found:
        if counted[source.provider] > 1:
            yield Problem(
                str(source.contract), "", f"the provider {source.provider} has {counted[source.provider]} contracts"
            )
