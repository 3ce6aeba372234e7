"""Creatures of a battle as its pages show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from battles.selectors.battles import BattleView
from compendium.builtin.emblems import emblem_of
from printing.emblems import CHARACTERS
from rules.effects.values import Use
from rules.items import BY_KEY
from rules.p2v_combat.actions import carried_title, item_boxes, uses_of_item
from rules.p2v_combat.sides import Fielded
from rules.p2v_combat.state import BattleState, Combatant, HeldCondition
from rules.p2v_combat.tasks.turns import may_activate
from rules.tables import conditions, statuses
from rules.tables.uses import BY_USE

OFTEN = ("off-guard", "rattled", "sickened", "slowed", "stunned", "grabbed", "immobilized")
"""Conditions that a panel offers first."""


@dataclass(frozen=True, slots=True)
class HeldChip:
    """A condition or status that a creature has: its name, and who gave it by what."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class CreatureRow:
    """A creature in a line: who it is, how it stands, and whether it has acted."""

    id: str
    side: str
    name: str
    creature: str
    emblem: str
    alignment: str
    hp: int
    max_hp: int
    temporary_hp: int
    held: tuple[HeldChip, ...]
    persistent: tuple[tuple[str, int], ...]
    hero_points: int
    ap: int | None
    has_acted: bool
    has_reacted: bool
    is_dying: bool
    is_out: bool
    out: str
    can_activate: bool
    can_take_ap: bool
    points: int

    @property
    def percent(self) -> int:
        """How much of its HP is left, in hundredths rounded up, 0 to 100."""
        return max(0, min(100, -(-100 * self.hp // self.max_hp)))

    @property
    def is_low(self) -> bool:
        """Whether it has a third of its HP or less."""
        return self.hp * 3 <= self.max_hp

    @property
    def look(self) -> str:
        """The classes by which a line looks different."""
        marks = (("acting", self.ap is not None), ("acted", self.has_acted), ("out", self.is_out))
        return " ".join(name for name, holds in marks if holds)

    @property
    def pips(self) -> str:
        """The action points that it has, as signs."""
        return "●" * (self.ap or 0)


@dataclass(frozen=True, slots=True)
class SideRows:
    """The creatures of a side; ``left`` is how many have yet to act in this round."""

    key: str
    name: str
    rows: tuple[CreatureRow, ...]
    left: int
    up: int
    score: int
    is_own: bool
    is_next: bool


@dataclass(frozen=True, slots=True)
class UseBoxes:
    """The boxes of a feature or item: its key and name, the sign of its use, and which boxes are checked."""

    key: str
    name: str
    use: str
    sign: str
    boxes: tuple[bool, ...]

    @property
    def spent(self) -> int:
        """How many are checked."""
        return sum(self.boxes)


@dataclass(frozen=True, slots=True)
class HeldToggle:
    """A condition or status to give or to take away by a tap."""

    name: str
    has: bool


def side_rows(view: BattleView, state: BattleState) -> tuple[SideRows, ...]:
    """Return the sides in seat order with their creatures."""
    found = []
    for side in state.setup.sides:
        rows = tuple(creature_row(state, one) for one in state.of_side(side.key))
        found.append(
            SideRows(
                key=side.key,
                name=side.name,
                rows=rows,
                left=sum(not row.is_out and not row.is_dying and not row.has_acted for row in rows),
                up=sum(not row.is_out and not row.is_dying for row in rows),
                score=state.points(side.key),
                is_own=side.key in view.held,
                is_next=state.next_side == side.key and state.turn is None,
            )
        )
    return tuple(found)


def creature_row(state: BattleState, one: Combatant) -> CreatureRow:
    """Return a creature in a line."""
    fielded = state.fielded(one.id)
    card, acting = fielded.card, state.acting(one.id)
    return CreatureRow(
        id=one.id,
        side=one.side,
        name=fielded.name,
        creature=card.name if fielded.name != card.name else "",
        emblem=CHARACTERS.get(emblem_of(card.key, card.tags), ""),
        alignment=card.alignment or "",
        hp=min(one.hp, 0) if one.presence == "eliminated" else one.hp,
        max_hp=one.max_hp,
        temporary_hp=one.temporary_hp,
        held=tuple(_chip(state, held) for held in (*one.statuses, *one.conditions)),
        persistent=one.persistent,
        hero_points=one.hero_points,
        ap=acting.ap if acting and not acting.has_ended else None,
        has_acted=one.has_acted or bool(acting and acting.has_ended),
        has_reacted=one.has_reacted,
        is_dying=one.is_dying,
        is_out=not one.is_in_play,
        out={"eliminated": "Eliminated", "left": "Left the board", "waiting": "Not on the board yet"}.get(
            one.presence, ""
        ),
        can_activate=_can_activate(state, one),
        can_take_ap=_can_take_ap(state, one),
        points=fielded.points,
    )


def _can_take_ap(state: BattleState, one: Combatant) -> bool:
    minion, commander = state.acting(one.id), state.acting(one.commander or "")
    return bool(minion and commander and commander.ap and "ap-given" not in minion.done)


def _can_activate(state: BattleState, one: Combatant) -> bool:
    return (
        state.phase == "playing"
        and state.turn is None
        and not state.stack
        and one.side == state.next_side
        and may_activate(state, one.id)
    )


def _chip(state: BattleState, held: HeldCondition) -> HeldChip:
    by = state.name(held.by) if held.by and held.by in state.combatants else ""
    return HeldChip(held.name, ", ".join(part for part in (by, held.source, held.until) if part))


def use_boxes(state: BattleState, creature: str) -> tuple[UseBoxes, ...]:
    """Return what a creature has boxes for: features, spells and items."""
    one, fielded = state.combatants[creature], state.fielded(creature)
    return tuple(
        UseBoxes(key, name, BY_USE[use].name, BY_USE[use].sign, tuple(n < one.times_spent(key) for n in range(boxes)))
        for key, name, use, boxes in _limited(one, fielded)
    )


def _limited(one: Combatant, fielded: Fielded) -> Iterator[tuple[str, str, Use, int]]:
    for feature in fielded.features:
        if feature.uses:
            yield feature.id, feature.name, feature.uses[0], len(feature.uses)
        for place, group in enumerate(feature.caster.groups if feature.caster else (), start=1):
            if group.uses:
                names = ", ".join(spell.name for spell in group.spells)
                yield f"{feature.id}:{place}", names, group.uses[0], len(group.uses)
    for choice, copies in Counter(one.items).items():
        item = BY_KEY.get(choice.item)
        if item is not None and item.kind != "permanent":
            yield item_boxes(choice), carried_title(choice), item.kind, uses_of_item(item) * copies


def condition_toggles(one: Combatant) -> tuple[tuple[HeldToggle, ...], tuple[HeldToggle, ...]]:
    """Return the conditions and statuses that a tap gives or takes: the frequent ones, and the others."""
    names = dict.fromkeys((*one.condition_names, *one.status_names, *OFTEN, "prone"))
    first = tuple(HeldToggle(name, one.has(name)) for name in names)
    known = (*conditions.BY_NAME, *statuses.BY_NAME, *conditions.LOOSE_BY_NAME)
    others = tuple(
        HeldToggle(name, has=False) for name in known if name not in names and name not in ("dying", "eliminated")
    )
    return first, others
