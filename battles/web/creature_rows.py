"""Creatures of a battle as its pages show them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from battles.drawings import FighterToken, creature_emblem, fighter_token, hp_percent
from battles.selectors.battles import BattleView
from battles.selectors.crests import side_crests
from rules.combat.hp import HpLook, hp_look
from rules.crests import Crest
from rules.effects.values import Use
from rules.items import BY_KEY
from rules.p2v_combat.actions import carried_title, item_boxes, uses_of_item
from rules.p2v_combat.sides import Fielded
from rules.p2v_combat.standing import square_name
from rules.p2v_combat.state import ActiveCondition, BattleState, Combatant
from rules.p2v_combat.tasks.turns import may_activate
from rules.tables import conditions
from rules.tables.uses import BY_USE

OUT = {"eliminated": "Eliminated", "left": "Left the board", "waiting": "Not on the board yet"}
"""A line's words for a creature that is not in play, by its presence."""
OFTEN = ("off-guard", "rattled", "sickened", "slowed", "stunned", "grabbed", "immobilized")
"""Conditions that a panel offers first."""


@dataclass(frozen=True, slots=True)
class HeldChip:
    """A creature's condition or status: its name, and its author and source."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class CreatureRow:
    """A creature in a line: its identity, its condition, whether it has acted, and its square on a board."""

    id: str
    side: str
    name: str
    creature: str
    emblem: str
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
    square: str = ""

    @property
    def percent(self) -> int:
        """Its remaining HP in percent, rounded up, 0 to 100."""
        return hp_percent(self.hp, self.max_hp)

    @property
    def hp_look(self) -> HpLook:
        """The look of its HP."""
        return hp_look(self.hp, self.max_hp)

    @property
    def is_down(self) -> bool:
        """Whether it is dying or eliminated."""
        return self.is_dying or self.out == OUT["eliminated"]

    @property
    def token(self) -> FighterToken:
        """Its token."""
        return fighter_token(self.side, self.emblem, self.hp, self.max_hp, is_down=self.is_down)

    @property
    def look(self) -> str:
        """The classes by which a line looks different."""
        marks = (("acting", self.ap is not None), ("acted", self.has_acted), ("out", self.is_out))
        return " ".join((f"hp-{self.hp_look}", *(name for name, holds in marks if holds)))

    @property
    def pips(self) -> str:
        """The action points that it has, as signs."""
        return "●" * (self.ap or 0)


@dataclass(frozen=True, slots=True)
class SideRows:
    """The creatures of a side; ``left`` is how many have yet to act in this round."""

    key: str
    name: str
    crest: Crest | None
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
        """The number of checked boxes."""
        return sum(self.boxes)


@dataclass(frozen=True, slots=True)
class HeldToggle:
    """A condition or status to give or to take away by a tap."""

    name: str
    has: bool


def side_rows(view: BattleView, state: BattleState) -> tuple[SideRows, ...]:
    """Return the sides in seat order with their creatures."""
    sides, crests = [], side_crests(view.seats)
    for side in state.setup.sides:
        rows = tuple(creature_row(state, combatant) for combatant in state.of_side(side.key))
        sides.append(
            SideRows(
                key=side.key,
                name=side.name,
                crest=crests.get(side.key),
                rows=rows,
                left=sum(not row.is_out and not row.is_dying and not row.has_acted for row in rows),
                up=sum(not row.is_out and not row.is_dying for row in rows),
                score=state.points(side.key),
                is_own=side.key in view.held,
                is_next=state.next_side == side.key and state.turn is None,
            )
        )
    return tuple(sides)


def creature_row(state: BattleState, combatant: Combatant) -> CreatureRow:
    """Return a creature in a line."""
    fielded = state.fielded(combatant.id)
    card, acting = fielded.card, state.acting(combatant.id)
    return CreatureRow(
        id=combatant.id,
        side=combatant.side,
        name=fielded.name,
        creature=card.name if fielded.name != card.name else "",
        emblem=creature_emblem(card),
        hp=min(combatant.hp, 0) if combatant.presence == "eliminated" else combatant.hp,
        max_hp=combatant.max_hp,
        temporary_hp=combatant.temporary_hp,
        held=tuple(_chip(state, held) for held in (*combatant.statuses, *combatant.conditions)),
        persistent=combatant.persistent,
        hero_points=combatant.hero_points,
        ap=acting.ap if acting and not acting.has_ended else None,
        has_acted=combatant.has_acted or bool(acting and acting.has_ended),
        has_reacted=combatant.has_reacted,
        is_dying=combatant.is_dying,
        is_out=not combatant.is_in_play,
        out=OUT.get(combatant.presence, ""),
        can_activate=_can_activate(state, combatant),
        can_take_ap=_can_take_ap(state, combatant),
        points=fielded.points,
        square=_square(state, combatant),
    )


def _square(state: BattleState, combatant: Combatant) -> str:
    place = state.board.places.get(combatant.id) if state.board and combatant.is_in_play else None
    return square_name(place) if place else ""


def _can_take_ap(state: BattleState, combatant: Combatant) -> bool:
    minion, commander = state.acting(combatant.id), state.acting(combatant.commander or "")
    return bool(minion and commander and commander.ap and "ap-given" not in minion.done)


def _can_activate(state: BattleState, combatant: Combatant) -> bool:
    return (
        state.phase == "playing"
        and state.turn is None
        and not state.stack
        and combatant.side == state.next_side
        and may_activate(state, combatant.id)
    )


def _chip(state: BattleState, held: ActiveCondition) -> HeldChip:
    by = state.name(held.by) if held.by and held.by in state.combatants else ""
    return HeldChip(held.name, ", ".join(part for part in (by, held.source, held.until) if part))


def use_boxes(state: BattleState, creature: str) -> tuple[UseBoxes, ...]:
    """Return the features, spells and items of a creature that have boxes."""
    combatant, fielded = state.combatants[creature], state.fielded(creature)
    return tuple(
        UseBoxes(
            key, name, BY_USE[use].name, BY_USE[use].sign, tuple(n < combatant.times_spent(key) for n in range(boxes))
        )
        for key, name, use, boxes in _limited(combatant, fielded)
    )


def _limited(combatant: Combatant, fielded: Fielded) -> Iterator[tuple[str, str, Use, int]]:
    for feature in fielded.features:
        if feature.uses:
            yield feature.id, feature.name, feature.uses[0], len(feature.uses)
        for place, group in enumerate(feature.caster.groups if feature.caster else (), start=1):
            if group.uses:
                names = ", ".join(spell.name for spell in group.spells)
                yield f"{feature.id}:{place}", names, group.uses[0], len(group.uses)
    for choice, copies in Counter(combatant.items).items():
        item = BY_KEY.get(choice.item)
        if item is not None and item.kind != "permanent":
            yield item_boxes(choice), carried_title(choice), item.kind, uses_of_item(item) * copies


def condition_toggles(combatant: Combatant) -> tuple[tuple[HeldToggle, ...], tuple[HeldToggle, ...]]:
    """Return the conditions and statuses that a tap gives or takes: the frequent ones, and the others."""
    names = dict.fromkeys((*combatant.condition_names, *combatant.status_names, *OFTEN, "prone"))
    first = tuple(HeldToggle(name, combatant.has(name)) for name in names)
    known = (*conditions.BY_NAME, *conditions.STATUSES_BY_NAME, *conditions.LOOSE_BY_NAME)
    others = tuple(
        HeldToggle(name, has=False) for name in known if name not in names and name not in ("dying", "eliminated")
    )
    return first, others
