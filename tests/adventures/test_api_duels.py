"""Duels by programs: the buttons of the page, and choices that no answer tells before their time."""

import pytest

from tests.adventures.api_play import joined, place, pressed, sent
from tests.adventures.duel_tables import duel_table_of
from tests.adventures.play import AdventureTable
from tests.programs import Program, error_of, program_of, told

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]
READS = ("", "?round=1", "events/", "receipts/", "document/", "options/", "summary/")


def turn(table: AdventureTable, program: Program) -> None:
    """The next duelist begins its turn and ends it."""
    battle = table.state.own.battle
    who = next(duelist.participant for duelist in table.state.own.duelists if duelist.side == battle.next_side)
    told(sent(program, table.key, "duel-turn-begun", participant=who), 201)
    told(pressed(program, table.key, "duel-turn-end", participant=who), 201)


def choices(table: AdventureTable) -> set[str]:
    """Return the skills that are known of the choices of initiative."""
    return {choice.skill for choice in table.state.own.choices}


def test_sealed_choices_of_programs_are_told_when_the_round_or_the_duel_is_over() -> None:
    table = duel_table_of()
    ada = program_of(table.people["ada"].owner)
    bo, shown = joined(ada, table.key, table.people["bo"])
    before = {(name, rest): told_text(ada, bo, shown, table, name, rest) for name in ("ada", "bo") for rest in READS}
    told(pressed(bo, table.key, "duel-initiative", participant="n1", skill="Deception", **shown), 201)
    for (name, rest), text in before.items():
        now = told_text(ada, bo, shown, table, name, rest)
        # What may be chosen is no longer offered, whatever was chosen; nothing tells the choice from the others.
        gone = {text.count(skill) - now.count(skill) for skill in ("Deception", "Intimidation")}
        assert len(gone) == 1, (name, rest)
        assert rest == "options/" or gone == {0}, (name, rest)
    told(pressed(ada, table.key, "duel-initiative", participant="n2", skill="Intimidation"), 201)
    assert choices(table) == {""}
    for _ in range(2):
        turn(table, ada)
    assert choices(table) == {"Deception", "Intimidation"}
    assert told(bo.get(place(table.key), **shown))["state"]["round"] == 2
    for participant, skill in (("n1", "Perception"), ("n2", "Perception")):
        told(pressed(ada, table.key, "duel-initiative", participant=participant, skill=skill), 201)
    assert error_of(sent(ada, table.key, "initiative-shown", shown=[])) == (400, "document.value")
    ended = told(sent(bo, table.key, "duel-yielded", participant="n1", **shown), 201)
    assert ended["over"]
    assert choices(table) == {"Deception", "Intimidation", "Perception"}


def told_text(ada: Program, bo: Program, shown: dict[str, str], table: AdventureTable, name: str, rest: str) -> str:
    """Return what an address tells one of the two."""
    answer = ada.get(place(table.key, rest)) if name == "ada" else bo.get(place(table.key, rest), **shown)
    assert answer.status_code == 200, rest
    text: str = answer.content.decode()
    return text
