"""A battle at a table of tests: creatures by name, events by side, faces read off a script."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from compendium.builtin import built_in_cards
from rules.cards.model import Card, Feature
from rules.combat.answers import FacesRolled
from rules.combat.log import LogEntry
from rules.combat.resolution import Ask, OfferAsk, RollAsk, pending
from rules.combat.state import FightSide
from rules.families.documents import BattleDocument
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.turns import BattleBegun, CreaturesActivated, TurnEnded
from rules.p2v_combat.family import P2V, begin_battle
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.sides import BattleRules, BattleSetup, Fielded
from rules.p2v_combat.state import Combatant
from rules.roster.model import Member

USUAL = BattleRules()


@cache
def card(key: str) -> Card:
    return {creature.key: creature for creature in built_in_cards()}[key]


def fielded(side: str, *creatures: str | Member) -> list[Fielded]:
    company = []
    for number, creature in enumerate(creatures, start=1):
        member = creature if isinstance(creature, Member) else Member(creature, id=f"m{number}")
        company.append(
            Fielded(f"{side}.{member.id}", side, member, card(member.creature), card(member.creature).points)
        )
    return company


def setup_of(*sides: Iterable[str | Member], rules: BattleRules = USUAL) -> BattleSetup:
    keys = "abcd"[: len(sides)]
    names = ("Red", "Blue", "Green", "Gold")
    return BattleSetup(
        tuple(FightSide(key, name) for key, name in zip(keys, names, strict=False)),
        tuple(fighter for key, creatures in zip(keys, sides, strict=True) for fighter in fielded(key, *creatures)),
        rules,
    )


def with_features(setup: BattleSetup, creature: str, *features: Feature) -> BattleSetup:
    """Return the same with more features on the card of a creature."""
    changed = tuple(
        replace(row, card=replace(row.card, features=(*row.card.features, *features))) if row.id == creature else row
        for row in setup.fielded
    )
    return replace(setup, fielded=changed)


class PlayedTable:
    """Plays a battle event by event and keeps its log."""

    def __init__(self, setup: BattleSetup) -> None:
        self.setup = setup
        self.state = begin_battle(setup)
        self.entries: list[LogEntry] = []

    @property
    def document(self) -> BattleDocument:
        return BattleDocument(self.setup, tuple(self.entries))

    @property
    def asked(self) -> Ask | None:
        return pending(self.state)

    def do(self, event: BattleEvent, side: str | None = None) -> PlayedTable:
        self.state = P2V.play(self.state, event, side)
        number = len(self.entries) + 1
        self.entries.append(LogEntry(number, number, side, event))
        return self

    def roll(self, *faces: int) -> PlayedTable:
        """TaskAnswer what is asked with these faces, a roll after the other."""
        left = list(faces)
        while left:
            ask = self.asked
            assert isinstance(ask, RollAsk), f"No roll is asked for, but {ask}."
            now, left = left[: ask.dice], left[ask.dice :]
            self.do(FacesRolled(tuple(now), True), ask.side if ask.side in "abcd" else None)
        return self

    def begin(self, first: str = "a") -> PlayedTable:
        """Begin the battle with a side first."""
        return self.do(BattleBegun()).roll(*(6 if side.key == first else 1 for side in self.setup.sides))

    def activate(self, *creatures: str) -> PlayedTable:
        return self.do(CreaturesActivated(creatures), creatures[0][0])

    def end(self, creature: str, *hazards: str) -> PlayedTable:
        return self.do(TurnEnded(creature, hazards), creature[0])

    def of(self, creature: str) -> Combatant:
        return self.state.combatants[creature]

    @property
    def told(self) -> list[str]:
        """What the last event brought about, in words."""
        return [note.text for note in self.state.notes]


def aim(creature: str, **circumstances: object) -> tuple[AimedTarget, ...]:
    """Return a creature as the only target of an attack."""
    return (AimedTarget(creature, Circumstances(**circumstances)),)


def offered(table: PlayedTable) -> list[tuple[str, str]]:
    """Return which creatures are offered which reactions, which has to be asked."""
    ask = table.asked
    assert isinstance(ask, OfferAsk), ask
    return [(offer.creature, offer.key) for offer in ask.offers]


def outcome(table: PlayedTable) -> tuple[str | None, str | None]:
    """Return the winner and the kind of victory of a battle that is over."""
    assert table.state.phase == "over"
    assert table.state.result is not None
    return table.state.result.winner, table.state.result.victory
