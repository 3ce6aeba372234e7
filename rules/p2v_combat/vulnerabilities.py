"""What damage of a type does to creatures whose cards say so, beyond the HP that it takes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.cards.model import Feature
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.state import BattleState
from rules.tables.damage import canonical

_TAKES = re.compile(r"\btakes (?P<types>[a-z, ]+) damage\b")


def conditions_by_damage(state: BattleState, creature: str, types: Iterable[str]) -> BattleState:
    """Return the state after a creature's own features have answered damage that it took, with conditions."""
    taken = set(map(canonical, types))
    for feature in state.fielded(creature).features:
        if feature.cost is None and feature.targets.who == "self" and taken & _types_of(feature):
            for word in feature.conditions:
                state = gain_condition(state, creature, word, by=creature, source=feature.name)
    return state


def _types_of(feature: Feature) -> set[str]:
    """Return the types of damage to which a feature answers: by its moments, in older battles by its sentence."""
    if feature.moments:
        named = (word for moment in feature.moments if moment.at == "damaged" for word in moment.of)
        return set() if feature.by_table else set(map(canonical, named))
    found = _TAKES.search((feature.trigger or feature.effect).casefold())
    return {canonical(word) for word in re.findall(r"[a-z]+", found["types"])} if found else set()
