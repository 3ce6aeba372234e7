"""One search over creatures, items, feats, spells and the glossary, best hits first, the same on every database.

``index`` is what is searched, ``current`` keeps it up to date, ``ranking`` finds and ranks, ``facets`` reads filters,
``hits`` draws what was found, and ``results`` puts the page together.
"""

from compendium.selectors.site_search.hits import SearchHit
from compendium.selectors.site_search.results import (
    HitGroup,
    Results,
    Suggestion,
    glossary_hits,
    query_error,
    search_site,
    suggestions,
)

__all__ = [
    "HitGroup", "Results", "SearchHit", "Suggestion", "glossary_hits", "query_error", "search_site", "suggestions",
]  # fmt: skip
