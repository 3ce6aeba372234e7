"""The glossary by words: the same search, only for its entries."""

from dataclasses import dataclass

from compendium.selectors.entries import SiteGlossary
from compendium.selectors.site_search.current import glossary_index
from compendium.selectors.site_search.ranking import rank
from compendium.selectors.site_search.results import ALL_WORDS, BEST, SearchHit, best_entries, draw_hits, marked_words
from compendium.selectors.site_search.steps import MatchStep
from rules.tables.prose import Entry


@dataclass(frozen=True, slots=True)
class GlossaryHits:
    """The glossary's entries that a query finds, best first; ``corrected`` and ``partly`` as in ``Results``."""

    hits: tuple[SearchHit, ...] = ()
    corrected: str = ""
    partly: bool = False


def glossary_hits(query: str, glossary: SiteGlossary) -> GlossaryHits:
    """Return the glossary's entries that a query finds. One query if editors changed one of them."""
    index = glossary_index(glossary)
    ranking = rank(query, index)
    partly = ranking.best == MatchStep.SOME_WORDS
    best = best_entries(ranking, index, BEST if partly else len(index.entries), frozenset(MatchStep))
    hits = tuple(draw_hits(best, marked_words(ranking)).values())
    return GlossaryHits(hits, ranking.corrected, partly and bool(hits))


def glossary_ranked(query: str, glossary: SiteGlossary) -> list[Entry]:
    """Return the glossary's entries that match all of a query, best first. No query."""
    index = glossary_index(glossary)
    ranking = rank(query, index)
    best = best_entries(ranking, index, len(index.entries), ALL_WORDS)
    by_address = glossary.by_address
    return [
        by_address[entry.entry.kind, entry.entry.key]
        for entry in best
        if (entry.entry.kind, entry.entry.key) in by_address
    ]
