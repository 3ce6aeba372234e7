"""Random evenings: events that might be done with an adventure, of every kind."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from rules.adventures.events.checks import CheckAdjusted, CheckGranted, CheckRolled
from rules.adventures.events.event import AdventureEvent
from rules.adventures.events.running import ActPassed, AdventureNoted, AdventureRoundEnded, HiddenFactShown
from rules.adventures.fold import begin_adventure, play_adventure_event
from rules.adventures.state import ORGANIZER, Adventure, AdventureState
from rules.combat.log import LogEntry
from rules.errors import ChangeRefused
from tests.rules.adventures.own_events import CHOICES, own_event
from tests.rules.adventures.parties import MEMBER, NAMED

SKILLS = ("Diplomacy", "Athletics", "Perception", "Society", "Nature", "Academia Lore")
STEPS = 30


def random_event(state: AdventureState, chance: Random) -> AdventureEvent:
    """Return something that might be done now; it may be refused."""
    who = chance.choice(("w1.m1", "n1"))
    hidden = sorted(state.hidden)
    match chance.randrange(12):
        case 0:
            return AdventureRoundEnded()
        case 1 if hidden:
            return HiddenFactShown(chance.choice(hidden))
        case 2:
            applies = (chance.choice(hidden),) if hidden else ()
            return CheckAdjusted(
                who, "A reason", bonus=chance.randint(0, 2), dc_change=chance.randint(-2, 2), applies=applies
            )
        case 3:
            return ActPassed(who)
        case 4:
            return AdventureNoted("A note", hidden=True)
        case 5 | 6:
            return own_event(state, chance) or ActPassed(who)
    actions = state.adventure.kind.actions
    if not actions:
        return own_event(state, chance) or AdventureNoted("A note")
    action = chance.choice(actions)
    targets = action.targets(state)
    target = chance.choice(targets) if targets else None
    key = target.key if target else ""
    choices = tuple(chance.choice(row) for row in CHOICES.get(action.key, ()))
    if chance.random() < 0.1:
        return CheckGranted(action.key, who, key, "success", "An idea", choices)
    skills = (*(target.skills if target else ()), *SKILLS)
    return CheckRolled(action.key, who, key, chance.choice(skills), chance.randint(1, 20), choices=choices)


def random_evening(adventure: Adventure, seed: int) -> Iterator[tuple[AdventureEvent, AdventureState]]:
    """Yield events that can be played, each with the state after it."""
    chance, state = Random(seed), begin_adventure(adventure)
    for _ in range(STEPS):
        event = random_event(state, chance)
        try:
            state = play_adventure_event(state, event, ORGANIZER)
        except ChangeRefused:
            continue
        yield event, state


def evening_entries(adventure: Adventure, seed: int) -> tuple[LogEntry, ...]:
    """The log of a random evening."""
    return tuple(LogEntry(n, n, ORGANIZER, event) for n, (event, _) in enumerate(random_evening(adventure, seed), 1))


def with_party(adventure: Adventure) -> Adventure:
    """The adventure with the two participants of these tests."""
    return replace(adventure, participants=(MEMBER, NAMED))
