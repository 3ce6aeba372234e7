"""What a member has, as a reader calls it: wounds, feats, upgrades, items and uses by their names, never by keys."""

from __future__ import annotations

from rules.cards.model import Card
from rules.careers.events import SpentUse
from rules.careers.state import GainedFeat, Wound
from rules.feats import BY_KEY as FEATS
from rules.legality.rulebook import Rulebook
from rules.roster.model import ItemChoice
from rules.tables.uses import BY_USE
from rules.text import with_choice, with_count, with_minus


def wound_title(wound: Wound) -> str:
    """Return a wound with what it does: ``Injured Leg (Speed −1)``."""
    row = wound.row
    effects = [with_minus(str(change)) for change in row.changes]
    if row.starts_with:
        effects.append(f"starts {row.starts_with}")
    return f"{row.name} ({', '.join(effects)})"


def feature_title(feature: str, card: Card) -> str:
    """Return the name of a feature of a card; anything else as it is, such as the skill that was chosen for a feat."""
    # The boxes of a caster's spells are counted by group: ``occult-caster-rank-2:1``.
    key = feature.partition(":")[0]
    return next((feature.name for feature in card.features if feature.id == key), feature)


def feat_title(gained: GainedFeat, card: Card) -> str:
    """Return a feat with what was chosen for it, a Strike by its name."""
    return with_choice(gained.row.name, gained.choice and feature_title(gained.choice, card))


def item_title(choice: ItemChoice, rulebook: Rulebook) -> str:
    """Return an item with its choice: ``Fiery Weapon (Tusk)``."""
    item = rulebook.items.get(choice.item)
    return with_choice(item.name if item else choice.item, choice.choice)


def positioning_title(key: str, rulebook: Rulebook) -> str:
    """Return the name of a positioning upgrade."""
    known = rulebook.positioning.get(key)
    return known.name if known else key


def use_title(spent: SpentUse, card: Card, rulebook: Rulebook) -> str:
    """Return a use that was spent, of a feature, an item or a feat: ``2 × Fire Breath (daily)``."""
    item, feat = rulebook.items.get(spent.key), FEATS.get(spent.key.removeprefix("feat-"))
    name = feature_title(spent.key, card)
    if name == spent.key and (found := item or feat):
        name = found.name
    return f"{with_count(name, spent.times)} ({BY_USE[spent.use].name.lower()})"
