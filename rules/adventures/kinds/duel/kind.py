"""The kind of adventures that are duels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.adventures.kind import AdventureKind, no_act_limit
from rules.adventures.kinds.duel import ending, entering, fighting, initiative
from rules.adventures.kinds.duel.blocks import TYPE_NAMES, duel_blocks
from rules.adventures.kinds.duel.ending import (
    cheat_key,
)
from rules.adventures.kinds.duel.facts import GOAL_WORDS, DuelFacts, check_duel, duel_advice
from rules.adventures.kinds.duel.initiative import (
    kept_order,
)
from rules.adventures.kinds.duel.play import DUEL_KEY, DuelState, duel_facts, duel_state
from rules.adventures.state import AdventureState
from rules.documents.records import written_document
from rules.errors import ChangeRefused
from rules.p2v_combat.family import P2V


def _begin(facts: DuelFacts) -> DuelState:
    """Return a duel without duelists."""
    return DuelState()


def _hidden_facts(state: AdventureState) -> Mapping[str, str]:
    """Return the planned cheats."""
    return {cheat_key(cheat.key): cheat.text for cheat in duel_facts(state).cheats}


def _player_facts(state: AdventureState) -> DuelFacts:
    """Return the agreement, prepared duelists without their numbers, and the cheats that are known."""
    facts = duel_facts(state)
    return replace(
        facts,
        duelists=tuple(replace(duelist, level=1, skills=(), stats=None) for duelist in facts.duelists),
        cheats=tuple(cheat for cheat in facts.cheats if cheat_key(cheat.key) in state.shown),
    )


def _player_state(state: AdventureState) -> DuelState:
    """Return the duel without the boxes of sealed choices."""
    own = duel_state(state)
    return replace(own, choices=tuple(replace(choice, box="") for choice in own.choices))


def _own_document(state: AdventureState) -> dict[str, Any]:
    """Return the duelists, their choices as far as they are shown, and the battle."""
    own = duel_state(state)
    return {
        "duelists": [{"participant": duelist.participant, "creature": duelist.creature} for duelist in own.duelists],
        "choices": [written_document(choice) for choice in own.choices],
        "order": list(own.battle.order) if own.battle else [],
        "focuses": dict(own.focuses),
        "claim": own.claim,
        "winner": own.winner,
        "battle": P2V.state_document(own.battle) if own.battle else None,
    }


def _summary(state: AdventureState) -> tuple[str, ...]:
    """Return what kind of duel it is, and where each duelist stands."""
    own, facts = duel_state(state), duel_facts(state)
    lines = [f"{TYPE_NAMES[facts.type]}, {GOAL_WORDS[facts.goal]}."]
    for duelist in own.duelists:
        name = state.participant(duelist.participant).name
        if own.battle is None:
            lines.append(f"{name} is ready.")
            continue
        stands = own.battle.combatants[duelist.creature]
        lines.append(f"{name}: {max(stands.hp, 0)} of {stands.max_hp} HP.")
    return tuple(lines)


def _round_ended(state: AdventureState) -> AdventureState:
    """Refuse it: a round ends with the second turn."""
    raise ChangeRefused("A round of a duel ends with the second duelist’s turn.")


DUEL = AdventureKind(
    key=DUEL_KEY,
    name="Duel",
    about="Two duelists fight by agreed rules before a judge, with blades, spells or both.",
    facts=DuelFacts,
    has_own_turns=True,
    events=(ending, entering, fighting, initiative),
    check_facts=check_duel,
    advice=duel_advice,
    begin=_begin,
    act_limit=no_act_limit,
    hidden_facts=_hidden_facts,
    player_facts=_player_facts,
    player_own=_player_state,
    own_document=_own_document,
    stat_blocks=duel_blocks,
    summary=_summary,
    settled=kept_order,
    round_ended=_round_ended,
)
"""Duels: two against each other in a battle whose order is the initiative that they choose in secret."""
