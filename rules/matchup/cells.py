"""One attack against one target: its chances."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import repeat

from rules.cards.model import Card, Stats
from rules.effects.values import Save
from rules.p2v_combat.attacks import Attack
from rules.p2v_combat.forecast import NO_ROLL, NOTHING, DefenceMet, defence_met, expected_damage
from rules.p2v_combat.guards import SaveResults, damage_guards, damage_share, stats_of
from rules.p2v_combat.odds import FACES, RollEnds, SaveOdds, StrikeOdds, save_odds, strike_odds
from rules.p2v_combat.targeting import is_immune_to, is_living
from rules.p2v_combat.tasks.damage import Blow
from rules.p2v_combat.tasks.strikes import CRITICAL_HIT
from rules.tables import conditions
from rules.tables.damage import Defences
from rules.tables.rolls import multiple_attack_penalty
from rules.tables.stats import stat_name
from rules.text import listed

PERCENT_A_FACE = 100 // len(FACES)
SECOND = multiple_attack_penalty(1)
UNKNOWN = "This creature’s card is unknown."
_CONDITIONS = frozenset(
    {row.name for row in conditions.CONDITIONS} | {loose.name for loose in conditions.LOOSE_CONDITIONS}
)


@dataclass(frozen=True, slots=True)
class SaveCell:
    """One of an attack's saves; ``odds`` is None if one of the two cards lacks a stat."""

    stat: Save
    odds: SaveOdds | None

    @property
    def label(self) -> str:
        """The save as a card prints it."""
        return stat_name(self.stat)


@dataclass(frozen=True, slots=True)
class MatchupCell:
    """The effect of an attack on a target; everything is empty if it is unknown.

    ``strike`` and ``saves`` are the chances in faces of a d20, ``second`` those of the same strike as the second attack
    action of a turn. ``damage`` is the average in points, None if it cannot be computed. ``is_immune`` is True if the
    attack has no effect on the target. ``missing`` are stats that one of the two cards lacks, and ``notes`` say what
    went into the average.
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
        """The number of faces on which the attack succeeds: the strike hits, or the first save fails; None if
        unknown.
        """
        if self.is_automatic:
            return len(FACES)
        if self.strike:
            return self.strike.success
        odds = self._first_save
        return odds.failed if odds else None

    @property
    def critical(self) -> int | None:
        """The number of these faces on which it succeeds critically; None if unknown."""
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
        """The chance of success: ``65%``, ``–`` if unknown."""
        return faces_percent(self.hit)

    @property
    def critical_percent(self) -> str:
        """The chance of a critical success: ``5%``, ``–`` if unknown."""
        return faces_percent(self.critical)

    @property
    def damage_words(self) -> str:
        """The average damage with one decimal: ``7.5``, ``–`` if there is none."""
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
    """Return a number of faces as a chance.

    >>> faces_percent(13), faces_percent(None)
    ('65%', '–')
    """
    return "–" if faces is None else f"{faces * PERCENT_A_FACE}%"


def tenths(amount: Fraction) -> str:
    """Return an average with one decimal, rounded half up.

    >>> tenths(Fraction(29, 4)), tenths(Fraction(20))
    ('7.3', '20.0')
    """
    rounded = int(amount * 10 + Fraction(1, 2))
    return f"{rounded // 10}.{rounded % 10}"


def _from(face: int) -> str:
    return "a 20" if face == FACES[-1] else "any roll" if face == FACES[0] else f"{face} or more"


def _up_to(face: int) -> str:
    return "a 1" if face == FACES[0] else "any roll" if face == FACES[-1] else f"{face} or less"


def cell_of(attack: Attack, attacker: Stats, target: Card) -> MatchupCell:
    """Return the effect of an attack on a target, in the open, within short range and without conditions.

    Forecast from the printed numbers of the two cards: features that change them count only in battles.
    """
    if refused := _refused(attack, target):
        return MatchupCell(is_immune=True, damage=NOTHING if attack.reckoned else None, notes=(refused,))
    fight, armor = attacker.fight, target.stats.armor
    strike = second = None
    if attack.strike and fight is not None and armor is not None:
        strike = strike_odds(fight, armor)
        # A reaction is outside the creature's own turn and never a second attack of it. Ruling 40.
        second = None if attack.is_reaction else strike_odds(fight + SECOND, armor)
    saves = {stat: _save(stat, attacker, target) for stat in attack.saves}
    defences = Defences(target.tags, target.immune, target.resist, target.weak)
    return MatchupCell(
        strike=strike,
        second=second,
        saves=tuple(SaveCell(stat, odds) for stat, odds in saves.items()),
        damage=None if attack.strike and strike is None else _damage(attack, defences, strike, saves),
        is_automatic=not attack.strike and not attack.saves,
        missing=tuple(stat_name(stat) for stat in _missing(attack, attacker, target)),
        notes=_notes(attack, defences, target),
    )


def _refused(attack: Attack, target: Card) -> str:
    """Return why the attack has no effect on the target; empty if it has one."""
    # A card may be immune to an attack by its name; a spell for living creatures does nothing to undead and constructs.
    # Standard features, "Immune"; ruling 158.
    if is_immune_to(target, attack.name):
        return f"Immune to {attack.name}."
    if attack.only_living and not is_living(target):
        return "No effect: it works on living creatures only."
    return ""


def _missing(attack: Attack, attacker: Stats, target: Card) -> list[str]:
    """Return the names of the stats that the attack needs and a card lacks."""
    asked: list[tuple[Stats, str]] = []
    if attack.strike:
        asked += [(attacker, "fight"), (target.stats, "armor")]
    if attack.saves:
        asked += [(attacker, "power"), *((target.stats, stat) for stat in attack.saves)]
    return [stat for stats, stat in asked if getattr(stats, stat) is None]


def _save(stat: Save, attacker: Stats, target: Card) -> SaveOdds | None:
    bonus: int | None = getattr(target.stats, stat)
    return None if bonus is None or attacker.power is None else save_odds(bonus, attacker.power)


def _damage(
    attack: Attack, defences: Defences, strike: StrikeOdds | None, saves: Mapping[Save, SaveOdds | None]
) -> Fraction | None:
    """Return the average damage; None if there is none, or if the stat of a save is unknown."""
    # Each amount meets immunity, resistance and weakness by itself, each missile too; who may pick a type picks the one
    # that hurts most. "Immunity, resistance and weakness"; rulings 153 and 156.
    averages = []
    for place in attack.reckoned:
        guards = stats_of(damage_guards(attack.effect, place))
        known: dict[str, RollEnds] = {stat: odds.ends for stat in guards if (odds := saves[stat])}
        hurting = [types for types in _choices(attack, place) if not _met(attack, types, defences).is_immune]
        if hurting and len(known) < len(guards):
            return None
        blows = (partial(_dealt, attack, place, types) for types in hurting)
        ends = strike.ends if strike else NO_ROLL
        averages.append(max((expected_damage(dealt, defences, ends, known) for dealt in blows), default=NOTHING))
    return sum(averages, NOTHING) if averages else None


def _choices(attack: Attack, place: int) -> list[tuple[str, ...]]:
    # Only casters pick one of several types; of a feature all of them stand together.
    damage = attack.effect.damage[place]
    return [(damage_type,) for damage_type in damage.types] if attack.is_spell and damage.choose_one else [damage.types]


def _met(attack: Attack, types: tuple[str, ...], defences: Defences) -> DefenceMet:
    return defence_met(types, defences, from_area=attack.in_area)


def _dealt(attack: Attack, place: int, types: tuple[str, ...], strike: str, saves: SaveResults) -> Iterator[Blow]:
    share, is_critical = damage_share(attack.effect, place, saves), strike == CRITICAL_HIT
    if not share.none:
        blow = Blow(
            amount=attack.effect.damage[place].amount,
            types=types,
            doubled=is_critical or share.doubled,
            halved=share.halved,
            from_area=attack.in_area,
        )
        yield from repeat(blow, attack.missiles)


def _notes(attack: Attack, defences: Defences, target: Card) -> tuple[str, ...]:
    """Return the parts of the target's card that affected the cell."""
    notes = []
    for types, *others in (_choices(attack, place) for place in attack.reckoned):
        if others:
            continue
        met = _met(attack, types, defences)
        if met.is_immune:
            notes.append(f"Immune to its {listed(types)} damage.")
            continue
        if met.dice:
            notes.append(f"Resists with {met.dice}d6.")
        if met.weakness:
            notes.append(f"Weak: {met.weakness} more.")
    unharmed = [
        word
        for word in attack.gives
        if is_immune_to(target, word) or (word.casefold() in _CONDITIONS and is_immune_to(target, "all conditions"))
    ]
    if unharmed:
        notes.append(f"Immune to {listed(unharmed)}.")
    return tuple(dict.fromkeys(notes))
