"""What tests of the package for n8n share: the engine with it, the builder's connection, and a server to look over."""

from collections.abc import Iterator

import pytest

from cli.local.stack_file import Stack
from tests.platforms.driver import Account
from tests.platforms.fake_api import FakeApi, done, fake_api
from tests.platforms.n8n import engine as engines
from tests.platforms.n8n.engine import Engine
from tests.platforms.n8n.server import N8nHome, free_port
from tests.platforms.n8n.workflows import credentials


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """With the package as it is committed."""
    with engines.engine() as running:
        yield running


@pytest.fixture
def account(stack: Stack) -> Account:
    """The builder's connection."""
    return Account(stack.api_url, stack.builder_key)


@pytest.fixture
def api() -> Iterator[FakeApi]:
    """A server that says that everything was done."""
    with fake_api() as api:
        api.will(done())
        yield api


@pytest.fixture
def nowhere(api: FakeApi) -> Account:
    """The connection to that server."""
    return Account(api.url, "key_1.test")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, stack: Stack) -> N8nHome:
    """A whole n8n's folder, with the package and the builder's credential."""
    home = N8nHome(tmp_path_factory.mktemp("n8n"), free_port())
    home.install()
    data = credentials(Account(stack.api_url, stack.builder_key), signingSecret=stack.signing_secret)
    home.put("credentials", {"id": "oncestepExample1", "name": "Oncestep", "type": "oncestepApi", "data": data})
    return home
