"""Meanings of a misspelled query: names, words of facts and of other games, and words of texts."""

from collections.abc import Iterable, Sequence
from itertools import islice, product

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from compendium.selectors.search import word_tokens
from compendium.selectors.site_search.index import SearchIndex, words_of_other_games
from compendium.selectors.site_search.parsing import words_for_facts

ALIKE = 0.7
"""The minimum similarity of a misspelled word or name to its meaning, from 0 to 1."""

FAINTLY_ALIKE = 0.6
"""The same if there is no other hit."""

OTHERWISE_BEGUN = 0.8
"""The same for a meaning that begins with another letter than a word of more than ``SHORTEST_PART`` letters has."""

PART_ALIKE = 80
"""The same for a part of a word, from 0 to 100: "cheif" and "warchief"."""

SHORTEST_PART = 5
"""Letters that a word has to have to be taken for a misspelled part of another."""

LEAST_PART = 0.6
"""The minimum share of a word."""

LEAST_BEGINNING = 0.5
"""The minimum share of a name that a word begins with: "orcish" is about orcs."""

SHORTEST_CHOICE = 4
"""Letters that a word has to have to be meant by a longer one: "baby" is not "bab"."""

SHORTEST_HALF = 3
"""Letters of each of two words that are written as one."""

MENDED = 6
"""Ways to mend a query that are tried."""

OFFERED = 3
"""Names that are offered for a misspelled one."""


def spelled_right(
    words: Sequence[str], known: Sequence[bool], index: SearchIndex, group: str, *, faintly: bool = False
) -> Iterable[str]:
    """Return the corrections of a query: every unknown word, or all of it as the nearest name.

    ``faintly`` similar words are only searched among names.
    """
    alike = FAINTLY_ALIKE if faintly else ALIKE
    spellings = index.spellings(group) if faintly else _spellings(index, group)
    names = tuple(_words_of(index.spellings(group)))
    choices = names if faintly else (*_words_of(spellings), *words_for_facts(index))
    texts = () if faintly else index.text_words
    pairs = zip(words, known, strict=True)
    meant = [[word] if is_known else _mended(word, choices, names, texts, alike) for word, is_known in pairs]
    return dict.fromkeys([*map(" ".join, islice(product(*meant), MENDED)), _nearest(" ".join(words), spellings, alike)])


def similar_names(query: str, index: SearchIndex, group: str = "") -> tuple[str, ...]:
    """Return up to three names that are spelled nearly like a query, the nearest first."""
    phrase = " ".join(word_tokens(query))
    near = process.extract(
        phrase, _spellings(index, group), scorer=OSA.normalized_similarity, score_cutoff=ALIKE, limit=OFFERED
    )
    return tuple(name for name, _, _ in near)


def _spellings(index: SearchIndex, group: str) -> tuple[str, ...]:
    """Return every phrase that a misspelled query may mean."""
    return (*index.spellings(group), *words_of_other_games())


def _words_of(phrases: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(word for phrase in phrases for word in phrase.split() if len(word) > 2)


def _mended(word: str, known: Sequence[str], names: Sequence[str], texts: Sequence[str], alike: float) -> list[str]:
    """Return the possible meanings of a misspelled word: words of names and facts, otherwise most of a name's word, or
    words of texts.

    Two known words may be written as one. Equally near ones keep their order; without any, it is the word itself.
    """
    halves = ((word[:end], word[end:]) for end in range(SHORTEST_HALF, len(word) - SHORTEST_HALF + 1))
    if two := [" ".join(pair) for pair in halves if set(pair) <= set(known)]:
        return two
    known = [choice for choice in known if len(choice) >= min(len(word), SHORTEST_CHOICE)]
    alike_words = process.extract(word, known, scorer=OSA.normalized_similarity, score_cutoff=alike, limit=MENDED)
    near = [match for match in alike_words if _begins_alike(word, *match[:2])]
    if not near and len(word) >= SHORTEST_PART:
        longer = [name for name in names if len(word) < len(name) <= len(word) / LEAST_PART]
        near = process.extract(word, longer, scorer=fuzz.partial_ratio, score_cutoff=PART_ALIKE, limit=MENDED)
    if not near:
        begun = [name for name in names if word.startswith(name) and len(name) >= len(word) * LEAST_BEGINNING]
        return [max(begun, key=len, default=_nearest(word, texts, alike))]
    return [known_word for known_word, likeness, _ in near if likeness == near[0][1]]


def _nearest(text: str, known: Sequence[str], alike: float) -> str:
    """Return the known text most similar to a text, or the text if there is none."""
    near = process.extract(text, known, scorer=OSA.normalized_similarity, score_cutoff=alike, limit=MENDED)
    return next((match[0] for match in near if _begins_alike(text, *match[:2])), text)


def _begins_alike(text: str, meaning: str, likeness: float) -> bool:
    """Return True unless a meaning begins with another letter and is not very similar: a vampire is no campfire."""
    return text[:1] == meaning[:1] or len(text) <= SHORTEST_PART or likeness >= OTHERWISE_BEGUN
