"""A creature's present numbers, each with its named parts, and the circumstances that players state for a target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from rules.cards.model import Feature
from rules.documents.records import record_of
from rules.documents.shapes import choice, text, text_list
from rules.effects.model import Effect
from rules.effects.values import Bonus, Save
from rules.p2v_combat.conditions import all_conditions, all_statuses
from rules.p2v_combat.state import ActiveEffect, BattleState
from rules.replacing import replace
from rules.tables import conditions, skills
from rules.tables.conditions import expanded
from rules.tables.rolls import LONG_RANGE_PENALTY, RANGED_IN_REACH_PENALTY, multiple_attack_penalty
from rules.tables.skills import check_modifier, save_of
from rules.tables.stats import MINIMUM_SPEED, stat_name
from rules.text import listed, with_minus

DistanceBand = Literal["reach", "short", "long"]
DISTANCE_BANDS: tuple[DistanceBand, ...] = get_args(DistanceBand)
"""Within reach of a melee attack, within the short range, or beyond it."""
Sources = Annotated[tuple[str, ...], text_list(20, longest=80)]
"""The causes of a check: ids of creatures, or words for terrain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """The circumstances between an attacker and a target at the moment of an action.

    ``cover`` are the pieces on the line that cause a cover check each, nearest to the attacker first: the id of a
    creature, or words for terrain. ``concealment`` are those that cause a concealment check. ``off_guard`` are reasons
    why the target is off-guard now (``flanked``). ``in_enemy_reach`` is True if an enemy has the attacker within reach,
    ``adjacent`` if the target of an attack with a longer reach is next to its attacker. ``holds`` are circumstances of
    bonuses that apply (the words of ``BONUS_CIRCUMSTANCES``), and features that count now, as ``a.m1/show-off``.
    """

    distance: Annotated[DistanceBand, choice(DISTANCE_BANDS)] = "short"
    cover: Sources = ()
    concealment: Sources = ()
    off_guard: Annotated[tuple[str, ...], text_list(10, longest=80)] = ()
    in_enemy_reach: bool = False
    adjacent: bool = False
    holds: Annotated[tuple[str, ...], text_list(20, longest=120)] = ()

    @property
    def uncovered(self) -> Circumstances:
        """The same with nothing in the way."""
        return replace(self, cover=(), concealment=())


IN_THE_OPEN = Circumstances()


@dataclass(frozen=True, slots=True)
class AimedTarget:
    """A target of an action, and the circumstances between the two.

    ``ruling`` is why players state other circumstances than those that the board shows.
    """

    creature: Annotated[str, text(80)]
    circumstances: Annotated[Circumstances, record_of(Circumstances, null=IN_THE_OPEN)] = IN_THE_OPEN
    ruling: Annotated[str, text(200)] = ""


OFF_GUARD = "off-guard"
SPEED = stat_name("speed")
SWALLOWED = "swallowed"
SAVES: tuple[Save, ...] = ("fortitude", "reflex", "will")
IMPROVISATION = "feat-untrained-improvisation"
DAMAGED = "damaged"
CARD = "card"
SNEAK_ATTACK = "sneak attack"
THIS_MOVE = "this move"


@dataclass(frozen=True, slots=True)
class NamedModifier:
    """A part of a number: its source, and its value."""

    source: str
    by: int

    def __str__(self) -> str:
        return with_minus(f"{self.source} {self.by:+d}")


@dataclass(frozen=True, slots=True)
class BattleNumber:
    """A number of a creature now: its name, and the parts that it is the sum of, the card's own first."""

    name: str
    parts: tuple[NamedModifier, ...]

    @property
    def value(self) -> int:
        """The number itself. Speed is at least 1."""
        total = sum(part.by for part in self.parts)
        return max(total, min(self.parts[0].by, MINIMUM_SPEED)) if self.name == SPEED else total

    @property
    def why(self) -> str:
        """The number with its parts, as in ``Fight 6: card +8, rattled -2``."""
        words = with_minus(f"{self.name} {self.value}")
        return words if len(self.parts) == 1 else f"{words}: {', '.join(map(str, self.parts))}"


def off_guard_reason(state: BattleState, creature: str, circumstances: Circumstances) -> str:
    """Return why a creature is off-guard; empty if it is not."""
    if any(row.name == OFF_GUARD for row in expanded(all_conditions(state, creature))):
        return OFF_GUARD
    return f"{OFF_GUARD} ({listed(circumstances.off_guard)})" if circumstances.off_guard else ""


def fight_number(
    state: BattleState,
    creature: str,
    target: str | None = None,
    circumstances: Circumstances = IN_THE_OPEN,
    *,
    effect: Effect | None = None,
    modifiers: Iterable[NamedModifier] = (),
    is_reaction: bool = False,
) -> BattleNumber:
    """Return a creature's modifier of a Fight roll; ``modifiers`` are those of the present step."""
    parts = list(_Bearing(state, creature, target, circumstances).parts("fight"))
    acting = state.acting(creature)
    # Only Fight rolls in its own turn count and suffer: ruling 40.
    if acting is not None and not is_reaction and acting.fight_actions:
        parts.append(NamedModifier("multiple attack penalty", multiple_attack_penalty(acting.fight_actions)))
    if effect is not None and is_ranged(effect, circumstances):
        if circumstances.in_enemy_reach:
            parts.append(NamedModifier("ranged attack within an enemy's reach", RANGED_IN_REACH_PENALTY))
        # Cards of older battles say it in their sentence alone.
        ignores_distance = "range increment penalty" in getattr(effect, "effect", "") or any(
            bonus.when == "long range" for bonus in effect.bonuses
        )
        if circumstances.distance == "long" and not ignores_distance:
            parts.append(NamedModifier("long range", LONG_RANGE_PENALTY))
    return BattleNumber("Fight", (*parts, *modifiers))


def is_ranged(effect: Effect, circumstances: Circumstances) -> bool:
    """Return True if a strike is a ranged one: of one that can be either, the distance decides."""
    reach = effect.range
    if reach is None or reach.kind == "touch":
        return False
    if reach.other is not None:
        return circumstances.distance != "reach"
    return reach.kind == "ranged"


def armor_number(
    state: BattleState, creature: str, attacker: str | None = None, circumstances: Circumstances = IN_THE_OPEN
) -> BattleNumber:
    """Return the Armor of a creature against an attacker now."""
    combatant, card = state.combatants[creature], state.fielded(creature).card
    bonuses = (bonus for feature in state.fielded(creature).counting for bonus in feature.bonuses)
    # Where a feature lowers the Armor of a damaged creature, the number in brackets is that lower Armor.
    lowers = any("armor" in bonus.stats and bonus.when == DAMAGED for bonus in bonuses)
    broken = card.armor_broken is not None and combatant.is_broken and not lowers
    bearing = _Bearing(state, creature, None, circumstances)
    base = bearing.base("armor")
    if broken and base.source == CARD:
        base = NamedModifier("card, broken", card.armor_broken or 0)
    parts = [base, *bearing.bonuses("armor")]
    reason = off_guard_reason(state, creature, circumstances)
    inside = attacker is not None and swallower_of(state, attacker) == creature
    if reason or inside:
        change = conditions.BY_NAME[OFF_GUARD].changes[0]
        parts.append(NamedModifier(reason or f"{OFF_GUARD} against what it swallowed", change.by))
    return BattleNumber("Armor", tuple(parts))


def swallower_of(state: BattleState, creature: str) -> str | None:
    """Return the creature that has swallowed this one, None if none has."""
    return next((held.by for held in state.combatants[creature].statuses if held.name == SWALLOWED), None)


def save_number(
    state: BattleState,
    creature: str,
    save: Save,
    circumstances: Circumstances = IN_THE_OPEN,
    *,
    modifiers: Iterable[NamedModifier] = (),
) -> BattleNumber:
    """Return a creature's modifier of a saving throw."""
    parts = _Bearing(state, creature, None, circumstances).parts(save, "saves")
    return BattleNumber(stat_name(save), (*parts, *modifiers))


def power_number(state: BattleState, creature: str) -> BattleNumber:
    """Return the Power of a creature now."""
    return BattleNumber("Power", _Bearing(state, creature).parts("power"))


def speed_number(state: BattleState, creature: str, *, more: Iterable[NamedModifier] = ()) -> BattleNumber:
    """Return the Speed of a creature now, in squares."""
    return BattleNumber(SPEED, (*_Bearing(state, creature).parts("speed"), *more))


def check_number(state: BattleState, creature: str, skill: str) -> BattleNumber:
    """Return a creature's modifier of a check with a skill or a save, by its name."""
    if skill.casefold() in SAVES:
        return save_number(state, creature, skill.casefold())  # type: ignore[arg-type] # it is one of the saves
    given = _Bearing(state, creature).bonuses("skills")
    return _skill_number(state, creature, skill, save_number(state, creature, save_of(skill)), given)


def skill_numbers(state: BattleState, creature: str) -> tuple[BattleNumber, ...]:
    """Return a creature's modifier of a check with each skill, in the order of the rulebook’s table, Perception
    last.
    """
    saves = {save: save_number(state, creature, save) for save in SAVES}
    given = _Bearing(state, creature).bonuses("skills")
    return tuple(
        _skill_number(state, creature, skill.name, saves[skill.save], given) for skill in skills.BY_NAME.values()
    )


def _skill_number(
    state: BattleState, creature: str, skill: str, save: BattleNumber, given: Iterable[NamedModifier]
) -> BattleNumber:
    fielded = state.fielded(creature)
    trained = skill.casefold() in map(str.casefold, fielded.card.skills)
    improvises = not trained and any(feature.id == IMPROVISATION for feature in fielded.features)
    penalty = check_modifier(0, trained=trained, improvises=improvises)
    untrained = (NamedModifier("untrained", penalty),) if penalty else ()
    return BattleNumber(skill, (*save.parts, *untrained, *given))


def bonus_on(state: BattleState, creature: str, stat: str) -> int:
    """Return what changes a creature's falls (in squares), or the dice of resistance against it."""
    return sum(bonus.by for bonus in _Bearing(state, creature).bonuses(stat))


def damage_bonuses(
    state: BattleState, creature: str, target: str, circumstances: Circumstances, effect: Effect, *, critical: bool
) -> tuple[NamedModifier, ...]:
    """Return what a creature's features and the effects on it add to the damage of a strike that hits."""
    bearing = _Bearing(state, creature, target, circumstances, critical=critical)
    own = (bonus for bonus in effect.bonuses if bearing.counts(bonus))
    parts = [NamedModifier("this strike", bonus.by) for bonus in own if "damage" in bonus.stats]
    weak = max((row.amount for row in state.fielded(target).card.weak), default=0)
    times = replace(bearing, critical=False).bonuses("weakness") if weak else []
    return (*parts, *bearing.bonuses("damage"), *(replace(part, by=part.by * weak) for part in times))


@dataclass(frozen=True, slots=True)
class _Bearing:
    """What bears on the numbers of a creature now, against another one if there is one."""

    state: BattleState
    creature: str
    other: str | None = None
    circumstances: Circumstances = IN_THE_OPEN
    critical: bool = False

    def parts(self, *stats: str) -> tuple[NamedModifier, ...]:
        """Return a card's value of a stat, and the changes by conditions, active effects and features."""
        return (self.base(*stats), *self.changes(stats[0]), *self.bonuses(*stats))

    def base(self, *stats: str) -> NamedModifier:
        """Return the number of the first of these stats: one that stands in place of the card's, or the card's own."""
        for source, bonus in self._counting(stats):
            if bonus.is_value:
                return NamedModifier(source, bonus.by)
        value: int | None = getattr(self.state.fielded(self.creature).card.stats, stats[0])
        return NamedModifier(CARD, value) if value is not None else NamedModifier("not on the card", 0)

    def changes(self, stat: str) -> Iterator[NamedModifier]:
        """Yield the changes of a stat by conditions and statuses, each once."""
        for row in expanded(all_conditions(self.state, self.creature)):
            yield from (NamedModifier(row.name, change.by) for change in row.changes if change.stat == stat)
        for name in all_statuses(self.state, self.creature):
            for change in conditions.STATUSES_BY_NAME[name].changes:
                if change.stat == stat:
                    yield NamedModifier(name, change.by)

    def bonuses(self, *stats: str) -> list[NamedModifier]:
        """Return the bonuses of active effects and passive features on one of the stats."""
        counting = self._counting(stats)
        return [NamedModifier(source, bonus.by) for source, bonus in counting if not (bonus.is_value or bonus.is_twice)]

    def _counting(self, stats: tuple[str, ...]) -> Iterator[tuple[str, Bonus]]:
        """Yield what counts for one of the stats, with its source: numbers to add, and those in place of the card's."""
        for source, bonuses in self._sources():
            for bonus in bonuses:
                if not set(stats).isdisjoint(bonus.stats) and self.counts(bonus):
                    yield source, bonus

    def _sources(self) -> Iterator[tuple[str, tuple[Bonus, ...]]]:
        state, creature, holds = self.state, self.creature, self.circumstances.holds
        active_effects: tuple[ActiveEffect, ...] = state.combatants[creature].active_effects
        yield from ((effect.source, effect.bonuses) for effect in active_effects)
        for feature in state.fielded(creature).counting:
            reported = f"{creature}/{feature.id}" in holds
            if feature.bonuses and (reported or (feature.trigger is None and not is_aura(feature))):
                yield feature.name, feature.bonuses
            if state.combatants[creature].is_broken:
                yield feature.name, tuple(_when_broken(feature))
        for key in holds:
            user, _, feature_id = key.partition("/")
            if feature_id and user != creature and user in state.combatants:
                yield from (
                    (feature.name, feature.bonuses)
                    for feature in state.fielded(user).counting
                    if feature.id == feature_id and is_aura(feature)
                )

    def counts(self, bonus: Bonus) -> bool:
        """Return True if a bonus applies now."""
        state, other, combatant = self.state, self.other, self.state.combatants[self.creature]
        if bonus.when == "critical hit":
            return self.critical
        if bonus.when == DAMAGED:
            return combatant.hp < combatant.max_hp
        if bonus.when == "no weakness":
            return other is not None and not state.fielded(other).card.weak
        if bonus.when == "penalized":
            acting = state.acting(self.creature)
            return acting is not None and acting.fight_actions > 0
        if bonus.when == SNEAK_ATTACK:
            sneaky = (row for row in state.fielded(self.creature).counting if row.name.casefold() == SNEAK_ATTACK)
            own = (row for feature in sneaky for row in feature.bonuses if row.when != SNEAK_ATTACK)
            return state.has_limits and any(map(self.counts, own)) and self.counts(replace(bonus, when=""))
        if bonus.when == THIS_MOVE and state.has_limits:
            return any(bonus in effect.bonuses for effect in combatant.active_effects)
        if bonus.when and bonus.when not in self.circumstances.holds:
            return False
        return not bonus.against or (other is not None and has_any(state, other, bonus.against, self.circumstances))


def _when_broken(feature: Feature) -> Iterator[Bonus]:
    """Yield a feature's bonuses while its creature is broken; Armor is the number in brackets on the card."""
    for part in feature.then:
        if part.on == "broken":
            yield from (bonus for bonus in part.bonuses if "armor" not in bonus.stats)


def is_aura(feature: Feature) -> bool:
    """Return True if a feature counts for creatures around its own."""
    return feature.range is not None and feature.range.aura


def has_any(
    state: BattleState, creature: str, names: Iterable[str], circumstances: Circumstances = IN_THE_OPEN
) -> bool:
    """Return True if a creature has one of these conditions, statuses, effects or kinds of persistent damage."""
    combatant = state.combatants[creature]
    present = {row.name for row in expanded(all_conditions(state, creature))}
    present |= {*combatant.condition_names, *all_statuses(state, creature)}
    present |= {effect.source for effect in combatant.active_effects}
    present |= {f"persistent {kind} damage" for kind, _ in combatant.persistent}
    if off_guard_reason(state, creature, circumstances):
        present.add(OFF_GUARD)
    return not present.isdisjoint(names)
