"""Duels as pages and programs play them in tests."""

from typing import Any

from adventures.services.adventures import adventure_make
from rules.adventures.state import Adventure
from tests.adventures.pages import join, press
from tests.adventures.play import SEED, AdventureTable
from tests.rules.adventures.duels import duel, readied
from tests.warbands.verbs import account, text_of


def duel_table_of(adventure: Adventure | None = None, *, begun: bool = True) -> AdventureTable:
    """A duel that ada runs and bo plays in by the link; Ana is the party's, Red the other side's."""
    person = account("ada")
    row = adventure_make(owner=person.owner, adventure=adventure or duel(), seed=SEED)
    table = AdventureTable(row.key, {"ada": person})
    join(table, "bo", account("bo"))
    if begun:
        table.do(*readied())
    return table


def done(table: AdventureTable, person: str = "ada", **fields: Any) -> None:
    """Press a button; it is not refused."""
    answer = press(table, person, **fields)
    assert answer.status_code == 302, text_of(answer)[:2_000]


def chosen(
    table: AdventureTable, first: str = "Perception", second: str = "Perception", **faces: int
) -> AdventureTable:
    """Both choose their initiative: bo for Ana, ada for Red."""
    done(table, "bo", do="duel-initiative", participant="n1", skill=first, face=faces.get("ana", ""))
    done(table, "ada", do="duel-initiative", participant="n2", skill=second, face=faces.get("red", ""))
    return table
