"""Which tests an everyday run leaves to a later one, so that running all tests stays quick however many there are.

A run writes down how long each test took. Once that is known, an everyday run has a budget of time. First it takes
what is new, what failed, and the tests of every file that changed; then the tests that take next to no time; then, as
long as the budget lasts, those whose last turn was longest ago. Over a few runs every test has its turn.

Everything runs where nothing is known yet (a fresh clone), where tests are named (by path or ``-k``), and with
``MUSTER_THOROUGH=1`` or ``MUSTER_REQUIRE_ALL=1``, as in ``.ci/run``.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

QUICK, BROWSER = "quick", "browser"
BUDGETS = {QUICK: 45.0, BROWSER: 240.0}
"""Seconds of tests in each process; collecting them and making the database comes on top."""
NEXT_TO_NOTHING = 0.05
"""Seconds; a test that took less is not worth leaving out."""


@dataclass(frozen=True)
class LastTurn:
    """A test's last turn: in which run of its kind, how many seconds it took, and its file's content then."""

    run: int
    seconds: float
    file: str


def kind(item: pytest.Item) -> str:
    """Return what kind of run a test belongs to."""
    return BROWSER if item.get_closest_marker("browser") else QUICK


def left_for_later(
    tests: Iterable[str], turns: Mapping[str, LastTurn], files: Mapping[str, str], budget: float
) -> set[str]:
    """Return the tests that this run leaves out.

    ``turns`` has the last turns of tests that passed, ``files`` the content of each test's file as it is now (both by
    the test's name), ``budget`` the seconds that all chosen tests may take together.
    """
    known = [test for test in tests if test in turns and turns[test].file == files[test]]
    spent, left = 0.0, set()
    # The name decides between equals, so that every process of a run leaves out the same.
    for test in sorted(known, key=lambda test: (turns[test].seconds > NEXT_TO_NOTHING, turns[test].run, _mixed(test))):
        if spent + turns[test].seconds > budget:
            left.add(test)
        else:
            spent += turns[test].seconds
    return left


def _mixed(test: str) -> str:
    """Return something by which tests are in an order that has nothing to do with where they stand."""
    return hashlib.sha256(test.encode()).hexdigest()


def content(path: Path) -> str:
    """Return what tells a file's content from any other."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


def read(path: Path) -> dict[str, dict[str, LastTurn]]:
    """Return the last turns of tests by kind; none where no run was written down."""
    if not path.is_file():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    return {each: {test: LastTurn(**turn) for test, turn in turns.items()} for each, turns in document.items()}


def write(path: Path, turns: Mapping[str, Mapping[str, LastTurn]]) -> None:
    """Write the last turns of tests down, whole or not at all."""
    draft = path.with_suffix(".draft")
    document = {each: {test: asdict(turn) for test, turn in sorted(known.items())} for each, known in turns.items()}
    draft.write_text(json.dumps(document), encoding="utf-8")
    draft.replace(path)


def is_everyday(config: pytest.Config) -> bool:
    """Return True for a run of all tests that nobody asked to be thorough."""
    asked = os.environ.get("MUSTER_THOROUGH") == "1" or os.environ.get("MUSTER_REQUIRE_ALL") == "1"
    named = config.args_source is not pytest.Config.ArgsSource.TESTPATHS or config.option.keyword
    return not (asked or named)


class Turns:
    """A plugin of pytest that leaves tests out of an everyday run and writes down how long the others took."""

    def __init__(self, config: pytest.Config, root: Path) -> None:
        assert config.cache
        self.path = config.cache.mkdir("turns") / "turns.json"
        self.root = root
        self.is_everyday = is_everyday(config)
        self.sees_all_reports = not hasattr(config, "workerinput")
        self.left = 0
        self._seconds: dict[str, dict[str, float]] = {QUICK: {}, BROWSER: {}}
        self._not_passed: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item], config: pytest.Config) -> None:
        """Leave out what this run need not show."""
        if not self.is_everyday:
            return
        turns, contents = read(self.path), {path: content(path) for path in {item.path for item in items}}
        files = {item.nodeid: contents[item.path] for item in items}
        processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        later: set[str] = set()
        for each, budget in BUDGETS.items():
            tests = [item.nodeid for item in items if kind(item) == each]
            later |= left_for_later(tests, turns.get(each, {}), files, budget * processes)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in later])
        items[:] = [item for item in items if item.nodeid not in later]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how long a part of a test took: its beginning, what it shows, or its end."""
        seconds = self._seconds[BROWSER if BROWSER in report.keywords else QUICK]
        seconds[report.nodeid] = seconds.get(report.nodeid, 0.0) + report.duration
        if not report.passed:
            self._not_passed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Add this run to those that were written down; what did not pass is as if it had never run."""
        if not self.sees_all_reports:
            return
        turns = read(self.path)
        for each, seconds in self._seconds.items():
            known = turns.setdefault(each, {})
            run = max((turn.run for turn in known.values()), default=0) + 1
            for test, took in seconds.items():
                known.pop(test, None)
                if test not in self._not_passed:
                    known[test] = LastTurn(run, round(took, 4), content(self.root / test.split("::")[0]))
            if seconds and self.is_everyday:
                self.left += len(known.keys() - seconds.keys())
        write(self.path, turns)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say in one line how many tests wait for their turn."""
        if self.left:
            terminalreporter.write_line(
                f"Left for later runs: {self.left} tests that passed at their last turn; MUSTER_THOROUGH=1 runs all",
                yellow=True,
                bold=True,
            )
