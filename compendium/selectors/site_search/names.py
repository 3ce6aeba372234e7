"""What the words of a query find in names (whole, inflected, abbreviated, in part, of other games) and in facts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_

from compendium.selectors.search import forms, stem, stems, word_tokens
from compendium.selectors.site_search.index import SearchIndex, places_of, stems_of_other_games, words_of_other_games
from compendium.selectors.site_search.pages import PAGE
from compendium.selectors.site_search.parsing import (
    ParsedQuery,
    Phrase,
    bits_of_meanings,
    bits_of_numbers,
    bits_of_role_names,
)
from compendium.selectors.site_search.steps import MatchStep, StepHits
from rules.glossary.catalog import OtherWord

SHORTEST_BEGINNING = 3
"""Letters of a word of another game by which it is known before it is typed whole."""
SHORTEST_ABBREVIATION = 2
"""Letters of each word of a query that may be an abbreviated name."""
MOST_ABBREVIATED = 64
"""Names whose words begin with those of a query that are compared with it."""


def name_steps(words: Sequence[str], content: Sequence[str], index: SearchIndex) -> Iterator[StepHits]:
    """Yield what each step finds among names, from best to least."""
    phrase, stemmed, joined = " ".join(words), " ".join(map(stem, words)), "".join(words)
    pages = index.groups.whole(PAGE)
    inflected = index.stemmed.whole(stemmed) | index.unspaced.whole(joined)
    inflected_aliases = index.stemmed_aliases.whole(stemmed)
    yield StepHits(MatchStep.NAME, index.names.whole(phrase) & ~pages)
    yield StepHits(MatchStep.ALIAS, index.aliases.whole(phrase) & ~pages)
    called = index.names.whole(phrase) | index.aliases.whole(phrase) | inflected | inflected_aliases
    yield StepHits(MatchStep.PAGE, called & pages)
    yield from other_word_steps(MatchStep.OTHER_WORD, words_of_other_games(), [phrase], index)
    yield StepHits(MatchStep.INFLECTED_NAME, inflected)
    yield StepHits(MatchStep.INFLECTED_ALIAS, inflected_aliases)
    if len(words) == 1 and stemmed in stems_of_other_games() and phrase not in words_of_other_games():
        # "Inspire" is rather the name that it begins than another form of "inspiration".
        yield StepHits(MatchStep.FIRST_TYPED, index.names.beginning(f"{phrase} ") & ~pages)
    yield from other_word_steps(MatchStep.INFLECTED_OTHER_WORD, stems_of_other_games(), [stemmed], index)
    if len(words) > 1:
        yield StepHits(MatchStep.ABBREVIATION, abbreviated(words, index) | index.unspaced.beginning(joined))
    first = index.names.beginning(f"{phrase} ") | index.aliases.beginning(f"{phrase} ")
    first |= index.stemmed.beginning(f"{stemmed} ") | index.stemmed_aliases.beginning(f"{stemmed} ")
    yield StepHits(MatchStep.FIRST_WORDS, first)
    yield StepHits(MatchStep.BEGINNING, index.names.beginning(phrase) | index.aliases.beginning(phrase))
    if len(phrase) >= SHORTEST_BEGINNING:
        begun = [word for word in words_of_other_games() if word.startswith(phrase)]
        yield from other_word_steps(MatchStep.BEGINNING_OF_OTHER_WORD, words_of_other_games(), begun, index)
    yield StepHits(
        MatchStep.WORDS_OF_NAME,
        all_of(content, lambda word: index.part_stems.whole(stem(word)) | index.parts.whole(word)),
    )
    yield StepHits(MatchStep.FEATURE, index.features.whole(stemmed))
    yield StepHits(MatchStep.BEGINNINGS_IN_NAME, all_of(content, lambda word: any_form(word, index.parts.beginning)))
    yield StepHits(MatchStep.PARTS_OF_NAME, all_of(content, lambda word: any_form(word, index.parts.holding)))


def abbreviated(words: Sequence[str], index: SearchIndex) -> int:
    """Return the entries each word of whose name begins with a word of the query, in its order: "dim door"."""
    if min(map(len, words)) < SHORTEST_ABBREVIATION:
        return 0
    bits = 0
    for place in places_of(all_of(words, index.parts.beginning), MOST_ABBREVIATED):
        name = word_tokens(index.entries[place].name)
        if len(name) == len(words) and all(map(str.startswith, name, words)):
            bits |= 1 << place
    return bits


def other_word_steps(
    step: MatchStep, known: Mapping[str, Sequence[OtherWord]], phrases: Iterable[str], index: SearchIndex
) -> Iterator[StepHits]:  # fmt: skip
    """Yield what words of other games stand for here."""
    for phrase in phrases:
        for other in known.get(phrase, ()):
            meant = [place for stand in other.stands_for if (place := index.place_of(*stand)) is not None]
            bits = reduce(or_, (1 << place for place in meant), 0)
            yield StepHits(step, bits, tuple(meant), _spelling(phrase, other), other.says)


def _spelling(phrase: str, other: OtherWord) -> str:
    """Return the word as the file spells it."""
    return next((word for word in other.words if phrase in (" ".join(word_tokens(word)), stems(word))), phrase)


def in_name(word: str, index: SearchIndex) -> int:
    return index.part_stems.whole(stem(word)) | index.parts.whole(word)


def all_of(words: Sequence[str], find: Callable[[str], int]) -> int:
    return reduce(and_, map(find, words))


def any_form(word: str, find: Callable[[str], int]) -> int:
    return reduce(or_, map(find, forms(word)))


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
