"""Path 2 Victory's battle as a family of combat rules, and how it stands before its first event."""

from __future__ import annotations

from typing import Any, ClassVar

from rules.combat.answers import CountsGiven, OfferPassed, Rolled, Ruled
from rules.combat.family import FightCapability, FightEnding, FightFamily
from rules.combat.log import LogEvent, events_of
from rules.legality.rulebook import is_unlicensed_homebrew
from rules.p2v_combat.announcements import announce_changes
from rules.p2v_combat.documents import as_stored, battle_state_document, setup_document, setup_from
from rules.p2v_combat.events import acting, belongings, by_hand, moving, objectives, reactions, turns
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.solo.reacting import game_answer
from rules.p2v_combat.state import BattleState, opened
from rules.p2v_combat.tasks.rounds import continue_round
from rules.p2v_combat.waiting import combatant_of


def begin_battle(setup: BattleSetup) -> BattleState:
    """Return the state before the first event: everyone at full HP, with what they start with."""
    return opened(setup, (combatant_of(setup, fielded) for fielded in setup.fielded))


class BattleFamily(FightFamily):
    """Path 2 Victory: creatures with cards, a set-up of the table, sealed choices, victory points, play alone."""

    key = "p2v"
    name = "Path 2 Victory"
    about = "Warbands of the compendium’s creatures fight for objectives on a board."
    events = (
        Rolled,
        reactions.Chosen,
        reactions.OfferTaken,
        OfferPassed,
        Ruled,
        CountsGiven,
        *events_of(turns, acting, reactions, moving, objectives, belongings, by_hand),
    )
    capabilities: ClassVar[frozenset[FightCapability]] = frozenset(
        ("table", "secrets", "alone", "creatures", "options", "forecast", "points", "campaign")
    )

    setup_document = staticmethod(setup_document)
    setup_from = staticmethod(setup_from)
    as_stored = staticmethod(as_stored)
    begin = staticmethod(begin_battle)
    resolve_all = staticmethod(continue_round)
    following = staticmethod(game_answer)

    def play(self, state: BattleState, event: LogEvent, side: str | None) -> BattleState:
        """Return the state after an event that a side caused (None: the game). Raises ``ChangeRefused``."""
        return announce_changes(state, super().play(state, event, side))

    def ending(self, state: BattleState) -> FightEnding | None:
        """Return the result in words, None while there is none."""
        result = state.result
        if result is None:
            return None
        return FightEnding(result.sentence({side.key: side.name for side in state.setup.sides}), result.reason)

    def standing(self, state: BattleState) -> tuple[str, ...]:
        """Return the HP of each creature, and whether it is in play."""
        return tuple(
            f"{state.name(combatant.id)}: {combatant.hp} of {combatant.max_hp} HP, {combatant.presence}"
            for combatant in state.combatants.values()
        )

    def creature_documents(self, state: BattleState, *, sees_hidden: bool = True) -> list[dict[str, Any]]:
        """Return the creatures as they were fielded: which cards they are, their points, and who leads them."""
        return [
            {
                "id": creature.id,
                "name": creature.name,
                "side": creature.side,
                "creature": creature.member.creature,
                "level": creature.card.level,
                "points": creature.points,
                "leader": creature.minion_of,
            }
            for creature in state.setup.fielded
        ]

    def state_document(self, state: BattleState, *, sees_hidden: bool = True) -> dict[str, Any]:
        """Return a state as a document; all of it is open to everyone."""
        return battle_state_document(state)

    def private_cards(self, setup: BattleSetup) -> tuple[str, ...]:
        """Return the names of homebrew that names no license."""
        fielded = setup.fielded
        return tuple(
            dict.fromkeys(
                creature.card.name
                for creature in fielded
                if is_unlicensed_homebrew(creature.member.creature, creature.card)
            )
        )


P2V = BattleFamily()
