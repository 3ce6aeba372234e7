"""Items to choose from."""

from __future__ import annotations

from compendium.entries import item_from_row
from compendium.models import Item
from compendium.selectors.search import LONGEST_QUERY, matching, relevance, search_words
from rules import items


def items_for_level(level: int, query: str = "") -> list[items.Item]:
    """Return the items that a creature of that level may carry and that have every word, the best match first.

    One query. Nothing has a NUL in its text, and PostgreSQL cannot be asked for one.
    """
    if "\0" in query:
        return []
    words = search_words(query[:LONGEST_QUERY])
    rows = Item.objects.filter(level__lte=level).select_related("source")
    if words:
        rows = matching(rows, words).order_by(relevance(words), "search_name", "key")
    return [item for row in rows if items.level_allows(item := item_from_row(row), level)]
