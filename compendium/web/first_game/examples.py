"""The creatures of a first game: what they cost, and the strike and the save of its examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compendium.selectors.rulebook import rulebook_get
from rules.cards import Card
from rules.p2v_combat.attacks import Attack, attacks_of
from rules.p2v_combat.odds import SaveOdds, StrikeOdds, save_odds, strike_odds

STRIKER, TARGET, CASTER = CREATURES = ("kobold-warrior", "boar", "twigjack")
"""Cheap creatures with short cards: one strikes, one is struck and saves, one uses a power."""


@dataclass(frozen=True, slots=True)
class ExampleStrike:
    """A strike of one creature against another; ``fight`` and ``armor`` are those of their cards."""

    attacker: Card
    target: Card
    attack: Attack
    fight: int
    armor: int

    @property
    def odds(self) -> StrikeOdds:
        """The chances of the first strike of a turn."""
        return strike_odds(self.fight, self.armor)


@dataclass(frozen=True, slots=True)
class ExampleSave:
    """A power of one creature that another one saves against; ``stat`` names the save, ``bonus`` is the target's."""

    attacker: Card
    target: Card
    attack: Attack
    stat: str
    bonus: int
    power: int

    @property
    def odds(self) -> SaveOdds:
        """The chances of the save."""
        return save_odds(self.bonus, self.power)


@dataclass(frozen=True, slots=True)
class Examples:
    """The creatures that the compendium has of ``CREATURES``, in that order, and what they can show."""

    cards: tuple[Card, ...]
    strike: ExampleStrike | None
    save: ExampleSave | None


def find_examples() -> Examples:
    """Return the examples as far as the compendium has their creatures. At most two queries."""
    cards = rulebook_get(creatures=CREATURES, items=()).cards
    return Examples(
        tuple(cards[key] for key in CREATURES if key in cards), next(_strikes(cards), None), next(_saves(cards), None)
    )


def _strikes(cards: Mapping[str, Card]) -> Iterator[ExampleStrike]:
    """Yield the strikes of the striker against the target that deal damage."""
    attacker, target = cards.get(STRIKER), cards.get(TARGET)
    if attacker and target and attacker.stats.fight is not None and target.stats.armor is not None:
        for attack in attacks_of(attacker, attacker.features):
            if attack.strike and attack.dealt:
                yield ExampleStrike(attacker, target, attack, attacker.stats.fight, target.stats.armor)


def _saves(cards: Mapping[str, Card]) -> Iterator[ExampleSave]:
    """Yield the powers of the caster whose damage a save of the target halves."""
    attacker, target = cards.get(CASTER), cards.get(TARGET)
    if attacker and target and attacker.stats.power is not None:
        for attack in attacks_of(attacker, attacker.features):
            if not attack.strike and attack.dealt and any(save.result == "half" for save in attack.effect.saves):
                (stat, *_) = attack.saves
                bonus = getattr(target.stats, stat)
                if bonus is not None:
                    yield ExampleSave(attacker, target, attack, stat, bonus, attacker.stats.power)
