"""Everything that a creature can do, as one kind of value: universal actions, features, spells, items, by key."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from rules import items, spells
from rules.cards.model import Card, Caster, CasterSpell, Feature
from rules.cards.phrases import effect_text
from rules.effects.model import Effect
from rules.effects.values import Cost
from rules.items.item import Item, usable_by
from rules.roster.model import ItemChoice
from rules.spells.model import Spell, heightened
from rules.spells.phrases import casting_text
from rules.tables.actions import RULED_ACTIONS, UNIVERSAL_ACTIONS, Action
from rules.text import slug

BattleActionKind = Literal["universal", "feature", "spell", "item"]

SPELL_COST: Cost = "2"
"""The assumed cost of a spell that is on no sheet; most spells cost that."""
UNKNOWN_SPELL = "No spell sheet has this spell. Agree on what it does, and change the numbers by hand."
SUSTAIN = "sustain/"
"""The prefix of the key of an action that sustains a spell."""
ENCOUNTER_START = "The encounter starts."


@dataclass(frozen=True, slots=True)
class ActionVariant:
    """A way to take an action: its key, its cost, and its effect, with its text."""

    key: str
    effect: Effect = field(repr=False)
    text: str = ""

    @property
    def cost(self) -> Cost | None:
        """Its cost: action points, a free action, a reaction."""
        return self.effect.cost

    @property
    def action_points(self) -> int:
        """The action points that it costs; 0 for free actions and reactions."""
        return self.effect.action_points


@dataclass(frozen=True, slots=True)
class BattleAction:
    """An action of a creature: its key and name, the ways to take it, and the boxes that it checks.

    ``boxes`` is the key that counts its checked boxes, empty if it has none, and ``uses`` how many there are.
    ``is_weapon`` marks a strike of the card or an item. ``sustain`` are the action points that sustain a spell.
    ``requirement`` is what the players must check, ``during`` the name of the effect while which it can be taken.
    """

    key: str
    name: str
    kind: BattleActionKind
    ways: tuple[ActionVariant, ...]
    boxes: str = ""
    uses: int = 0
    once_per_turn: bool = False
    is_weapon: bool = False
    is_magical: bool = False
    sustain: int | None = None
    requirement: str = ""
    note: str = ""
    during: str = ""

    def way(self, key: str) -> ActionVariant | None:
        """Return the way with that key; the first one for an empty key."""
        return self.ways[0] if not key else next((way for way in self.ways if way.key == key), None)

    @property
    def is_reaction(self) -> bool:
        """Whether every way to take it is a reaction."""
        return all(way.cost == "reaction" for way in self.ways)

    @property
    def is_offered(self) -> bool:
        """Whether it comes at its trigger: a reaction, or the free action of an item with triggers."""
        effect = self.ways[0].effect
        return self.is_reaction or (isinstance(effect, Item) and effect.is_offered)


def actions_of_card(card: Card, features: Iterable[Feature]) -> dict[str, BattleAction]:
    """Return the actions of a creature by its key, its items' left out, in the order in which to offer them."""
    actions = [
        *(action for feature in features for action in _of_feature(card, feature)),
        *map(_universal, (*UNIVERSAL_ACTIONS, *RULED_ACTIONS)),
    ]
    return {action.key: action for action in actions}


def actions_of_items(card: Card, features: Iterable[Feature], carried: Iterable[ItemChoice]) -> dict[str, BattleAction]:
    """Return the actions of a creature's items, by key; several copies add boxes."""
    return {action.key: action for action in _of_items(card, tuple(features), tuple(carried))}


def universal_key(name: str) -> str:
    """Return the key of a universal action.

    >>> universal_key("Drop Prone")
    'act/drop-prone'
    """
    return f"act/{slug(name)}"


def feature_key(feature: Feature) -> str:
    """Return the key of the action that a feature is."""
    return f"feature/{feature.id}"


def _universal(action: Action) -> BattleAction:
    return BattleAction(
        universal_key(action.name), action.name, "universal", (ActionVariant("", action, action.summary),)
    )


def _of_feature(card: Card, feature: Feature) -> Iterator[BattleAction]:
    if feature.caster:
        yield from _spells(card, feature, feature.caster)
    if feature.cost is None and any(step.action == "trade" for step in feature.steps):
        # What swaps an item and names no cost is a free action: ruling 355.
        feature = replace(feature, cost="0")
    if feature.cost is None:
        yield from _of_parts(feature)
    if feature.cost is None or feature.cost == "spell":
        return
    needs = feature.trigger if feature.cost != "reaction" else ""
    yield BattleAction(
        feature_key(feature),
        feature.name,
        "feature",
        tuple(_feature_ways(feature)),
        boxes=feature.id if feature.uses else "",
        uses=len(feature.uses),
        once_per_turn=feature.once_per_turn,
        is_weapon=feature.strike,
        requirement=str(needs or ""),
    )
    for number, part in enumerate(feature.parts, start=1):
        if part.on == "kept":
            name, ways = f"End {feature.name}", (ActionVariant("", part, effect_text(feature)),)
            yield BattleAction(f"{feature_key(feature)}/{number}", name, "feature", ways, during=feature.name)


def _feature_ways(feature: Feature) -> Iterator[ActionVariant]:
    """Yield the ways to use a feature: its own, and each part to choose that reaches others than the whole does."""
    text, parts = effect_text(feature), feature.parts
    # On older cards the players apply such a part.
    apart = [] if feature.by_table else [part for part in parts if part.on == "choice" and part.range]
    yield ActionVariant(
        "", replace(feature, then=tuple(p for p in parts if p not in apart)) if apart else feature, text
    )
    for number, part in enumerate(apart, start=1):
        yield ActionVariant(str(number), replace(part, on="always", cost=feature.cost), text)


def _of_parts(feature: Feature) -> Iterator[BattleAction]:
    """Yield the actions of a feature without a cost of its own: each part that its user may choose for a price."""
    for number, part in enumerate(feature.parts, start=1):
        if part.on != "choice" or part.cost is None:
            continue
        yield BattleAction(
            f"{feature_key(feature)}/{number}",
            feature.name,
            "feature",
            (ActionVariant("", part, effect_text(feature)),),
            boxes=f"{feature.id}:{number}" if part.uses else "",
            uses=len(part.uses),
        )


def _spells(card: Card, feature: Feature, caster: Caster) -> Iterator[BattleAction]:
    """Yield the spells of a caster; those of one group share their boxes."""
    for number, (key_of_boxes, group) in enumerate(feature.spell_groups, start=1):
        boxes = key_of_boxes if group.uses else ""
        for named in group.spells:
            spell = spells.find_spell(named.name, card.license)
            key = f"spell/{feature.id}/{number}/{spell.key if spell else slug(named.name)}"
            yield _spell(key, named, spell, caster.rank, boxes, len(group.uses))


def _spell(key: str, named: CasterSpell, spell: Spell | None, rank: int, boxes: str, uses: int) -> BattleAction:
    if spell is None:
        # Haste quickens its target: ruling 169. What the other names do is for the table.
        gives = ("quickened",) if slug(named.name) == "haste" else ()
        ways: tuple[ActionVariant, ...] = (
            ActionVariant("", Effect(cost=SPELL_COST, gives=gives, by_table=not gives), UNKNOWN_SPELL),
        )
    else:
        ways = tuple(spell_ways(spell, rank))
    return BattleAction(
        key,
        spell.name if spell else named.name,
        "spell",
        ways,
        boxes=boxes,
        uses=uses,
        is_magical=True,
        sustain=spell.sustain if spell else None,
        note=named.note or "",
    )


def spell_ways(spell: Spell, rank: int) -> Iterator[ActionVariant]:
    """Yield the ways to cast a spell as a caster of that rank has them."""
    taken: Counter[str] = Counter()
    for casting in spell.castings:
        grown = heightened(spell, casting, rank)
        cost = str(grown.cost or "")
        taken[cost] += 1
        yield ActionVariant(cost if taken[cost] == 1 else f"{cost}-{taken[cost]}", grown, casting_text(grown))


def _of_items(card: Card, features: tuple[Feature, ...], carried: tuple[ItemChoice, ...]) -> Iterator[BattleAction]:
    casters = [feature.caster for feature in features if feature.caster]
    rank = max((caster.rank for caster in casters), default=0)
    for choice, number in Counter(carried).items():
        item = items.BY_KEY.get(choice.item)
        if item is None:
            continue
        ways = tuple(_item_ways(item, choice, rank, card.license))
        if not ways or usable_by(item, size=card.size or "", is_caster=bool(casters)):
            continue
        chosen = slug(choice.choice) if choice.choice else ""
        yield BattleAction(
            "/".join(filter(None, ("item", item.key, chosen))),
            carried_title(choice),
            "item",
            ways,
            boxes=item_boxes(choice),
            uses=number * uses_of_item(item),
            is_weapon=item.strike,
            is_magical=not item.strike,
            requirement=item.trigger or "",
        )


def item_boxes(choice: ItemChoice) -> str:
    """Return the key that counts the boxes of an item, empty if it has none."""
    item = items.BY_KEY.get(choice.item)
    if item is None or item.kind == "permanent":
        return ""
    return ":".join(filter(None, (item.key, slug(choice.choice) if choice.choice else "")))


def uses_of_item(item: Item) -> int:
    """Return how many boxes one copy of an item has."""
    return 0 if item.kind == "permanent" else max(len(item.uses), 1)


def item_kind_name(item: Item) -> str:
    """Return an item's name before a spell is chosen for it: ``Scroll I``."""
    return item.name.removeprefix("[Spell] ")


def carried_title(choice: ItemChoice) -> str:
    """Return an item with its choice: ``Fear Scroll I``, ``Fiery Weapon (Jaws)``."""
    item = items.BY_KEY.get(choice.item)
    if item is None or not choice.choice:
        return item.name if item else choice.item
    if "[Spell]" in item.name:
        return item.name.replace("[Spell]", choice.choice)
    return f"{item.name} ({choice.choice})"


def _item_ways(item: Item, choice: ItemChoice, rank: int, license: str) -> Iterator[ActionVariant]:
    step = next((step for step in item.steps if step.action == "cast"), None)
    name = (step.names[0] if step and step.names else choice.choice) if step else None
    spell = spells.find_spell(name, license) if name else None
    if step is not None and spell is not None:
        own = step.rank or (rank if item.needs_caster else max(spell.rank, 1))
        for way in spell_ways(spell, own):
            yield way if item.cost == "spell" else ActionVariant(way.key, _bottled(item, way.effect), way.text)
            if item.cost != "spell":
                return
        return
    if item.choice == "damage type" and choice.choice:
        resist = tuple(replace(row, type=choice.choice.casefold(), choices=()) for row in item.resist)
        yield ActionVariant("", replace(item, resist=resist), item.text)
    elif step is not None or item.cost == "spell":
        cost = SPELL_COST if item.cost == "spell" else item.cost
        yield ActionVariant("", replace(item, cost=cost, by_table=True), item.text)
    elif item.cost is not None:
        yield ActionVariant("", item, item.text)
    elif item.kind != "permanent" or item.trigger == ENCOUNTER_START:
        # It is put on as the encounter starts and costs nothing.
        yield ActionVariant("", replace(item, cost="0"), item.text)


def _bottled(item: Item, casting: Effect) -> Effect:
    """Return the spell of a potion: its drinker, or an ally in reach, is its one target."""
    is_for_creature = all(step.action != "summon" for step in casting.steps) and casting.targets.who != "square"
    target = item.target if is_for_creature else casting.target
    if is_for_creature:
        casting = casting.with_steps_by(target=True)
    return replace(casting, cost=item.cost, range=None, target=target, trigger=None, precondition=None)


def sustain_key(key: str) -> str:
    """Return the key of the action that sustains a spell, by the key of the action that cast it."""
    return f"{SUSTAIN}{key.removeprefix(SUSTAIN)}"


def sustain_action(action: BattleAction, way: ActionVariant) -> BattleAction:
    """Return the action that casts a spell again for the price of sustaining it, without a use."""
    # "Sustaining": the spell is cast again on the next turn for that many action points.
    cost: Cost = str(action.sustain or 0)  # type: ignore[assignment] # sheets print 0 to 2
    again = ActionVariant("", replace(way.effect, cost=cost), way.text)
    return replace(
        action, key=sustain_key(action.key), ways=(again,), boxes="", uses=0, once_per_turn=True, note="Sustain it"
    )
