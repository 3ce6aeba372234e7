"""The choice of what an everyday run leaves to later ones: nothing that is new, and everything in its turn."""

from pathlib import Path

import pytest

from tests import turns
from tests.turns import LastTurn, left_for_later

pytest_plugins = ["pytester"]

FILE = "as it was"


def last_turns(count: int, seconds: float = 1.0, run: int = 1) -> dict[str, LastTurn]:
    """Return turns of so many tests that passed."""
    return {f"test_{number}": LastTurn(run, seconds, FILE) for number in range(count)}


def left(
    known: dict[str, LastTurn], budget: float, changed: set[str] = frozenset(), new: set[str] = frozenset()
) -> set[str]:
    """Return what a run leaves out of the known and the new tests."""
    tests = [*known, *new]
    return left_for_later(tests, known, {test: "changed" if test in changed else FILE for test in tests}, budget)


def test_nothing_is_left_out_within_the_budget():
    assert left(last_turns(10), budget=10) == set()


def test_a_run_takes_as_many_as_its_budget_lasts():
    assert len(left(last_turns(10), budget=4)) == 6


def test_what_is_new_and_what_changed_always_runs():
    known = last_turns(10)
    assert left(known, budget=0, changed={"test_1", "test_2"}, new={"test_new"}) == known.keys() - {"test_1", "test_2"}


def test_what_takes_next_to_no_time_runs_first():
    known = last_turns(10) | {f"small_{number}": LastTurn(9, 0.001, FILE) for number in range(100)}
    assert not {test for test in left(known, budget=3) if test.startswith("small")}


def test_every_test_has_its_turn():
    known, tried = last_turns(10), set()
    for run in range(2, 6):
        chosen = known.keys() - left(known, budget=3)
        tried |= chosen
        known |= {test: LastTurn(run, 1.0, FILE) for test in chosen}
    assert tried == known.keys()


def test_turns_are_read_as_they_were_written(tmp_path: Path):
    known = {turns.QUICK: last_turns(3), turns.BROWSER: last_turns(1, seconds=2.5)}
    path = tmp_path / "turns.json"
    assert turns.read(path) == {}
    turns.write(path, known)
    assert turns.read(path) == known


CONFTEST = """
from pathlib import Path

from tests.turns import Turns

def pytest_configure(config):
    config.pluginmanager.register(Turns(config, Path(__file__).parent.parent))
"""
TESTS = """
import time

def test_quick(): pass
def test_slow(): time.monotonic()
def test_slower(): time.monotonic()
def test_fails(): assert False
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Return a project of four tests in which an everyday run has no time at all."""
    for name in ("MUSTER_THOROUGH", "MUSTER_REQUIRE_ALL", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setattr(turns, "BUDGETS", {turns.QUICK: 0.0, turns.BROWSER: 0.0})
    pytester.makeini("[pytest]\ntestpaths = tests\n")
    pytester.mkdir("tests")
    (pytester.path / "tests" / "conftest.py").write_text(CONFTEST)
    (pytester.path / "tests" / "test_all.py").write_text(TESTS)
    return pytester


def outcomes(project: pytest.Pytester, *arguments: str) -> tuple[int, int]:
    """Return how many of the project's tests passed and failed in a run."""
    passed, _, failed = project.inline_run(*arguments).countoutcomes()
    return passed, failed


def test_a_first_run_is_whole_and_a_later_one_repeats_what_failed(project: pytest.Pytester):
    assert outcomes(project) == (3, 1)
    assert outcomes(project) == (0, 1)


def test_a_changed_file_runs_whole(project: pytest.Pytester):
    outcomes(project)
    (project.path / "tests" / "test_all.py").write_text(TESTS + "\ndef test_new(): pass\n")
    assert outcomes(project) == (4, 1)


@pytest.mark.parametrize("arguments", [("tests",), ("-k", "slow or quick or fails")])
def test_what_is_named_runs(project: pytest.Pytester, arguments: tuple[str, ...]):
    outcomes(project)
    assert outcomes(project, *arguments) == (3, 1)


@pytest.mark.parametrize("variable", ["MUSTER_THOROUGH", "MUSTER_REQUIRE_ALL"])
def test_a_thorough_run_is_whole(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, variable: str):
    outcomes(project)
    monkeypatch.setenv(variable, "1")
    assert outcomes(project) == (3, 1)


def test_the_summary_tells_what_waits(project: pytest.Pytester, capsys: pytest.CaptureFixture[str]):
    outcomes(project)
    outcomes(project)
    assert "Left for later runs: 3 tests" in capsys.readouterr().out
