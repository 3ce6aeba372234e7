"""Fights of any family as ``muster-battle/1``: they name it, earlier documents open, unknown rules are refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.combat.answers import FacesRolled
from rules.combat.events import FightBegun
from rules.combat.log import LogEntry, LogEvent, StepUndone
from rules.combat.resolution import RollAsk
from rules.errors import DocumentError
from rules.families import FAMILIES, UnknownFamily, family_of
from rules.families.documents import (
    BattleDocument,
    battle_document,
    battle_from_document,
    battle_from_json,
    replay,
    replayed_states,
    states_of,
)
from rules.p2v_combat.family import P2V
from tests.rules.combat.coins import COINS, Tossed, coin_setup

EARLIER = Path(__file__).parents[1] / "p2v_combat" / "a-battle.json"
"""A document that was written before fights named their family."""


@pytest.fixture(autouse=True)
def _coins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, COINS.key, COINS)


def _tossed(*events: tuple[str | None, LogEvent]) -> BattleDocument:
    entries = tuple(LogEntry(number, number, side, event) for number, (side, event) in enumerate(events, start=1))
    return BattleDocument(coin_setup(), entries, COINS)


def without_triggers(value: Any) -> Any:
    """Return a document without the triggers of its cards."""
    if isinstance(value, dict):
        return {name: without_triggers(inner) for name, inner in value.items() if name != "triggers"}
    return [without_triggers(inner) for inner in value] if isinstance(value, list) else value


def test_a_document_of_before_is_of_path_2_victory_and_is_written_with_its_family() -> None:
    text = EARLIER.read_bytes()
    assert "family" not in json.loads(text)
    battle = battle_from_json(text)
    assert battle.family is P2V
    written = battle_document(battle)
    assert written["family"] == "p2v"
    # The sentences of triggers are read as a document is opened.
    assert {**json.loads(text), "family": "p2v"} == without_triggers(json.loads(json.dumps(written)))


def test_a_fight_of_another_family_is_read_as_written_and_replays() -> None:
    fight = _tossed(("b", FightBegun()), ("a", Tossed("a.1", "b.1")), (None, FacesRolled((2,), False)))
    document = json.loads(json.dumps(battle_document(fight)))
    assert document["family"] == "coins"
    assert battle_from_document(document) == fight
    replayed = replay(fight)
    states = list(replayed_states(fight.family, replayed))
    assert [state["entry"] for state in states] == [0, 1, 2, 3]
    assert (states[2]["asks"]["kind"], replayed.problems) == ("roll", [])


def test_the_game_master_takes_back_what_players_did_in_documents_too() -> None:
    fight = _tossed(("b", FightBegun()), ("a", Tossed("a.1", "b.1")), ("b", StepUndone(2)))
    assert [entry.number for entry in fight.live] == [1]
    assert COINS.pending(list(states_of(fight))[-1][1]) is None
    by_player = _tossed(("b", FightBegun()), ("a", StepUndone(1)))
    assert replay(by_player).fault is not None


def test_rules_that_are_not_there_are_refused_with_their_place() -> None:
    with pytest.raises(DocumentError) as refused:
        battle_from_document({**battle_document(_tossed()), "family": "chess"})
    assert refused.value.path == "family"
    with pytest.raises(UnknownFamily):
        family_of("chess")


def test_an_event_of_another_family_does_not_get_into_a_log() -> None:
    document = battle_document(_tossed(("b", FightBegun())))
    event = {"kind": "activated", "creatures": ["a.1"]}
    with pytest.raises(DocumentError) as refused:
        battle_from_document({**document, "log": [{"number": 1, "step": 1, "side": "a", "event": event}]})
    assert refused.value.path == "log[0].event.kind"


def test_a_state_says_what_is_asked_and_without_what_is_hidden() -> None:
    fight = _tossed(("b", FightBegun()), ("a", Tossed("a.1", "b.1")))
    state = replay(fight).last
    assert isinstance(COINS.pending(state), RollAsk)
    assert [combatant["luck"] for combatant in COINS.state_document(state, sees_hidden=False)["combatants"]] == [
        2,
        None,
    ]
    assert [document["sheet"] is None for document in COINS.creature_documents(state, sees_hidden=False)] == [
        False,
        True,
    ]
    assert COINS.standing(state) == ("Ann: Luck 2 of 2", "Bo: Luck 2 of 2")
