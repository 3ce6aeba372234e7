"""The actions of a gambit on a monster's card: attacks by name, words for moving; and gambits in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from rules.cards.model import Card, Feature
from rules.p2v_combat.attacks import Attack, attacks_of
from rules.p2v_combat.solo.gambits import (
    GambitAction,
    GambitChoice,
    GambitPlan,
    Gambits,
    GambitSequence,
    MonsterPhase,
    format_faces,
    format_plan,
)
from rules.p2v_combat.solo.targets import PREFERENCES_BY_KEY
from rules.text import listed, plain, plural_of, times_word

ActionSort = Literal["melee", "ranged", "movement", "other"]
"""How a monster ranks actions. Touch counts as melee; an area as ranged unless it starts at the monster."""

MOVEMENT_WORDS: tuple[str, ...] = ("Step", "Shift", "Charge", "Reposition", "Retreat", "Stride")

USUAL_STRIDE = 5
"""The Stride of a monster whose card has no Speed, in squares."""

SPELL_POINTS = 2
"""Action points of a spell that is not an attack."""

_GRANTED = ": "
"""Marks the name of an action that a spell grants to its casters."""

_NEAR_AREAS = ("Emanation",)


@dataclass(frozen=True, slots=True)
class ActionReading:
    """An action of a gambit, found on the monster's card.

    ``name`` is its name, ``sort`` its kind. ``attack`` is the row of the card's or spell's attack, None for anything
    else; ``action_points`` is a player's cost. ``clause`` follows the monster's name: ``attacks with Jaws``.
    """

    name: str
    sort: ActionSort
    clause: str
    attack: Attack | None = None
    action_points: int = 1

    @property
    def is_attack(self) -> bool:
        """Whether it is aimed at enemies."""
        return self.attack is not None

    @property
    def is_movement(self) -> bool:
        """Whether it moves the monster and does nothing else."""
        return self.sort == "movement"

    @property
    def is_in_area(self) -> bool:
        """Whether it may hit several enemies at once."""
        return self.attack is not None and (self.attack.in_area or "up to " in self.attack.reach)

    @property
    def reach(self) -> str:
        """Its range, as the card prints it."""
        return self.attack.reach if self.attack else ""


class MonsterCard:
    """A monster's card as its gambits read it: attacks by name, its best ones, its Speed."""

    def __init__(self, card: Card, features: Sequence[Feature] | None = None) -> None:
        self.card = card
        own = card.features_with(()) if features is None else tuple(features)
        self._features = {plain(feature.name): feature for feature in reversed(own)}
        self.attacks = tuple(attack for attack in attacks_of(card, own) if not attack.is_reaction)
        self._named = {plain(attack.name): attack for attack in reversed(self.attacks)}
        casters = [feature.caster for feature in own if feature.caster]
        self._spells = {
            plain(spell.name): spell.name for caster in casters for group in caster.groups for spell in group.spells
        }

    @property
    def stride(self) -> int:
        """The number of squares of its Stride."""
        return self.card.stats.speed or USUAL_STRIDE

    def read(self, action: GambitAction) -> ActionReading:
        """Return the meaning of an action for this monster."""
        word = plain(action.words)
        if movement := next((movement_word for movement_word in MOVEMENT_WORDS if plain(movement_word) == word), None):
            # “Strides” is spelled as a plural is.
            return ActionReading(movement, "movement", plural_of(movement))
        if (best := BEST_ATTACKS.get(word)) is not None:
            attack = self.best(best)
            return _by_table(action.words) if attack is None else attack_reading(attack)
        if attack := self._named.get(word):
            return attack_reading(attack)
        if spell := self._spells.get(word):
            return ActionReading(spell, "other", f"casts {spell}", action_points=SPELL_POINTS)
        if feature := self._features.get(word):
            points = int(feature.cost) if feature.cost in ("0", "1", "2", "3") else 1
            return ActionReading(feature.name, "other", f"uses {feature.name}", action_points=points)
        return _by_table(action.words)

    def best(self, kind: BestAttack) -> Attack | None:
        """Return the monster's best attack of a kind, or of the next kind if it has none; None without any attack."""
        usable = [attack for attack in self.attacks if attack.cost and not attack.precondition]
        for fits in (kind, _any_strike, lambda attack: not attack.is_spell):
            if attacks := [attack for attack in usable if fits(attack)]:
                return max(attacks, key=_strength)
        return next(iter(usable or self.attacks), None)


BestAttack = Callable[[Attack], bool]


def attack_reading(attack: Attack) -> ActionReading:
    """Return an attack as an action of a gambit."""
    clause = f"casts {attack.name}" if attack.is_spell else f"attacks with {attack.name}"
    return ActionReading(attack.name, _sort_of(attack), clause, attack, points_of_attack(attack))


def _by_table(words: str) -> ActionReading:
    """Return an action that no card names: a sentence for the players."""
    return ActionReading(words, "other", f"does this: {words}")


def points_of_attack(attack: Attack) -> int:
    """Return a player's cost of an attack in action points, 0 to 3; the cheapest of several ways."""
    return min((mark.sign.count("●") for mark in attack.cost), default=0)


def damage_of(attack: Attack) -> int:
    """Return the damage that an attack deals when nothing lessens it."""
    return attack.missiles * sum(damage.amount for damage in attack.dealt)


def _sort_of(attack: Attack) -> ActionSort:
    if attack.in_area:
        return "melee" if attack.reach.startswith(_NEAR_AREAS) else "ranged"
    return "ranged" if attack.reach.startswith("Ranged") else "melee"


def _any_strike(attack: Attack) -> bool:
    return attack.strike and not attack.is_spell


def _strength(attack: Attack) -> tuple[bool, int]:
    # Limited uses mean nothing to a monster, but the Strike that it makes turn after turn is one that its card does not
    # limit. Spells and areas are as rare as their rows.
    return attack.is_spell or attack.in_area or not attack.uses, damage_of(attack)


def _usual(attack: Attack) -> bool:
    return _any_strike(attack) and points_of_attack(attack) <= 1


BEST_ATTACKS: dict[str, BestAttack] = {
    "best attack": _usual,
    "best melee attack": lambda attack: _usual(attack) and _sort_of(attack) == "melee",
    "best ranged attack": lambda attack: _usual(attack) and _sort_of(attack) == "ranged",
    "best area attack": lambda attack: attack.in_area and bool(damage_of(attack)),
    "best spell": lambda attack: attack.is_spell and _GRANTED not in attack.name,
}
"""The words of stock tables, as ``plain`` has them, and the attacks that each is about."""


def strikes_of(attacks: Iterable[Attack], sort: ActionSort) -> tuple[Attack, ...]:
    """Return the Strikes of a sort that are not spells."""
    return tuple(attack for attack in attacks if _any_strike(attack) and _sort_of(attack) == sort)


PHASE_NAMES: dict[MonsterPhase, str] = {"I": "super-early", "II": "early", "III": "late"}


@dataclass(frozen=True, slots=True)
class GambitLine:
    """A row of a table of gambits, ready to be shown: faces, phase, the plan in notation and as a sentence.

    The plan has the monster's own attacks in the place of the words of stock tables.
    """

    faces: tuple[int, ...]
    phase: MonsterPhase
    plan: str
    sentence: str

    @property
    def faces_text(self) -> str:
        """The faces as runs: ``2-3``."""
        return format_faces(self.faces)

    @property
    def phase_name(self) -> str:
        """The phase in words."""
        return PHASE_NAMES[self.phase]


@dataclass(frozen=True, slots=True)
class GambitSheet:
    """A table of gambits, ready to be shown; ``prefers`` is a sentence, empty for no preference."""

    lines: tuple[GambitLine, ...]
    prefers: str = ""


def gambit_sheet(gambits: Gambits, monster: MonsterCard) -> GambitSheet:
    """Return the gambits of a monster in its words and in sentences."""
    lines = tuple(
        GambitLine(
            row.faces,
            row.phase,
            format_plan(row.plan, lambda action: monster.read(action).name),
            f"It {plan_clause(row.plan, monster)}.",
        )
        for row in gambits.rows
    )
    preference = PREFERENCES_BY_KEY.get(gambits.prefers)
    return GambitSheet(lines, f"Prefers {preference.words}." if preference else "")


def plan_clause(plan: GambitPlan, monster: MonsterCard) -> str:
    """Return a plan as words after a monster's name: ``attacks with Jaws, then Repositions``."""
    if isinstance(plan, GambitAction):
        return monster.read(plan).clause
    if isinstance(plan, GambitChoice):
        return listed([_option_clause(option, monster) for option in plan.options], "or")
    return ", then ".join(_step_clauses(plan, monster))


def _step_clauses(plan: GambitSequence, monster: MonsterCard) -> Iterator[str]:
    """Yield the clauses of a sequence; repeated actions become one clause with their number."""
    for clause, alike in groupby(plan_clause(step, monster) for step in plan.steps):
        times = len(list(alike))
        yield f"{clause} {times_word(times)}" if times > 1 else clause


def _option_clause(option: GambitPlan, monster: MonsterCard) -> str:
    """Return an option of a choice: its actions are joined by a word, so that the choice stays one."""
    if isinstance(option, GambitAction | GambitChoice):
        return plan_clause(option, monster)
    return " and ".join(_step_clauses(option, monster))
