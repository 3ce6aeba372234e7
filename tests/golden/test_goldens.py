"""What the rules answered when it was recorded is what they answer now: numbers, codes and order.

A failure names each row that differs. Where the change is meant, ``tests/golden/record.py`` says when and how to
record anew.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.legality.verdict import CODES
from tests.golden.files import CARDS, ROSTERS, VERDICTS, is_empty, read
from tests.golden.record import RECORDED
from tests.golden.rosters import NUMBER

SHOWN = 40
"""How many differences a failure tells."""

Row = Mapping[str, Any]


def differences(old: Any, new: Any, fields: frozenset[str] | None, where: str) -> Iterator[str]:
    """Yield where a recorded value and that of today differ.

    An empty field is as good as a missing one. With ``fields``, the names that there were when it was recorded, others
    may have come since.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for name in old | {name: None for name in new if fields is None or name in fields}:
            yield from differences(old.get(name), new.get(name), fields, f"{where}.{name}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, pair in enumerate(zip(old, new, strict=True)):
            yield from differences(*pair, fields, f"{where}[{place}]")
    elif old != new and not (is_empty(old) and is_empty(new)):
        yield f"{where}: was {old!r}, is {new!r}"


def name_of(row: Row) -> str:
    """Return what tells a row from the others of its file: its first field."""
    return next(f"{key} {value}" for key, value in row.items())


def compared(recorded: Iterable[Row], today: Iterable[Row], fields: frozenset[str] | None = None) -> Iterator[str]:
    """Yield every difference between the rows that were recorded and those of today."""
    old, new = ({name_of(row): row for row in rows} for rows in (recorded, today))
    yield from (f"{name}: is gone" for name in old if name not in new)
    yield from (f"{name}: was not there" for name in new if name not in old)
    for name in old.keys() & new.keys():
        yield from differences(old[name], new[name], fields, name)
    if old.keys() == new.keys() and list(old) != list(new):
        yield "the rows stand in another order"


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_the_rules_answer_as_they_did(path: Path) -> None:
    recorded, today = read(path), list(RECORDED[path]())
    fields = frozenset(recorded.pop(0)["fields"]) if path == CARDS else None
    changes = sorted(compared(recorded, today[1:] if fields else today, fields))
    answer = [*changes[:SHOWN], *([f"and {len(changes) - SHOWN} more"] if len(changes) > SHOWN else [])]
    assert not changes, f"{len(changes)} differences from {path.name}:\n" + "\n".join(answer)


def test_the_verdicts_have_every_problem_of_the_contract() -> None:
    rows = read(VERDICTS)
    assert len(rows) == len(read(ROSTERS)) >= NUMBER
    codes = {problem.split()[0] for row in rows for problem, _ in row["problems"]}
    assert codes == set(CODES)


def test_a_difference_is_told_and_a_new_field_is_not() -> None:
    old = [{"card": "boar", "level": 2, "range": {"kind": "melee"}}, {"card": "wolf", "level": 0}]
    fields = frozenset({"level", "range", "kind", "squares"})
    new = [{"card": "boar", "level": 2, "range": {"kind": "melee", "fuel": "oil"}}, {"card": "wolf", "level": 0}]
    assert list(compared(old, new, fields)) == []
    assert list(compared(old, [{"card": "boar", "level": 3, "range": {"kind": "melee", "squares": 2}}], fields)) == [
        "card wolf: is gone",
        "card boar.level: was 2, is 3",
        "card boar.range.squares: was None, is 2",
    ]
    assert list(compared(old, old[::-1], fields)) == ["the rows stand in another order"]
