"""Families that declare what they need: documents, events, what is asked, what is set by hand, what is hidden."""

import json

import pytest

from rules.combat.answers import FacesRolled
from rules.combat.events import CombatantJoined, FightBegun, FightEnded, HandSet
from rules.combat.log import LogEvent
from rules.combat.resolution import ChoiceAsk, OfferAsk, OfferedAct, Option, RollAsk
from rules.combat.state import FightState
from rules.documents.reading import Fields
from rules.errors import ChangeRefused, DocumentError
from tests.rules.combat.coins import COINS, TOSSER, Tossed, coin_setup


def _played(*events: LogEvent, luck: int = 2) -> FightState:
    state = COINS.begin(coin_setup(luck))
    for event in events:
        state = COINS.play(state, event, None)
    return state


def test_a_set_up_reads_back_as_written_and_refuses_what_does_not_fit() -> None:
    document = json.loads(json.dumps(COINS.setup_document(coin_setup())))
    assert COINS.setup_from(Fields(document)) == coin_setup()
    for path, value in (("master", "c"), ("combatants", [{"id": "a.1", "side": "a", "sheet": 7}]), ("odd", 1)):
        with pytest.raises(DocumentError):
            COINS.setup_from(Fields({**document, path: value}))


def test_events_read_back_and_are_played_in_turn() -> None:
    events: tuple[LogEvent, ...] = (FightBegun(), Tossed("a.1", "b.1"), FacesRolled((2,), False))
    assert tuple(COINS.event_from(COINS.event_document(event)) for event in events) == events
    state = _played(*events)
    assert state.combatant("b.1").luck == 1
    assert COINS.pending(state) is None


def test_a_toss_asks_for_a_coin_at_its_own_place_and_takes_no_other_face() -> None:
    state = _played(FightBegun(), Tossed("a.1", "b.1"))
    ask = COINS.pending(state)
    assert isinstance(ask, RollAsk)
    assert ask.place == ("r1", 0, "a.1", "toss", 1)
    assert ask.side == "a"
    with pytest.raises(ChangeRefused):
        COINS.play(state, FacesRolled((3,), True), "a")


def test_the_last_luck_ends_the_fight_and_nothing_follows() -> None:
    state = _played(FightBegun(), Tossed("a.1", "b.1"), FacesRolled((2,), False), luck=1)
    assert COINS.is_over(state)
    assert state.outcome is not None
    assert state.outcome.winner == "a"
    with pytest.raises(ChangeRefused):
        COINS.play(state, Tossed("a.1", "b.1"), "a")


def test_a_number_is_set_by_hand_within_its_bounds_and_with_its_reason() -> None:
    state = _played(FightBegun(), HandSet("a.1", "luck", "5", "A gift"))
    assert state.combatant("a.1").luck == 5
    assert state.notes[-1].why == ("A gift",)
    for value in ("10", "-1", "many", ""):
        with pytest.raises(ChangeRefused):
            COINS.play(state, HandSet("a.1", "luck", value, ""), None)
    with pytest.raises(ChangeRefused):
        COINS.play(state, HandSet("a.1", "height", "5", ""), None)


def test_a_combatant_joins_with_a_sheet_that_fits_and_with_no_other() -> None:
    joins = CombatantJoined("b", "", {"kind": TOSSER.key, "name": "Cy", "luck": 3})
    state = _played(FightBegun(), joins)
    assert state.name("b.2") == "Cy"
    with pytest.raises(ChangeRefused, match="luck"):
        COINS.play(state, CombatantJoined("b", "", {"kind": TOSSER.key, "name": "Di", "luck": 99}), None)


def test_only_the_game_master_begins_and_ends_a_fight() -> None:
    state = _played(FightBegun())
    assert COINS.whose(state, FightEnded(None, "Rain.")) == "b"
    assert COINS.whose(state, Tossed("a.1", "b.1")) == "a"
    assert COINS.whose(state, HandSet("a.1", "luck", "5", "")) is None
    assert COINS.arbiters(state.setup) == ("b",)


def test_what_the_game_masters_have_left_is_left_out_for_others() -> None:
    document = COINS.state_document(_played(FightBegun()), sees_hidden=False)
    assert [combatant["luck"] for combatant in document["combatants"]] == [2, None]


def test_a_note_does_not_tell_what_one_of_the_game_masters_is_set_to() -> None:
    begun = _played(FightBegun())
    assert "set to 7" in COINS.play(begun, HandSet("a.1", "luck", "7", ""), "a").notes[-1].text
    hidden = COINS.play(begun, HandSet("b.1", "luck", "7", ""), "b")
    assert hidden.combatant("b.1").luck == 7
    assert "7" not in hidden.notes[-1].text


def test_what_the_game_masters_combatants_could_do_is_asked_of_no_one_else() -> None:
    state = _played(FightBegun())
    acts = (OfferedAct("a.1", "parry", "Parry"), OfferedAct("b.1", "bite", "Bite"))
    assert COINS.shown_ask(state, OfferAsk(("a", "b"), "A blow", acts)) == OfferAsk(("a", "b"), "A blow", acts[:1])
    for side, is_whole in (("a", True), ("b", False)):
        choice = ChoiceAsk(side, "A prize", (Option("gold", "Gold"),))
        roll = RollAsk(1, 20, "A blow", side, ("r1",), need=7, chances=(("hit", 14),))
        assert (COINS.shown_ask(state, choice) == choice) is is_whole
        assert (COINS.shown_ask(state, roll) == roll) is is_whole
    hidden = COINS.shown_ask(state, RollAsk(1, 20, "A blow", "b", ("r1",), need=7))
    assert isinstance(hidden, RollAsk)
    assert (hidden.dice, hidden.reason, hidden.need) == (1, "A blow", None)
