"""One attack against one target: what the dice may bring."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rules.cards.model import Card, Stats
from rules.effects.values import Save
from rules.matchup.attacks import Attack, DamageInstance
from rules.matchup.odds import FACES, Guard, SaveOdds, StrikeOdds, average_damage, save_odds, strike_odds
from rules.tables import conditions
from rules.tables.damage import Defences, is_immune, resistance_dice, weakness_amount
from rules.tables.rolls import multiple_attack_penalty
from rules.tables.stats import stat_name
from rules.text import listed

PERCENT_A_FACE = 100 // len(FACES)
SECOND = multiple_attack_penalty(1)
NOTHING = Fraction(0)
NOT_LIVING = frozenset({"undead", "construct"})
UNKNOWN = "This creature’s card is unknown."
_CONDITIONS = frozenset(
    {row.name for row in conditions.CONDITIONS} | {loose.name for loose in conditions.LOOSE_CONDITIONS}
)


@dataclass(frozen=True, slots=True)
class Defender:
    """What a creature holds against attacks: stats, defences against damage, and what else it is immune to."""

    stats: Stats
    defences: Defences
    immune: frozenset[str]
    is_living: bool


def target_of(card: Card) -> Defender:
    """Return a creature as the target of attacks: unhurt, with its Armor whole."""
    tags = {tag.casefold() for tag in card.tags}
    return Defender(
        stats=card.stats,
        defences=Defences(card.tags, card.immune, card.resist, card.weak),
        immune=frozenset(word.casefold() for word in card.immune),
        is_living=tags.isdisjoint(NOT_LIVING),
    )


@dataclass(frozen=True, slots=True)
class SaveCell:
    """One of the saves that an attack asks for; ``odds`` is None where one of the two cards lacks a stat."""

    stat: Save
    odds: SaveOdds | None

    @property
    def label(self) -> str:
        """The save as a card prints it."""
        return stat_name(self.stat)


@dataclass(frozen=True, slots=True)
class MatchupCell:
    """What an attack does to a target; everything is empty where nothing can be told.

    ``strike`` and ``saves`` are the chances in faces of a d20, ``second`` those of the same strike as the second
    attack action of a turn. ``damage`` is the average in points, None where the attack deals none that can be
    reckoned. ``is_immune`` says that the attack does nothing at all to the target. ``missing`` are stats that one of
    the two cards lacks, and ``notes`` say what went into the average.
    """

    strike: StrikeOdds | None = None
    second: StrikeOdds | None = None
    saves: tuple[SaveCell, ...] = ()
    damage: Fraction | None = None
    is_immune: bool = False
    is_automatic: bool = False
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def hit(self) -> int | None:
        """On how many faces the attack succeeds: the strike hits, or the first save fails; None if untold."""
        if self.is_automatic:
            return len(FACES)
        if self.strike:
            return self.strike.success
        odds = self._first_save
        return odds.failed if odds else None

    @property
    def critical(self) -> int | None:
        """On how many of these faces it succeeds critically; None if untold."""
        if self.is_automatic:
            return 0
        if self.strike:
            return self.strike.critical_hit
        odds = self._first_save
        return odds.critical_failure if odds else None

    @property
    def _first_save(self) -> SaveOdds | None:
        # A strike that cannot be told is not told by the save that follows it.
        return (
            self.saves[0].odds if self.saves and "Fight" not in self.missing and "Armor" not in self.missing else None
        )

    @property
    def hit_percent(self) -> str:
        """The chance of success: ``65%``, ``–`` if untold."""
        return faces_percent(self.hit)

    @property
    def critical_percent(self) -> str:
        """The chance of a critical success: ``5%``, ``–`` if untold."""
        return faces_percent(self.critical)

    @property
    def damage_words(self) -> str:
        """The average damage with one decimal: ``7.5``, ``–`` where there is none to tell."""
        return "–" if self.damage is None else tenths(self.damage)

    @property
    def summary(self) -> str:
        """The whole cell in sentences, for readers who see no table."""
        if self.is_immune:
            return " ".join(self.notes)
        sentences = [f"Not shown: one of the cards has no {listed(self.missing, 'or')}."] if self.missing else []
        if self.is_automatic:
            sentences.append("Takes effect without a roll.")
        if self.strike:
            sentences.append(
                f"Hits on {_from(self.strike.hits_on)}, {self.hit_percent}; critically {self.critical_percent}."
            )
        if self.second:
            sentences.append(f"As the second attack of a turn: {faces_percent(self.second.success)}.")
        for save in self.saves:
            if save.odds:
                chance, critically = faces_percent(save.odds.failed), faces_percent(save.odds.critical_failure)
                sentences.append(
                    f"{save.label} fails on {_up_to(save.odds.fails_up_to)}, {chance}; critically {critically}."
                )
        if self.damage is not None:
            sentences.append(f"{self.damage_words} damage on average.")
        return " ".join((*sentences, *self.notes))


def faces_percent(faces: int | None) -> str:
    """Say a number of faces as a chance.

    >>> faces_percent(13), faces_percent(None)
    ('65%', '–')
    """
    return "–" if faces is None else f"{faces * PERCENT_A_FACE}%"


def tenths(amount: Fraction) -> str:
    """Say an average with one decimal, rounded half up.

    >>> tenths(Fraction(29, 4)), tenths(Fraction(20))
    ('7.3', '20.0')
    """
    rounded = int(amount * 10 + Fraction(1, 2))
    return f"{rounded // 10}.{rounded % 10}"


def _from(face: int) -> str:
    return "a 20" if face == FACES[-1] else "any roll" if face == FACES[0] else f"{face} or more"


def _up_to(face: int) -> str:
    return "a 1" if face == FACES[0] else "any roll" if face == FACES[-1] else f"{face} or less"


def cell_of(attack: Attack, attacker: Stats, target: Defender) -> MatchupCell:
    """Return what an attack does to a target, in the open, within short range and under no condition."""
    refused = _refused(attack, target)
    if refused:
        return MatchupCell(is_immune=True, damage=NOTHING if attack.instances else None, notes=(refused,))
    missing = tuple(stat_name(stat) for stat in _asked_for(attack, attacker, target))
    fight, armor = attacker.fight, target.stats.armor
    strike = second = None
    if attack.strike and fight is not None and armor is not None:
        strike = strike_odds(fight, armor)
        # A reaction is outside the creature's own turn and never a second attack of it. Ruling 40.
        second = None if attack.is_reaction else strike_odds(fight + SECOND, armor)
    saves = {stat: _save(stat, attacker, target) for stat in attack.saves}
    met = [
        [_meeting(types, attack.in_area, target.defences) for types in _choices(instance)]
        for instance in attack.instances
    ]
    averages = [
        None if attack.strike and strike is None else _average(instance, choices, strike, saves)
        for instance, choices in zip(attack.instances, met, strict=True)
    ]
    known = [average for average in averages if average is not None]
    return MatchupCell(
        strike=strike,
        second=second,
        saves=tuple(SaveCell(stat, odds) for stat, odds in saves.items()),
        damage=sum(known, NOTHING) if known and len(known) == len(averages) else None,
        is_automatic=not attack.strike and not attack.saves,
        missing=missing,
        notes=_notes(attack, met, target),
    )


def _refused(attack: Attack, target: Defender) -> str:
    """Say why the attack does nothing to the target; empty if it does something."""
    # A card may be immune to an attack by its name; a spell for living creatures does nothing to undead and constructs.
    # Standard features, "Immune"; ruling 158.
    if attack.name.casefold() in target.immune:
        return f"Immune to {attack.name}."
    if attack.only_living and not target.is_living:
        return "No effect: it works on living creatures only."
    return ""


def _asked_for(attack: Attack, attacker: Stats, target: Defender) -> list[str]:
    """Return the names of the stats that the attack asks for and a card lacks."""
    asked: list[tuple[Stats, str]] = []
    if attack.strike:
        asked += [(attacker, "fight"), (target.stats, "armor")]
    if attack.saves:
        asked += [(attacker, "power"), *((target.stats, stat) for stat in attack.saves)]
    return [stat for stats, stat in asked if getattr(stats, stat) is None]


def _save(stat: Save, attacker: Stats, target: Defender) -> SaveOdds | None:
    bonus: int | None = getattr(target.stats, stat)
    return None if bonus is None or attacker.power is None else save_odds(bonus, attacker.power)


class _Meeting(NamedTuple):
    """What damage of some types meets: immunity, so many d6 of resistance, so much weakness."""

    types: tuple[str, ...]
    is_immune: bool
    dice: int
    weakness: int


@lru_cache(maxsize=4096)
def _meeting(types: tuple[str, ...], from_area: bool, defences: Defences) -> _Meeting:
    return _Meeting(
        types,
        is_immune(types, defences),
        resistance_dice(types, defences),
        weakness_amount(types, defences, from_area=from_area),
    )


def _choices(instance: DamageInstance) -> list[tuple[str, ...]]:
    return [(one,) for one in instance.types] if instance.any_one else [instance.types]


def _average(
    instance: DamageInstance, met: list[_Meeting], strike: StrikeOdds | None, saves: dict[Save, SaveOdds | None]
) -> Fraction | None:
    """Return the average of one amount of damage; None where the stat of its save is unknown."""
    # Each amount meets immunity, resistance and weakness by itself, each missile too; who may pick a type picks the one
    # that hurts most. "Immunity, resistance and weakness"; rulings 153 and 156.
    open_to = [one for one in met if not one.is_immune]
    if not open_to:
        return NOTHING
    odds = saves[instance.save] if instance.save else None
    if instance.save and odds is None:
        return None
    guard = Guard(odds, instance.half) if odds else None
    average = max(average_damage(instance.amount, one.dice, one.weakness, strike, guard) for one in open_to)
    return average if instance.times == 1 else instance.times * average


def _notes(attack: Attack, met: list[list[_Meeting]], target: Defender) -> tuple[str, ...]:
    """Return what of the target's card went into the cell."""
    notes = []
    for one in (choices[0] for choices in met if len(choices) == 1):
        if one.is_immune:
            notes.append(f"Immune to its {listed(one.types)} damage.")
            continue
        if one.dice:
            notes.append(f"Resists with {one.dice}d6.")
        if one.weakness:
            notes.append(f"Weak: {one.weakness} more.")
    unharmed = [word for word in attack.gives if _never_gets(word, target)]
    if unharmed:
        notes.append(f"Immune to {listed(unharmed)}.")
    return tuple(dict.fromkeys(notes))


def _never_gets(word: str, target: Defender) -> bool:
    lowered = word.casefold()
    return lowered in target.immune or (lowered in _CONDITIONS and "all conditions" in target.immune)
