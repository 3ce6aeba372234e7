"""Which tests run on PostgreSQL as well: those that together send it every statement that any test sends.

Most tests of pages send what dozens of others send too, and what they show besides they have shown on SQLite. A
thorough run on SQLite, as in ``.ci/run``, records the statements of each test; the run on PostgreSQL then chooses the
tests that together send each of them and the fewest others. What a record cannot judge always runs: tests that commit,
the modules of ``ALWAYS``, and tests that no record of this very code knows.
"""

import functools
import hashlib
import heapq
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django
import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
ALWAYS = (
    # Sorting, searching and comparing text, which each database does by rules of its own.
    "tests/compendium/test_search.py",
    "tests/compendium/test_search_queries.py",
    "tests/compendium/test_suggestions.py",
    "tests/compendium/test_filters.py",
    "tests/compendium/test_creature_list.py",
    "tests/compendium/test_creature_list_pages.py",
    "tests/compendium/test_entries_pages.py",
    "tests/compendium/test_api_creatures.py",
    "tests/compendium/test_api_entries.py",
    "tests/compendium/admin/test_admin_list.py",
    "tests/campaigns/test_scenario_lists.py",
    "tests/warbands/test_lists.py",
    "tests/warbands/test_list_actions.py",
    "tests/warbands/test_collections.py",
    # Input of every kind.
    "tests/campaigns/test_hostile_players.py",
    "tests/campaigns/test_odd_posts.py",
    "tests/warbands/test_odd_keys.py",
    # What a campaign is made of, and jobs: many statements that must be right together.
    "tests/campaigns/test_any_campaign.py",
    "tests/campaigns/test_campaigns.py",
    "tests/campaigns/test_people.py",
    "tests/campaigns/test_scenarios.py",
    "tests/campaigns/test_warbands.py",
    "tests/common/test_prepared.py",
    "tests/jobs/test_workers.py",
)
CODE = {".py", ".html", ".json", ".txt", ".yaml"}
"""The endings of the files that decide what a test sends."""
NOT_CODE = {"docs", "node_modules", "var"}
IS_RECORDED = os.environ.get("MUSTER_THOROUGH") == "1"

_LISTS = re.compile(r"%s(?:, %s)+")
_ROWS = re.compile(r"\(%s\)(?:, \(%s\))+")
_NUMBERS = re.compile(r"\b\d+\b")
_SAVEPOINTS = re.compile(r"^(SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT) .*")
_ODD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\U00010000-\U0010ffff]")
_LONG, _LARGE = 500, 2**31 - 1
_START = 20  # A test takes time before it sends anything: as much as this many statements.

_shapes: dict[str, int] = {}


@dataclass
class SentNumbers:
    """What a test of this process sent: the numbers of the shapes, and how many statements there were in all."""

    shapes: set[int] = field(default_factory=set)
    count: int = 0


@dataclass(frozen=True)
class SentStatements:
    """What a test sends: the shapes of its statements, and how many statements there are in all."""

    shapes: frozenset[str]
    count: int


sent_by_test: dict[str, SentNumbers] = {}


@contextmanager
def recorded(test: str) -> Iterator[None]:
    """Record what this test sends to the database."""
    sent = sent_by_test.setdefault(test, SentNumbers())

    def record(execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: dict[str, Any]) -> Any:
        sent.shapes.add(_number(sql, bool(parameters) and not many and any(map(_is_odd, parameters))))
        sent.count += 1
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(record):
        yield


def keep(folder: Path) -> None:
    """Keep what was recorded in this process, and remove the records of other code."""
    if not sent_by_test:
        return
    own = folder / code_mark()
    for old in folder.iterdir():
        if old != own:
            shutil.rmtree(old, ignore_errors=True)
    own.mkdir(exist_ok=True)
    tests = {test: [sent.count, *sorted(sent.shapes)] for test, sent in sent_by_test.items()}
    document = {"statements": list(_shapes), "tests": tests}
    (own / f"{os.getpid()}.json").write_text(json.dumps(document), encoding="utf-8")


def read(folder: Path) -> dict[str, SentStatements]:
    """Return what each test sends, by runs of this very code."""
    record: dict[str, SentStatements] = {}
    for path in sorted((folder / code_mark()).glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        statements = document["statements"]
        for test, (count, *numbers) in document["tests"].items():
            record[test] = SentStatements(frozenset(statements[number] for number in numbers), count)
    return record


def choose(record: Mapping[str, SentStatements], always: Iterable[str]) -> set[str]:
    """Return ``always`` and tests of a record that send each of its statements, in as little time as may be."""
    chosen = set(always)
    sent = {shape for test in chosen & record.keys() for shape in record[test].shapes}

    def worth(test: str) -> float:
        """Return how many shapes a test adds to those that are sent, for what it takes."""
        return len(record[test].shapes - sent) / (record[test].count + _START)

    left = [(-worth(test), test) for test in record.keys() - chosen]
    heapq.heapify(left)
    while left:
        _, test = heapq.heappop(left)
        # Others may have been chosen since it was looked at: then it adds less, and may be worth less than the next.
        if (now := worth(test)) and left and now < -left[0][0]:
            heapq.heappush(left, (-now, test))
        elif now:
            chosen.add(test)
            sent |= record[test].shapes
    return chosen


def is_always_run(item: pytest.Item) -> bool:
    """Return True if a test runs on PostgreSQL whatever it sends."""
    mark = item.get_closest_marker("django_db")
    return item.nodeid.split("::")[0] in ALWAYS or bool(mark and mark.kwargs.get("transaction"))


def _is_odd(value: object) -> bool:
    """Return True for a value that not all databases take alike."""
    if isinstance(value, str):
        return len(value) > _LONG or _ODD.search(value) is not None
    return isinstance(value, int) and abs(value) > _LARGE


@functools.cache
def _number(sql: str, is_odd: bool) -> int:
    """Return the number of a statement's shape: lists of any length and other limits make none of its own."""
    shape = _SAVEPOINTS.sub(r"\1", _NUMBERS.sub("0", _ROWS.sub("(%s)", _LISTS.sub("%s", sql))))
    return _shapes.setdefault(f"{shape} -- with odd values" if is_odd else shape, len(_shapes))


@functools.cache
def code_mark() -> str:
    """Return what tells this code from any other."""
    digest = hashlib.sha256(django.__version__.encode())
    for room in sorted(ROOT.iterdir()):
        if room.is_dir() and room.name not in NOT_CODE and not room.name.startswith("."):
            for path in sorted(room.rglob("*")):
                if path.suffix in CODE:
                    digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()
