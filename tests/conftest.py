"""What every test may use, and how a lack of this machine is told.

A test that needs what not every machine has (a browser, a server, the sample cards) is marked. Where the thing is
missing the tests are skipped and the summary says so in one line; with ``MUSTER_REQUIRE_ALL=1`` a lack is a failure.
"""

import gc
import os
import shutil
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests import databases, replays, statements
from tests.built_in import built_in, rulebook
from tests.processes import ForkServer
from tests.samples import SAMPLES
from tests.turns import Turns

__all__ = ["built_in", "rulebook"]  # fixtures from elsewhere

ROOT = Path(__file__).resolve().parent.parent
NOT_HERE = "Not on this machine: "
# The shell without windows takes half the time of the whole browser, which draws its own frame around each page.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server", "admin_user"}
BROWSER_FOLDER = "browser"
"""The folder of all tests in Chromium, and of no others."""
PLAIN_FOLDERS = {"printing", "rules"}
"""Folders whose tests know no database."""


def chromium_path() -> str | None:
    """Return the path of Chromium: MUSTER_CHROMIUM, else the first one found, else None."""
    if named := os.environ.get("MUSTER_CHROMIUM"):
        return named
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def lack(name: str, cure: str) -> NoReturn:
    """Skip the running test because this machine lacks something, or fail it where everything is required."""
    message = f"{NOT_HERE}{name} ({cure})"
    if os.environ.get("MUSTER_REQUIRE_ALL") == "1":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no folder of which a run takes no test: a run in Chromium begins in a third of the time."""
    if collection_path.parent != ROOT / "tests" or not collection_path.is_dir():
        return None
    chosen, folder = config.option.markexpr.split(" and "), collection_path.name
    is_left_out = (
        ("browser" in chosen and folder != BROWSER_FOLDER)
        or ("not browser" in chosen and folder == BROWSER_FOLDER)
        or ("database" in chosen and folder in PLAIN_FOLDERS)
    )
    return is_left_out or None


def _assert_in_its_folder(item: pytest.Item) -> None:
    """Refuse a test that runs would leave out with the folder in which it stands."""
    folder = item.path.relative_to(ROOT / "tests").parts[0] if item.path.is_relative_to(ROOT / "tests") else ""
    if bool(item.get_closest_marker("browser")) is not (folder == BROWSER_FOLDER):
        raise pytest.UsageError(f"{item.nodeid}: tests in Chromium stand in tests/{BROWSER_FOLDER}, and no others do")
    if folder in PLAIN_FOLDERS and item.get_closest_marker("database"):
        raise pytest.UsageError(f"{item.nodeid}: tests in tests/{folder} know no database")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> Generator[None, object, object]:
    """Mark what touches the database, so that ``-m database`` chooses it; on PostgreSQL choose from that.

    Slow tests begin first, so that no process waits at the end for another one's. On PostgreSQL the order stays as
    pytest-django wants it: tests that commit empty the tables there.
    """
    for item in items:
        if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.database)
        _assert_in_its_folder(item)
    if not databases.can_copy() and (record := statements.read(_statements_folder(config))):
        chosen = statements.choose(record, (item.nodeid for item in items if statements.is_always_run(item)))
        left_out = [item for item in items if item.nodeid in record and item.nodeid not in chosen]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.nodeid not in record or item.nodeid in chosen]
    result = yield
    if databases.can_copy():
        items.sort(key=lambda item: not item.get_closest_marker("slow"))
    return result


def _statements_folder(config: pytest.Config) -> Path:
    """Return the folder of what tests were recorded to send to the database, in pytest's cache."""
    assert config.cache
    return config.cache.mkdir("statements")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Record what a test sends to the database, for the run on PostgreSQL."""
    if statements.IS_RECORDED and _goes_to_postgresql(item):
        with statements.recorded(item.nodeid):
            return (yield)
    return (yield)


def _goes_to_postgresql(item: pytest.Item) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    return "database" in marks and not marks & {"browser", "sqlite"}


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep what the tests of this process were recorded to send."""
    if statements.IS_RECORDED and databases.can_copy():
        statements.keep(_statements_folder(session.config))


def pytest_configure(config: pytest.Config) -> None:
    """Leave tests to later runs; the run on PostgreSQL has a choice of its own."""
    config.addinivalue_line("markers", "slow: takes many seconds, so it begins before others")
    if databases.can_copy():
        config.pluginmanager.register(Turns(config, ROOT))


def pytest_collection() -> None:
    """Collect no garbage while modules are imported and tests are found: nearly all of it stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays until the end: all that was imported, and thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 20, 20)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Stop a marked test where the machine lacks what it needs."""
    replays.begin()
    if item.get_closest_marker("browser") and not chromium_path():
        lack("Chromium", "install chromium-headless-shell, or set MUSTER_CHROMIUM to its path")
    if item.get_closest_marker("postgres") and not os.environ.get("MUSTER_TEST_POSTGRES_URL"):
        lack("PostgreSQL", "install postgresql, or set MUSTER_TEST_POSTGRES_URL")
    if item.get_closest_marker("redis") and not os.environ.get("MUSTER_TEST_REDIS_URL"):
        lack("Redis", "install redis-server, or set MUSTER_TEST_REDIS_URL")
    if item.get_closest_marker("samples") and not SAMPLES.is_dir():
        lack("the printed card pages", "set MUSTER_SAMPLES to their folder")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line each what this machine lacks and how many tests that left out."""
    reasons: Counter[str] = Counter()
    for report in terminalreporter.getreports("skipped"):
        reason = str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else ""
        if NOT_HERE in reason:
            reasons[reason.split(NOT_HERE, 1)[1]] += 1
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{NOT_HERE}{reason}; tests skipped: {count}", yellow=True, bold=True)


@pytest.fixture(scope="session")
def migrated_databases(pytestconfig: pytest.Config) -> Path:
    """Return the folder of databases that migrations made, in pytest's cache."""
    assert pytestconfig.cache
    return pytestconfig.cache.mkdir("migrated")


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None, migrated_databases: Path) -> bool:
    """Begin with the database that an earlier run migrated, which takes seconds, while the migrations are the same."""
    return databases.take_migrated(migrated_databases)


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: Any, django_db_keepdb: bool, migrated_databases: Path
) -> Iterator[None]:
    """Make the database; after a test that commits, put the empty one back instead of emptying table after table."""
    from django.test import TransactionTestCase

    with pytest.MonkeyPatch.context() as patch:
        with django_db_blocker.unblock():
            if databases.can_copy():
                databases.keep_migrated(migrated_databases)
                databases.keep(databases.EMPTY)
                patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: databases.put_back(databases.EMPTY))
        yield
    databases.forget_all()
    if django_db_keepdb:
        databases.remove_files()


@pytest.fixture
def no_throttle_before() -> None:
    """Forget how often earlier tests asked the API."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture
def small_compendium(db: None) -> None:
    """Store eight creatures and two items as they come with Muster."""
    from tests.small_compendium import store_small_compendium

    store_small_compendium()


@pytest.fixture
def ada(db: None) -> Any:
    """Return somebody who is signed in."""
    from tests.warbands.verbs import account

    return account("ada")


@pytest.fixture
def bob(db: None) -> Any:
    """Return somebody else who is signed in."""
    from tests.warbands.verbs import account

    return account("bob")


@pytest.fixture
def program(ada: Any) -> Any:
    """Return a program that may do everything for Ada."""
    from tests.programs import program_of

    return program_of(ada.owner)


@pytest.fixture(scope="session")
def fork_server() -> Iterator[ForkServer]:
    """Return what runs Python in processes that share nothing with this one."""
    with ForkServer() as fork:
        yield fork


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of Chromium."""
    return chromium_path() or lack(
        "Chromium", "install chromium-headless-shell or chromium, or set MUSTER_CHROMIUM to its path"
    )
