"""Power Automate, Power Apps and Logic Apps: a custom connector, as Swagger 2.0 and its properties."""

from collections.abc import Iterator
from pathlib import Path

from connectors.packages.catalogue import Catalogue
from connectors.packages.files import File, json_file, static_files
from connectors.platforms.power_automate.definition import definition
from connectors.platforms.power_automate.properties import PROPERTIES


def emit(catalogue: Catalogue) -> Iterator[File]:
    """The connector's files."""
    yield from static_files(Path(__file__).parent / "static")
    yield json_file("apiDefinition.swagger.json", definition(catalogue))
    yield json_file("apiProperties.json", PROPERTIES)
