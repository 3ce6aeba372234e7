"""What holds in every declared family: logs replay, undo is exact, and nothing that is sent breaks a fight."""

import json
from collections.abc import Iterator

import pytest

from rules.combat.answers import FacesRolled
from rules.combat.declared import DeclaredFamily
from rules.combat.events import HandSet
from rules.combat.log import LogEntry, LogEvent, StepRedone, StepUndone, live_entries
from rules.combat.resolution import FightOffer, OfferField, RollAsk
from rules.combat.state import FightState
from rules.documents.reading import Fields
from rules.errors import ChangeRefused
from tests.examples import tried
from tests.rules.combat.every_fight import EVERY_FIGHT, TriedFamily
from tests.rules.combat.random_fights import RandomFight

each_family = pytest.mark.parametrize("key", sorted(EVERY_FIGHT))
FIGHTS = tried(24)
EVENTS = 60


def _folded(trial: TriedFamily, entries: list[LogEntry]) -> FightState:
    family = trial.family
    state: FightState = family.begin(
        family.setup_from(Fields(json.loads(json.dumps(family.setup_document(trial.setup)))))
    )
    for entry in entries:
        event = family.event_from(json.loads(json.dumps(family.event_document(entry.event))))
        state = family.play(state, event, entry.side)
    return state


@each_family
def test_every_prefix_of_a_log_replays_to_the_state_that_was_played(key: str) -> None:
    for seed in range(FIGHTS):
        fight = RandomFight(EVERY_FIGHT[key], seed).play(EVENTS)
        cut = fight.dice.randint(0, len(fight.entries))
        assert _folded(EVERY_FIGHT[key], fight.entries[:cut]) == fight.states[cut]
        assert _folded(EVERY_FIGHT[key], fight.entries) == fight.state


@each_family
def test_undo_and_redo_are_exact(key: str) -> None:
    trial = EVERY_FIGHT[key]
    for seed in range(FIGHTS):
        fight = RandomFight(trial, seed).play(EVENTS)
        people, arbiters = trial.setup.people, trial.family.arbiters(trial.setup)
        count = len(fight.entries)
        back = fight.dice.randint(1, count)
        undone = [
            LogEntry(count + place, count + place, trial.setup.master, StepUndone(count + 1 - place))
            for place in range(1, back + 1)
        ]
        log = [*fight.entries, *undone]
        assert _folded(trial, live_entries(log, people, arbiters)) == fight.states[count - back]
        number = len(log) + 1
        log.append(LogEntry(number, number, trial.setup.master, StepRedone(count - back + 1)))
        assert _folded(trial, live_entries(log, people, arbiters)) == fight.states[count - back + 1]


@each_family
def test_events_made_of_anything_are_played_or_refused_in_words(key: str) -> None:
    for seed in range(FIGHTS):
        fight = RandomFight(EVERY_FIGHT[key], 1_000 + seed)
        for _ in range(EVENTS):
            if fight.is_over:
                break
            fight.attack()
            _shown(fight)
            if fight.dice.random() < 0.3 and not fight.is_over:
                fight.step()
        assert all(fight.refusals)


def _shown(fight: RandomFight) -> None:
    """Show everything that pages and programs show."""
    family, state = fight.family, fight.state
    family.headline(state)
    family.goal(state)
    for combatant in state.combatants:
        for sees_hidden in (True, False):
            assert family.row(state, combatant, sees_hidden=sees_hidden).id == combatant
        family.panel(state, combatant)
    json.dumps(family.state_document(state, sees_hidden=False))


@each_family
def test_rows_of_the_game_masters_combatants_tell_nothing_of_what_is_left(key: str) -> None:
    trial = EVERY_FIGHT[key]
    fight = RandomFight(trial, 3).play(EVENTS)
    for combatant in fight.state.combatants:
        assert trial.family.row(fight.state, combatant, sees_hidden=False).meters == ()


@each_family
def test_offers_are_forms_of_events_of_their_family(key: str) -> None:
    trial = EVERY_FIGHT[key]
    faults: list[str] = []
    for seed in range(FIGHTS):
        fight = RandomFight(trial, 2_000 + seed)
        for _ in range(EVENTS):
            faults += [fault for offer in trial.family.offers(fight.state) for fault in _faults(fight, offer)]
            if not fight.is_over:
                fight.step()
    assert faults == []


def _faults(fight: RandomFight, offer: FightOffer) -> list[str]:
    """Return what is wrong with an offer: fields that are parts too, or usual values that its fields do not allow."""
    faults = [f"{offer.label}: {field.name}" for field in offer.fields if field.name in offer.parts]
    fight.drawn(offer)
    for field in offer.fields:
        if (
            field.type == "choice"
            and field.value is not None
            and field.value not in [option.key for option in field.options]
        ):
            faults.append(f"{offer.label}: {field.name} is usually {field.value}")
        if field.type == "number" and not field.low <= (field.value or field.low) <= field.high:
            faults.append(f"{offer.label}: {field.name} is usually {field.value}")
        if len(field.label) > 60:
            faults.append(f"{offer.label}: the label of {field.name} is long")
    return faults


@each_family
def test_what_is_hidden_shows_in_nothing_that_others_get(key: str) -> None:
    # Two fights differ in one number of a game master's combatant, which the family keeps from others, and go on alike.
    trial, compared = EVERY_FIGHT[key], 0
    for seed in range(FIGHTS):
        fight = RandomFight(trial, 3_000 + seed).play(15)
        for combatant, declared in _numbers_of_the_master(trial.family, fight.state):
            pair = [fight.state, fight.state]
            less, more = (HandSet(combatant, declared.name, str(declared.value - by), "") for by in (1, 0))
            if not _go_on(trial, pair, less, more) or not _is_hidden(trial.family, pair, combatant):
                continue
            for _ in range(4):
                compared += 1
                told = [_told(trial.family, state) for state in pair]
                assert told[0] == told[1], (seed, declared.name)
                event = _next(fight, pair[0])
                if event is None or not _go_on(trial, pair, event, event) or not _stand_alike(trial.family, pair):
                    break
    assert compared > 0


@each_family
def test_no_refusal_tells_players_what_is_hidden(key: str) -> None:
    trial, compared = EVERY_FIGHT[key], 0
    for seed in range(FIGHTS):
        fight = RandomFight(trial, 4_000 + seed).play(15)
        for combatant, declared in _numbers_of_the_master(trial.family, fight.state):
            for less in {declared.low, declared.value - 1}:
                pair = [fight.state, fight.state]
                sets = [HandSet(combatant, declared.name, str(value), "") for value in (less, declared.value)]
                if not _go_on(trial, pair, *sets) or not _is_hidden(trial.family, pair, combatant):
                    continue
                for event in _of_players(fight, 6):
                    compared += 1
                    assert _refusal(trial.family, pair[0], event) == _refusal(trial.family, pair[1], event), (
                        seed,
                        event,
                    )
    assert compared > 0


def _of_players(fight: RandomFight, draws: int) -> Iterator[LogEvent]:
    """Yield what players may send: offers filled in by chance and events made of anything, without the master's."""
    family, state = fight.family, fight.state
    is_open = family.pending(state) is None and state.phase == "playing"
    offers = [offer for offer in family.offers(state) if offer.side != state.setup.master] if is_open else []
    for _ in range(draws):
        is_offered = bool(offers) and fight.dice.random() < 0.6
        event = fight.drawn(fight.dice.choice(offers)) if is_offered else fight.made_of_anything()
        if event is not None and family.whose(state, event) != state.setup.master:
            yield event


def _refusal(family: DeclaredFamily, state: FightState, event: LogEvent) -> str:
    """Return why an event is refused, "" where it is not."""
    try:
        family.play(state, event, state.setup.party[0])
    except ChangeRefused as refused:
        return refused.message
    return ""


def _go_on(trial: TriedFamily, pair: list[FightState], first: LogEvent, second: LogEvent) -> bool:
    """Play an event in each of two fights; return False where one of them refuses it."""
    try:
        pair[:] = [trial.family.play(state, event, None) for state, event in zip(pair, (first, second), strict=True)]
    except ChangeRefused:
        return False
    return True


def _next(fight: RandomFight, state: FightState) -> LogEvent | None:
    """Return what may come next: faces of dice that are asked for, or an offer filled in by chance."""
    ask = fight.family.pending(state)
    if isinstance(ask, RollAsk):
        return FacesRolled(tuple(fight.dice.randint(1, ask.sides) for _ in range(ask.dice)), False)
    offers = fight.family.offers(state) if ask is None and state.phase == "playing" else ()
    return fight.drawn(fight.dice.choice(offers)) if offers else None


def _is_hidden(family: DeclaredFamily, pair: list[FightState], combatant: str) -> bool:
    """Return True if the family keeps from others what two fights differ in."""
    documents = [family.combatant_document(state, combatant, sees_hidden=False) for state in pair]
    return documents[0] == documents[1] and _stand_alike(family, pair)


def _stand_alike(family: DeclaredFamily, pair: list[FightState]) -> bool:
    """Return True if two fights stand alike in what is open: how combatants stand, and that something is asked."""
    rows = [[family.row(state, combatant, sees_hidden=False) for combatant in state.combatants] for state in pair]
    stand = [[(row.standing, row.is_out) for row in each] for each in rows]
    asks = [type(family.pending(state)) for state in pair]
    return stand[0] == stand[1] and pair[0].phase == pair[1].phase and asks[0] == asks[1]


def _numbers_of_the_master(family: DeclaredFamily, state: FightState) -> Iterator[tuple[str, OfferField]]:
    for combatant in state.combatants if state.phase == "playing" else ():
        for declared in family.hand_fields(state, combatant) if state.is_master(combatant) else ():
            if declared.type == "number" and declared.low < (declared.value or 0) <= declared.high:
                yield combatant, declared


def _told(family: DeclaredFamily, state: FightState) -> tuple[object, ...]:
    """Return what everybody gets of a state."""
    ask = family.pending(state)
    return (
        family.state_document(state, sees_hidden=False),
        [family.row(state, combatant, sees_hidden=False) for combatant in state.combatants],
        family.creature_documents(state, sees_hidden=False),
        family.headline(state),
        family.goal(state),
        state.notes,
        tuple(offer for offer in family.offers(state) if offer.side != state.setup.master),
        ask and family.shown_ask(state, ask),
    )
