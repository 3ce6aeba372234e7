"""Words as searches compare them: how a text is cut into words, and which forms of a word mean the same.

Names are compared by stems, so that "wolves" finds the Wolf. Texts are searched for a part of a word, in the database
and in memory alike: ``forms`` says which parts stand for a word.
"""

from __future__ import annotations

import re
from threading import Lock

import snowballstemmer

from rules.text import cached_by_text, plain

_BETWEEN_WORDS = re.compile(r"[\s\-‐-―()\[\]{}<>,.;:!?\"“”„«»/·+&|*]+")
_BRITISH = (
    (re.compile(r"(?<=.{4})is(?=(?:e|ed|es|ing|ation)$)"), "iz"),
    (re.compile(r"(?<=.{4})ys(?=(?:e|ed|es|ing)$)"), "yz"),
    (re.compile(r"(?<=.{3})our(?=(?:s|ed|ing)?$)"), "or"),
    (re.compile(r"^grey"), "gray"),
)
_IRREGULAR = dict(
    pair.split(":")
    for pair in (
        "wolves:wolf dwarves:dwarf elves:elf thieves:thief knives:knife leaves:leaf men:man women:woman feet:foot "
        "teeth:tooth mice:mouse geese:goose"
    ).split()
)
_INFLECTION = re.compile(r"(?:[bdfglmnprtvz]?(?:ed|ing)|e?s|d)?")
SHORTEST_STEM = 3
"""Letters that a word has to keep to be searched for without its ending."""

# The stemmer keeps the word that it works on.
_stemmer, _lock = snowballstemmer.stemmer("english"), Lock()


def word_tokens(text: str) -> tuple[str, ...]:
    """Return the words of a text, plain and without punctuation.

    >>> tokens("Alchemist's Fire (Minor)")
    ('alchemists', 'fire', 'minor')
    """
    return query_words(plain(text))


def query_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that is plain already."""
    return tuple(filter(None, _BETWEEN_WORDS.split(text)))


@cached_by_text(16_384, longest=60)
def stem(word: str) -> str:
    """Return what all inflections of a plain word have in common, in American spelling.

    >>> stem("wolves"), stem("flanking"), stem("demoralised") == stem("demoralize")
    ('wolf', 'flank', True)
    """
    if not word.isalpha():
        return word
    american = _american(word)
    with _lock:
        stemmed: str = _stemmer.stemWord(_IRREGULAR.get(american, american))
    return stemmed


def stems(text: str) -> str:
    """Return the stems of a text's words, with spaces between them."""
    return " ".join(map(stem, word_tokens(text)))


@cached_by_text(4_096, longest=60)
def forms(word: str) -> tuple[str, ...]:
    """Return the parts of texts that stand for a plain word: itself, or what its inflections have in common.

    >>> forms("kobolds"), forms("bodies"), forms("animated")
    (('kobold',), ('bodies', 'bodi', 'body'), ('animated',))
    """
    american, base = _american(word), stem(word)
    found = dict.fromkeys((word, american))
    if len(base) >= SHORTEST_STEM and (american in _IRREGULAR or _is_inflected(american, base)):
        found[base] = None
        if base.endswith("i"):
            found[f"{base[:-1]}y"] = None
    return tuple(one for one in found if not any(other != one and other in one for other in found))


def _american(word: str) -> str:
    for british, american in _BRITISH:
        word = british.sub(american, word)
    return word


def _is_inflected(word: str, base: str) -> bool:
    common = next((place for place, (one, other) in enumerate(zip(word, base, strict=False)) if one != other), None)
    common = min(len(word), len(base)) if common is None else common
    return len(base) - common <= 1 and _INFLECTION.fullmatch(word[common:]) is not None
