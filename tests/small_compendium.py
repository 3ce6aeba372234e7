"""Eight creatures and two items as they come with Muster, for tests that need no whole compendium."""

from compendium.builtin import SOURCES, built_in_cards
from compendium.entries import item_values
from compendium.models import Item, Source
from compendium.services.builtin import entry_save
from compendium.services.creatures import creature_create
from rules import items
from tests.copies import copied
from tests.databases import forget_kept

CREATURES = (
    "kobold-warrior",
    "boar",
    "caldera-oni",
    "eagle-knight",
    "basilisk",
    "kobold-druid-1",
    "cat-companion-1",
    "trog-stoneliege",
)
ITEMS = ("holy-water", "fiery-weapon")


def store_small_compendium() -> None:
    """Store eight creatures and two items as they come with Muster."""
    forget_kept()  # what lists offer is kept by the number of creatures, which other tests may share
    copied(_small_compendium)


def _small_compendium() -> None:
    cards = {card.key: card for card in built_in_cards()}
    sources = {
        key: Source.objects.create(key=key, name=key, license=license_name, is_built_in=True)
        for key, license_name in (*SOURCES.items(), ("p2v-core-1.3", "ORC"))
    }
    for key in CREATURES:
        card = cards[key]
        creature_create(card=card, source=sources[card.source or ""], key=key, built_in=True)
    for key in ITEMS:
        item = items.find_item(key)
        entry_save(entry=Item(source=sources[item.source], **item_values(item)), built_in=True)
