"""Finding creatures by what a person calls them: by key or by name, and names nearly spelled so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from difflib import get_close_matches

from django.db.models import Q

from compendium.selectors.creature_list import creatures
from rules.text import plain, slug

OFFERED = 3
"""Names that are offered in place of an unknown one."""

ALIKE = 0.72
"""How alike a name has to be to be offered for a mistyped one, from 0 to 1."""


def keys_by_name(words: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the keys that are meant by each of these keys and names; unknown ones are left out. One query.

    A key means its creature; a name means every creature of that name, and where none has it, its form as a key.
    """
    names = {word: plain(" ".join(word.split())) for word in words}
    keys = {*words, *map(slug, words)}
    rows = creatures().filter(Q(key__in=keys) | Q(search_name__in=set(names.values())))
    known: set[str] = set()
    of_name: dict[str, list[str]] = defaultdict(list)
    for key, name in rows.order_by("key").values_list("key", "search_name"):
        known.add(key)
        of_name[name].append(key)
    found = {}
    for word, name in names.items():
        meant = [word] if word in known else of_name.get(name) or [key for key in (slug(word),) if key in known]
        if meant:
            found[word] = tuple(meant)
    return found


def similar_creature_names(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return up to three names of creatures for each word: with words that begin so, spelled nearly so, holding it.

    One query.
    """
    stored = dict(creatures().order_by("search_name", "key").values_list("search_name", "name"))
    return {word: tuple(stored[name] for name in _near(plain(word), stored)) for word in words}


def _near(word: str, names: Collection[str]) -> list[str]:
    parts = word.split()
    if not parts:
        return []
    beginning = [name for name in names if all(f" {part}" in f" {name}" for part in parts)]
    if len(beginning) >= OFFERED:
        return beginning[:OFFERED]
    holding = [name for name in names if all(part in name for part in parts)]
    nearly = get_close_matches(word, names, OFFERED, ALIKE)
    return list(dict.fromkeys([*beginning, *nearly, *holding]))[:OFFERED]
