"""What the facts of creatures in a query find, beside words of names and texts."""

from collections.abc import Iterator
from functools import reduce
from operator import and_, or_

from compendium.selectors.search import word_tokens
from compendium.selectors.site_search.index import SearchIndex
from compendium.selectors.site_search.names import all_of, in_name
from compendium.selectors.site_search.parsing import (
    ParsedQuery,
    Phrase,
    bits_of_meanings,
    bits_of_numbers,
    bits_of_role_names,
)
from compendium.selectors.site_search.steps import MatchStep, StepHits
from rules.glossary.catalog import OtherWord


def fact_steps(parsed: ParsedQuery, index: SearchIndex) -> Iterator[StepHits]:
    """Yield what is found by levels, facts of creatures and words of other games, beside words of names and texts."""
    if not parsed.has_facts:
        return
    numbers = bits_of_numbers(parsed, index)
    facts = [bits_of_meanings(phrase, index) for phrase in parsed.phrases]
    if parsed.is_of_facts:
        yield StepHits(MatchStep.HAS_FACETS, reduce(and_, facts, numbers))
    if not parsed.phrases:
        return
    names = [
        all_of(phrase.words, lambda word: in_name(word, index))
        | bits_of_role_names(phrase, index)
        | _creatures_for(phrase, index)
        for phrase in parsed.phrases
    ]
    named = [fact | name for fact, name in zip(facts, names, strict=True)]
    if parsed.numbers or any(phrase.meanings for phrase in parsed.phrases):
        yield StepHits(MatchStep.FACTS_AND_NAME, reduce(and_, named, numbers))
    texts = (in_text(phrase, index) for phrase in parsed.phrases)
    yield StepHits(MatchStep.FACTS_AND_TEXT, reduce(and_, map(or_, named, texts), numbers))


def _creatures_for(phrase: Phrase, index: SearchIndex) -> int:
    """Return the creatures that a word of another game stands for."""
    keys = [stand for other in phrase.others for stand in other.stands_for if stand[0] == "creature"]
    places = (index.place_of(*key) for key in keys)
    return reduce(or_, (1 << place for place in places if place is not None), 0)


def in_text(phrase: Phrase, index: SearchIndex) -> int:
    """Return the places of texts that have the words of a phrase, or the name of what they stand for here."""
    said = [phrase.words, *(word_tokens(name) for other in phrase.others if (name := _name_of(other, index)))]
    return reduce(or_, (all_of(words, index.text.whole_words) for words in said), 0)


def _name_of(other: OtherWord, index: SearchIndex) -> str:
    place = index.place_of(*other.stands_for[0])
    return "" if place is None else index.entries[place].name
