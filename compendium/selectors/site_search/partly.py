"""The nearest hits of a query of which nothing has all the words."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from operator import or_

from compendium.selectors.search import stem
from compendium.selectors.site_search.index import SearchIndex, places_of, words_of_other_games
from compendium.selectors.site_search.names import SHORTEST_BEGINNING, in_name, in_text, other_word_steps
from compendium.selectors.site_search.parsing import ParsedQuery, bits_of_meanings, bits_of_numbers, parse
from compendium.selectors.site_search.steps import MatchStep, RankedHits, StepHits, telling_words

PART_OF_WORD = 0.6
"""How much a part of a word in a name counts beside a whole word, where nothing has all the words."""
LESS_FOR_NUMBERS = 0.5
"""How much less than a word a level or points count there."""
MOST_PARTLY = 200
"""Entries with only some of the words that are compared."""


def some_words(query: str, corrected: str, index: SearchIndex, group: str) -> RankedHits:
    """Return what has some of the words; of a query that was mended, where that finds more of them."""
    nearest, most = _with_most(parse(query, index, group), index, group)
    if corrected:
        mended, more = _with_most(parse(corrected, index, group), index, group)
        if more > most:
            return replace(mended, corrected=corrected)
    return nearest


def _with_most(parsed: ParsedQuery, index: SearchIndex, group: str) -> tuple[RankedHits, int]:
    """Return the entries with some of the words in their names, or of the facts, and how many of these the first has.

    Those with most of them and with rare ones come first.
    """
    members = index.members(group)
    content = [phrase for phrase in parsed.phrases if telling_words(phrase.words)]
    named = [
        bits_of_meanings(phrase, index) | _any_in_name(phrase.words, index) | _begun(" ".join(phrase.words), index)
        for phrase in content
    ]
    if parsed.numbers:
        named.append(bits_of_numbers(parsed, index))
    holding = [bits & members for bits in named if bits & members]
    if not holding:
        texts = (in_text(phrase, index) & members for phrase in content)
        holding = [bits for bits in texts if bits]
    parts = [_edges(phrase.words[0], index) & members for phrase in content if len(phrase.words) == 1]
    among = places_of(
        reduce(or_, [*holding, *(bits for bits in parts if bits.bit_count() <= MOST_PARTLY)], 0), MOST_PARTLY
    )
    weight = {place: sum(1 / bits.bit_count() for bits in holding if bits >> place & 1) for place in among}
    several = {place: sum(bits >> place & 1 for bits in holding) for place in among}
    score = {
        place: several[place]
        + sum(PART_OF_WORD for bits in parts if bits >> place & 1)
        - (LESS_FOR_NUMBERS if parsed.numbers and bits_of_numbers(parsed, index) >> place & 1 else 0)
        for place in among
    }
    in_name = reduce(or_, (_any_in_name(phrase.words, index) for phrase in content), 0)
    ordered = tuple(sorted(among, key=lambda place: (-score[place], -weight[place], not in_name >> place & 1, place)))
    steps = (StepHits(MatchStep.SOME_WORDS, sum(1 << place for place in ordered), ordered),) if ordered else ()
    return RankedHits(parsed.words, steps), max(several.values(), default=0)


def _edges(word: str, index: SearchIndex) -> int:
    """Return the entries with a longer word in their names that begins or ends with a word: "owlbear" for "owl"."""
    if len(word) < SHORTEST_BEGINNING:
        return 0
    return index.parts.at_edges(word) & ~in_name(word, index)


def _begun(word: str, index: SearchIndex) -> int:
    """Return what words of other games stand for that begin with a word: "gelatinous" begins "gelatinous cube"."""
    phrases = [phrase for phrase in words_of_other_games() if phrase.startswith(f"{word} ")]
    begun = other_word_steps(MatchStep.SOME_WORDS, words_of_other_games(), phrases, index)
    return reduce(or_, (1 << hits.ordered[0] for hits in begun if hits.ordered), 0)


def _any_in_name(words: Iterable[str], index: SearchIndex) -> int:
    return reduce(or_, (index.part_stems.whole(stem(word)) for word in words), 0)
