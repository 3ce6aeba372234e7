"""What many tests find in the compendium: stored the long way once in each process, its rows copied from then on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connection, transaction
from django.utils import timezone

from compendium.models import CardRevision, Creature, CreatureFacet, Feat, Feature, GlossaryTerm, Item, Source, Spell
from compendium.services.builtin import LoadReport, compendium_load
from tests.replays import passing

MODELS = (Source, Creature, CardRevision, Feature, CreatureFacet, Item, Feat, Spell, GlossaryTerm)

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class _Kept(Generic[Answer]):
    answer: Answer
    tables: list[tuple[str, list[tuple[Any, ...]]]]
    """For each table the statement that inserts its rows, and the rows as the database gave them."""


_kept: dict[Callable[[], Any], _Kept[Any]] = {}


def copied(fill: Callable[[], Answer]) -> Answer:
    """Store in an empty compendium what ``fill`` stores there, and return what it returns."""
    with passing(fill):
        return _copied(fill)


def _copied(fill: Callable[[], Answer]) -> Answer:
    assert not Source.objects.exists(), "only into an empty compendium can rows be copied"
    if fill not in _kept:
        answer = fill()
        with connection.cursor() as cursor:
            _kept[fill] = _Kept(answer, [_table(cursor, model._meta.db_table) for model in MODELS])
        return answer
    kept = _kept[fill]
    # A creature and its revision name each other: the database checks that at the end of the transaction.
    with transaction.atomic(), connection.cursor() as cursor:
        for statement, rows in kept.tables:
            cursor.executemany(statement, rows)
        # Made at a moment of their own: cards that the process knows by the moment are read anew in each test.
        CardRevision.objects.update(made_at=timezone.now())
    return kept.answer


def built_in_compendium() -> LoadReport:
    """Store everything that comes with Muster, as its first load does."""
    return copied(compendium_load)


def _table(cursor: Any, name: str) -> tuple[str, list[tuple[Any, ...]]]:
    cursor.execute(f'SELECT * FROM "{name}"')
    columns = [column[0] for column in cursor.description]
    named, marks = ", ".join(f'"{column}"' for column in columns), ", ".join(["%s"] * len(columns))
    return f'INSERT INTO "{name}" ({named}) VALUES ({marks})', cursor.fetchall()
