"""How fast the compendium's pages are, with 150 and with 5,000 creatures, beside a bare view of the same size."""

from collections.abc import Iterator
from dataclasses import replace

from django.db import connection, transaction

from benchmarks.harness import RUNS, alone, served_bench
from compendium.builtin import built_in_cards
from compendium.filters import CreatureFilter
from compendium.models import Creature, Source
from compendium.selectors.creature_list import creatures
from compendium.selectors.site_search import current
from compendium.selectors.site_search.results import suggestions
from compendium.services.creatures import creature_create
from rules.cards.model import Card

SIZES = (150, 5000)
SEARCHES = ("kobold", "poison sickened", "no such creature")
PAGES: tuple[tuple[str, str, int], ...] = (
    ("creature list", "/creatures/", 50),
    ("list, “kobold”", "/creatures/?q=kobold", 50),
    ("list, “poison sickened”", "/creatures/?q=poison+sickened", 50),
    ("list, filters", "/creatures/?warband=LE&level_from=1&level_to=6&sort=-fight", 50),
    ("creature page", "/creatures/trog-stoneliege/", 30),
    ("search, “fire”", "/search/?q=fire", 50),
    ("search, “lawful evil”", "/search/?q=lawful+evil", 50),
    ("search, misspelled", "/search/?q=kobald+warior", 50),
)


def _invented(count: int) -> Iterator[Card]:
    """Yield cards made of the built-in ones: other names, levels and stats."""
    cards = built_in_cards()
    for number in range(count):
        card = cards[number % len(cards)]
        yield replace(
            card,
            name=f"{card.name} {number}",
            level=(card.level + number) % 15 - 1,
            stats=replace(card.stats, fight=number % 17, hp=5 + number % 300),
        )


def _fill(total: int) -> None:
    source, _ = Source.objects.get_or_create(key="bench", defaults={"name": "Bench"})
    with transaction.atomic():
        for number, card in enumerate(_invented(total - Creature.objects.count())):
            creature_create(card=card, source=source, key=f"{card.key}--{total}-{number}")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _search(words: str) -> str:
    def run() -> None:
        listed = CreatureFilter({"q": words}, queryset=creatures()).qs
        listed.count()
        list(listed.values_list("key", "name")[:50])

    listed = alone(run, RUNS)
    suggested = alone(lambda: suggestions(words), RUNS)
    name = f"“{words}”"
    return f"  {name:<38}{listed:7.2f} ms   count and first 50 of a list; suggestions {suggested:5.2f} ms, in process"


def _new_index() -> None:
    current.forget()
    current.current_index()


def report() -> list[str]:
    """Measure and return the lines to print."""
    lines = []
    for total in SIZES:
        _fill(total)
        lines.append(
            f"Pages with {Creature.objects.count():,} creatures, gunicorn, signed in, beside a bare view of as many "
            "rows and bytes (to reach: 3 x and under 25 ms)"
        )
        with served_bench() as bench:
            lines += [bench.page(name, address, f"/bare/{rows}/") for name, address, rows in PAGES]
        lines += [_search(words) for words in SEARCHES]
        lines.append(f"  {'index of the search':<38}{alone(_new_index, 5):7.2f} ms   made anew after a change")
    return lines
