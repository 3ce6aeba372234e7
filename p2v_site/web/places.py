"""The five places of the site, and the pages that each leads to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlacePage:
    """A page of a place: its word for the present place, its label, and the name of its address."""

    key: str
    label: str
    address_name: str


@dataclass(frozen=True, slots=True)
class SitePlace:
    """A place to be. ``key`` names its sign; it leads to the first of its pages."""

    key: str
    label: str
    pages: tuple[PlacePage, ...]


PLACES: tuple[SitePlace, ...] = (
    SitePlace(
        "build",
        "Build",
        (
            PlacePage("warbands", "Warbands", "warbands:list"),
            PlacePage("random-box", "Random box", "warbands:random-box"),
            PlacePage("paste", "Paste a list", "warbands:paste"),
            PlacePage("my-creatures", "My creatures", "compendium:homebrew-list"),
            PlacePage("convert", "Convert", "compendium:homebrew-convert"),
        ),
    ),
    SitePlace(
        "play",
        "Play",
        (
            PlacePage("battles", "Battles", "battles:list"),
            PlacePage("solo", "Solo", "battles:solo"),
            PlacePage("adventures", "Adventures", "adventures:list"),
            PlacePage("table-games", "Table games", "gambling:list"),
            PlacePage("first-game", "First game", "compendium:first-game"),
        ),
    ),
    SitePlace("campaigns", "Campaigns", (PlacePage("campaigns", "Campaigns", "campaigns:list"),)),
    SitePlace(
        "library",
        "Library",
        (
            PlacePage("creatures", "Creatures", "compendium:creature-list"),
            PlacePage("items", "Items", "compendium:item-list"),
            PlacePage("feats", "Feats", "compendium:feat-list"),
            PlacePage("spells", "Spells", "compendium:spell-list"),
            PlacePage("glossary", "Glossary", "compendium:glossary"),
            PlacePage("compare", "Compare", "compendium:compare"),
        ),
    ),
    SitePlace("print", "Print", (PlacePage("print", "Print", "compendium:print-hub"),)),
)


def place_of(here: str) -> SitePlace | None:
    """Return the place of the page named ``here``; None for pages of no place."""
    return next((place for place in PLACES if any(page.key == here for page in place.pages)), None)
