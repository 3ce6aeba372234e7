"""The item, the rules on who may carry and use it, and the choices that some items need."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from rules import spells
from rules.cards.model import Card
from rules.effects.model import Effect
from rules.spells.casting import GrantedAction
from rules.tables.prose import CORE_RULES
from rules.text import listed, slug

ItemKind = Literal["permanent", "consumable", "daily", "encounter"]
"""Always there; used up for good; once a day; once an encounter."""

ChoiceKind = Literal["weapon", "spell", "damage type"]
"""The kind of a player's choice when the item is bought."""

ITEM_PAGE = "p2v-items"
"""The source of the items that the rulebook does not have."""


@dataclass(frozen=True, slots=True)
class Item(Effect):
    """An item: the effect of using it, with the whole of it in ``text``.

    ``choice`` is the kind of the player's choice, ``options`` are the possible choices (empty: anything that fits),
    ``spell_ranks`` the ranks of the spells that fit (0 = cantrip); a step that casts without a name casts the chosen
    spell. ``adds_type`` is a type of damage that the chosen weapon deals in addition to its own. ``needs_caster`` and
    ``sizes`` (empty: any) limit who can use it. ``tags`` are the words printed under the name, ``grants`` is
    an action that its user has while it lasts.
    """

    name: str
    level: int
    kind: ItemKind
    text: str
    choice: ChoiceKind | None = None
    options: tuple[str, ...] = ()
    spell_ranks: tuple[int, ...] = ()
    adds_type: str = ""
    needs_caster: bool = False
    sizes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    grants: GrantedAction | None = None
    source: str = CORE_RULES
    license: str = "ORC"

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)

    @property
    def in_rulebook(self) -> bool:
        """Whether the rulebook itself has the item."""
        return self.source == CORE_RULES

    @property
    def is_offered(self) -> bool:
        """Whether it comes at its trigger: a reaction, or a free action with triggers."""
        return self.is_reaction or (self.cost == "0" and bool(self.triggers))

    @property
    def needs(self) -> str | None:
        """Who can use it, in a few words; None if every creature can."""
        if self.needs_caster:
            return "a creature that casts spells"
        return f"a {listed(self.sizes, 'or')} creature" if self.sizes else None


def level_allows(item: Item, level: int) -> bool:
    """Whether a creature of this level may carry the item."""
    # An item's level may not be above its carrier's; creatures of level -1 and 0 so carry none. Appendix "Items".
    return item.level <= level


def may_repeat(item: Item) -> bool:
    """Whether one creature may carry the same item twice with the same choice."""
    # The rulebook prints no limit; a consumable is used up and may be bought again, anything else would do nothing
    # a second time. Appendix "Items".
    return item.kind == "consumable"


def usable_by(item: Item, *, size: str, is_caster: bool) -> str | None:
    """Return why a creature of this size cannot use the item, in a sentence; None if it can.

    ``size`` is the card's word (``Large``); "" if the card has none, which excludes nothing.
    """
    # Scrolls are for creatures that cast spells, of any tradition; a howdah goes on a Huge or Gargantuan
    # creature. Appendix "Items".
    if item.needs_caster and not is_caster:
        return f"{item.name} can be used only by {item.needs}, and this one casts none."
    if item.sizes and size and size not in item.sizes:
        return f"{item.name} can be used only by {item.needs}, and this one is {size}."
    return None


def choices_for(item: Item, card: Card | None, upgrades: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the possible choices for an item, each once; empty if it needs none or the carrier is unknown.

    ``card`` is its carrier's, None if it is unknown, and ``upgrades`` the keys of its carrier's upgrades. Any other
    words are as legal as these.
    """
    # A weapon is one of the carrier's own strikes, a spell is of one of the item's ranks and of any tradition, and a
    # damage type is one that the item lists. Appendix "Items".
    if item.options:
        return item.options
    match item.choice:
        case "weapon":
            names = [feature.name for feature in card.features_with(upgrades) if feature.strike] if card else []
        case "spell":
            return _spell_names(frozenset(item.spell_ranks))
        case _:
            names = []
    return tuple(dict.fromkeys(names))


@cache
def _spell_names(ranks: frozenset[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sorted(spell.name for spell in spells.SPELLS if spell.rank in ranks)))


def is_agreed_choice(choice: str | None, item: Item, card: Card, upgrades: tuple[str, ...]) -> bool:
    """Return True for a choice in words of its own, which the table has to agree to."""
    return bool(choice) and choice not in choices_for(item, card, upgrades)
