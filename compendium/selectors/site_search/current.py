"""The index of everything, in memory: rebuilt when a row has changed, whoever changed it.

Each searched row has a stamp, a random number that changes whenever the row is written. The number of rows and the sum
of their stamps show whether an index is up to date, in any process and without a lock.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any

from django.db import connection

from compendium.models import Creature, CreatureFacet, Feat, GlossaryTerm, Item, Spell
from compendium.selectors.creature_list import creatures
from compendium.selectors.entries import SiteGlossary, site_glossary
from compendium.selectors.search import stems
from compendium.selectors.site_search.index import Facet, KnownEntry, SearchedWords, SearchIndex
from compendium.selectors.site_search.pages import page_entries
from rules.alignment import BY_CODE
from rules.cards.model import SIZES, short_source
from rules.cards.roles import effect_facets
from rules.effects.notation import parse_names
from rules.feats import BY_KEY as FEATS
from rules.glossary import catalog
from rules.items import BY_KEY as ITEMS
from rules.spells import find_spell
from rules.text import plain, with_minus

Stamp = tuple[Any, ...]

_SPOKEN = {"terrain-trait": ("{} terrain",), "damage-type": ("{} damage",), "skill": ("{} check",)}
"""The spoken names of terms of a kind."""

_ROWS = (Creature, Item, Spell, Feat, GlossaryTerm)


class NewestIndex:
    """The index of one stamp, rebuilt for another one.

    Only one is cached: an older one is of no use, and each takes about 10 MB with 5,000 creatures.
    """

    def __init__(self) -> None:
        self._stamp: Stamp | None = None
        self._index: SearchIndex | None = None
        self._making = Lock()

    def get_or_make(
        self, stamp: Stamp, entries: Callable[[], Iterable[tuple[KnownEntry, SearchedWords]]]
    ) -> SearchIndex:
        """Return the index of a stamp; concurrent callers wait for it."""
        with self._making:
            if self._index is None or stamp != self._stamp:
                self._index, self._stamp = SearchIndex(entries()), stamp
            return self._index

    def forget(self) -> None:
        """Drop the index."""
        with self._making:
            self._index = None


_everything = NewestIndex()
_glossary_alone = NewestIndex()


def current_index() -> SearchIndex:
    """Return the index of everything. One query; six more after a row has changed."""
    return _everything.get_or_make(
        compendium_stamp(),
        lambda: [*_glossary(site_glossary()), *_creatures(), *_items(), *_spells(), *_feats(), *page_entries()],
    )


def forget() -> None:
    """Drop the index, so that the next search rebuilds it."""
    _everything.forget()


def glossary_index(glossary: SiteGlossary) -> SearchIndex:
    """Return the index of the glossary alone, rebuilt after an entry has changed. No query."""
    stamp = tuple(sorted((row.pk, row.search_stamp) for row in glossary.changes.values()))
    return _glossary_alone.get_or_make(stamp, lambda: _glossary(glossary))


def compendium_stamp() -> Stamp:
    """Return a value that differs after any change to searchable rows. One query."""
    columns = ", ".join(
        f"(SELECT COUNT(*) FROM {table} WHERE search_stamp > 0), (SELECT SUM(search_stamp) FROM {table})"  # noqa: S608 - names of our own tables
        for table in (connection.ops.quote_name(model._meta.db_table) for model in _ROWS)
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns}")
        stamp: Stamp = cursor.fetchone()
    return stamp


CREATURE_COLUMNS = (
    *("pk", "key", "name", "level", "alignment", "size", "movement_mode", "source__name", "search_text"),
    *("hp", "speed", "armor"),
)
"""A creature's values in an index, besides its facets."""


def _creatures() -> Iterator[tuple[KnownEntry, SearchedWords]]:
    facets: dict[int, list[Facet]] = {}
    for creature, kind, value in CreatureFacet.objects.filter(creature__is_listed=True).values_list(
        "creature", "kind", "value"
    ):
        facets.setdefault(creature, []).append((kind, value))
    return creature_entries(list(creatures().order_by().values_list(*CREATURE_COLUMNS)), facets)


def creature_entries(
    rows: Collection[tuple[Any, ...]], facets: Mapping[int, Sequence[Facet]]
) -> Iterator[tuple[KnownEntry, SearchedWords]]:
    """Yield an index's data about creatures: the ``CREATURE_COLUMNS`` of each, and its facets by its number."""
    names = Counter(plain(row[2]) for row in rows)
    for pk, key, name, level, alignment, size, movement, source, text, hp, speed, armor in rows:
        known = BY_CODE.get(alignment)
        what = with_minus(f"{known.name if known else 'No alignment'}, level {level}")
        if names[plain(name)] > 1:
            what += f", {short_source(source)}"
        own = (("level", str(level)), ("alignment", alignment), ("size", size), ("movement", movement))
        yield (
            KnownEntry("creature", "creature", key, name, what, pk),
            SearchedWords(
                (name,),
                text,
                (*own, *facets.get(pk, ())),
                _measures(level=level, hp=hp, speed=speed, armor=armor, size=_SIZES.get(size)),
            ),
        )


_SIZES = {size: place for place, size in enumerate(SIZES)}


def _measures(**numbers: int | None) -> tuple[tuple[str, int], ...]:
    return tuple((measure, number) for measure, number in numbers.items() if number is not None)


_FIGURES = {"I": "1", "II": "2", "III": "3", "IV": "4"}


def _items() -> Iterator[tuple[KnownEntry, SearchedWords]]:
    columns = ("pk", "key", "name", "level", "kind", "aliases", "search_text")
    for pk, key, name, level, kind, aliases, text in Item.objects.order_by().values_list(*columns):
        what = with_minus(f"Level {level} {kind} item")
        effects = ITEMS[key].everything() if key in ITEMS else ()
        figures = " ".join(_FIGURES.get(word, word) for word in name.split())
        names = dict.fromkeys((name, figures, *_aliases(aliases)))
        words = SearchedWords(tuple(names), text, (("level", str(level)), *effect_facets(effects)))
        yield KnownEntry("item", "item", key, name, what, pk), words


def _spells() -> Iterator[tuple[KnownEntry, SearchedWords]]:
    columns = ("pk", "key", "name", "rank", "license", "aliases", "search_text")
    for pk, key, name, rank, license_, aliases, text in Spell.objects.order_by().values_list(*columns):
        what = f"{f'Rank {rank} spell' if rank else 'Cantrip'}, {license_}"
        spell = find_spell(name, license_)
        effects = (effect for casting in (spell.castings if spell else ()) for effect in casting.all_effects())
        words = SearchedWords((name, *_aliases(aliases)), text, (("level", str(rank)), *effect_facets(effects)))
        yield KnownEntry("spell", "spell", key, name, what, pk), words


def _feats() -> Iterator[tuple[KnownEntry, SearchedWords]]:
    columns = ("pk", "key", "name", "min_level", "search_text")
    for pk, key, name, level, text in Feat.objects.order_by().values_list(*columns):
        effects = FEATS[key].everything() if key in FEATS else ()
        words = SearchedWords((name,), text, (("level", str(level)), *effect_facets(effects)))
        yield KnownEntry("feat", "feat", key, name, with_minus(f"Feat, level {level}"), pk), words


def _glossary(glossary: SiteGlossary) -> Iterator[tuple[KnownEntry, SearchedWords]]:
    known: set[tuple[str, str]] = set()
    for entry in glossary.entries:
        names = (entry.name, *entry.aliases, *(form.format(entry.name) for form in _SPOKEN.get(entry.kind, ())))
        known.update((entry.kind, stems(name)) for name in names)
        change = glossary.changes.get((entry.kind, entry.key))
        note = change.note if change else ""
        text = plain(" · ".join((*names, entry.summary, entry.text, note, *map(" ".join, entry.facts))))
        number = change.pk if change else 0
        yield (
            KnownEntry("glossary", entry.kind, entry.key, entry.name, catalog.KINDS[entry.kind], number),
            SearchedWords(names, text),
        )
    for kind, name in catalog.KINDS.items():
        if (kind, stems(name)) not in known:
            yield KnownEntry("glossary", kind, "", name, "Part of the glossary"), SearchedWords((name,), plain(name))


def _aliases(text: str) -> tuple[str, ...]:
    # A list inside brackets belongs to one name.
    return (text,) if "[" in text else parse_names(text)
