"""A small battle against the game, and short ways to play it, for the tests of solo play."""

from __future__ import annotations

from typing import Any

from compendium.builtin import built_in_cards
from compendium.builtin.creatures import built_in_gambits
from rules.combat.answers import FacesRolled
from rules.combat.resolution import ChoiceAsk, RollAsk, pending
from rules.combat.state import FightSide
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.events.turns import BattleBegun, CreaturesActivated, TurnEnded
from rules.p2v_combat.family import P2V, begin_battle
from rules.p2v_combat.sides import BattleRules, BattleSetup, Fielded
from rules.p2v_combat.solo.monsters import stock_gambits_for
from rules.p2v_combat.solo.solo_plan import MonsterKind, SoloPlan
from rules.p2v_combat.state import BattleState
from rules.roster.model import Member

CARDS = {card.key: card for card in built_in_cards()}


def fielded(side: str, *keys: str) -> tuple[Fielded, ...]:
    """Return creatures of a side, m1, m2 and so on."""
    return tuple(
        Fielded(f"{side}.m{number}", side, Member(key, id=f"m{number}"), CARDS[key], CARDS[key].points)
        for number, key in enumerate(keys, start=1)
    )


def solo_setup(party: tuple[str, ...], monsters: tuple[str, ...], **plan: Any) -> BattleSetup:
    """Return a battle of a party against monsters, with their own gambits or stock tables."""
    own = built_in_gambits()
    kinds = tuple(
        MonsterKind(key, own.get(key) or stock_gambits_for(CARDS[key]).gambits) for key in dict.fromkeys(monsters)
    )
    return BattleSetup(
        (FightSide("a", "The party"), FightSide("b", "The monsters", "game")),
        (*fielded("a", *party), *fielded("b", *monsters)),
        BattleRules(round_limit=False),
        name="A test",
        solo=SoloPlan(kinds, **plan),
    )


class SoloTable:
    """A battle that is played event by event."""

    def __init__(self, setup: BattleSetup) -> None:
        self.state: BattleState = begin_battle(setup)
        self.texts: list[str] = []
        self.events: list[tuple[BattleEvent, str | None]] = []

    def play(self, event: BattleEvent, side: str | None = "a") -> SoloTable:
        """Play one event."""
        self.state = P2V.play(self.state, event, side)
        self.events.append((event, side))
        self.texts += [note.text for note in self.state.notes]
        return self

    def begin(self, *answers: str | int) -> SoloTable:
        """Begin the battle and answer what the round asks for: words choose, numbers are faces."""
        return self.play(BattleBegun()).answer(*answers)

    def answer(self, *answers: str | int) -> SoloTable:
        """Answer what is asked: words choose, numbers are faces."""
        for answer in answers:
            ask = pending(self.state)
            if isinstance(answer, str):
                assert isinstance(ask, ChoiceAsk), ask
                self.play(BattleOptionChosen(answer))
            else:
                assert isinstance(ask, RollAsk), ask
                self.play(FacesRolled((answer,), False), None)
        return self

    def act(self, creature: str) -> SoloTable:
        """Activate a creature."""
        return self.play(CreaturesActivated((creature,)), self.state.combatants[creature].side)

    def end(self, creature: str) -> SoloTable:
        """End a creature's turn."""
        return self.play(TurnEnded(creature, ()))
