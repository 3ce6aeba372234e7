"""Adventures whose every text is hostile."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.adventures.state import AdventureState
from rules.combat.log import log_event_document
from rules.documents.records import declared_parts
from tests.rules.adventures.evenings import random_event


def words_of(state: AdventureState) -> list[str]:
    """Keys that mean something somewhere: of facts, actions, participants, secrets, and what the facts are made of."""
    words = {"", "x", "w1.m1", "n1", "party", "others", "learnt:1", "skill", "success", "critical success", "entered"}
    words |= {action.key for action in state.adventure.kind.actions}
    words |= set(state.adventure.kind.hidden_facts(state))
    words |= {target.key for action in state.adventure.kind.actions for target in action.targets(state)}
    document = state.adventure.kind.facts_shape.write(state.facts)
    words |= {row["key"] for rows in document.values() if isinstance(rows, list) for row in rows if "key" in row}
    return sorted(words)


def hostile_value(words: list[str], chance: Random) -> Any:
    match chance.randrange(9):
        case 0:
            return chance.choice((0, 1, 2, 20, -1, 1_000, -1_000, 10**9))
        case 1:
            return chance.choice((True, False, None))
        case 2:
            return [chance.choice(words) for _ in range(chance.randrange(4))]
        case 3:
            return {"key": "new", "name": "New", "id": "n9"}
        case 4:
            return chance.randint(1, 20)
    return chance.choice(words)


def hostile_document(state: AdventureState, kinds: Sequence[Any], words: list[str], chance: Random) -> dict[str, Any]:
    """The document of an event that might be done, mostly with one part of it exchanged, or with parts by chance."""
    if chance.random() < 0.7:
        document = log_event_document(random_event(state, chance))
        if chance.random() < 0.3:
            # What is harmless takes a kind further whose events need one another, such as a duel.
            return document
        names = [name for name in document if name != "kind"]
        return {**document, chance.choice(names): hostile_value(words, chance)} if names else document
    kind = chance.choice(kinds)
    return {"kind": kind.kind, **{name: hostile_value(words, chance) for name in declared_parts(kind)}}
