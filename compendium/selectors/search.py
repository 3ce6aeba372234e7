"""The words of queries and texts, their stems and forms, and excerpts of texts with words marked."""

import re
from collections.abc import Sequence
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
"""The minimum length of a word without its ending."""

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
    """Return the common stem of all inflections of a plain word, in American spelling.

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
    """Return the parts of texts that match a plain word: itself, or the stem of its inflections.

    >>> forms("kobolds"), forms("bodies"), forms("animated")
    (('kobold',), ('bodies', 'bodi', 'body'), ('animated',))
    """
    american, base = _american(word), stem(word)
    parts = dict.fromkeys((word, american))
    if len(base) >= SHORTEST_STEM and (american in _IRREGULAR or _is_inflected(american, base)):
        parts[base] = None
        if base.endswith("i"):
            parts[f"{base[:-1]}y"] = None
    return tuple(part for part in parts if not any(other != part and other in part for other in parts))


def _american(word: str) -> str:
    for british, american in _BRITISH:
        word = british.sub(american, word)
    return word


def _is_inflected(word: str, base: str) -> bool:
    common = next(
        (place for place, (letter, other) in enumerate(zip(word, base, strict=False)) if letter != other), None
    )
    common = min(len(word), len(base)) if common is None else common
    return len(base) - common <= 1 and _INFLECTION.fullmatch(word[common:]) is not None


LONGEST_QUERY = 100
"""Characters that a query may have."""

EXCERPT = 130
"""Some text, and whether it is one of the searched words."""

MarkedText = tuple[str, bool]
"""Some text, and whether it is one of the words that were looked for."""

BRACKETS = ("[", "(", "{")


def name_order(name: str) -> tuple[bool, str]:
    """Return the sort key of names: as plain texts, those that begin with a bracket last."""
    text = plain(name)
    return text.startswith(BRACKETS), text


def excerpt(text: str, words: Sequence[str], length: int = EXCERPT) -> tuple[MarkedText, ...]:
    """Return the part of a text around the first of the words, split into words and the rest."""
    flat = " ".join(text.split())
    first = re.search(_pattern(words), flat, re.IGNORECASE) if words else None
    start = 0
    if first and first.end() > length:
        start = flat.rfind(" ", 0, max(first.start() - length // 3, 0)) + 1
    end = len(flat)
    if end - start > length:
        end = max(flat.rfind(" ", start, start + length), start + 1)
    shown = ("… " if start else "") + flat[start:end].rstrip(" ,;:·") + (" …" if end < len(flat) else "")
    return pieces(shown, words)


def pieces(text: str, words: Sequence[str]) -> tuple[MarkedText, ...]:
    """Return a text cut into pieces that are one of the words and pieces that are not."""
    if not words:
        return ((text, False),)
    parts = re.split(f"({_pattern(words)})", text, flags=re.IGNORECASE)
    return tuple((part, bool(place % 2)) for place, part in enumerate(parts) if part)


def _pattern(words: Sequence[str]) -> str:
    # A searched text has no apostrophes; the shown one may have them inside the word.
    return "|".join("['’]?".join(map(re.escape, word)) for word in sorted(words, key=len, reverse=True))
