"""The items that a creature may carry, found like in all lists."""

from compendium.entries import item_from_row
from compendium.models import Item
from compendium.selectors.search import LONGEST_QUERY
from compendium.selectors.site_search.listing import matches_in_list
from rules.items import item as rules_item


def items_found(level: int, query: str) -> list[rules_item.Item]:
    """Return the items that a creature of that level may carry and that a query finds, the best match first.

    One query without words, two with them. A query with a NUL finds nothing, since PostgreSQL cannot handle one.
    """
    if "\0" in query:
        return []
    rows = Item.objects.filter(level__lte=level).select_related("source")
    if query.strip():
        matches = matches_in_list(query[:LONGEST_QUERY], "item")
        rows = rows.filter(matches.condition).order_by(*matches.order, "search_name", "key")
    return [item for row in rows if rules_item.level_allows(item := item_from_row(row), level)]
