"""Words that players know from other games, and what stands for them here: ``other_words.toml`` as values."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rules.errors import RulesError

_FIELDS = {"words", "stands_for", "says"}


@dataclass(frozen=True, slots=True)
class OtherWord:
    """What players type, what stands for it here, and the sentence that says so.

    ``stands_for`` are pairs of kind and key, the best first; without a key the whole kind of the glossary is meant.
    """

    words: tuple[str, ...]
    stands_for: tuple[tuple[str, str], ...]
    says: str


@cache
def other_words() -> tuple[OtherWord, ...]:
    """Return every word of other games, in the order of the file."""
    text = files("rules.glossary").joinpath("other_words.toml").read_text(encoding="utf-8")
    return tuple(_read(section) for section in tomllib.loads(text)["word"])


def _read(section: dict[str, object]) -> OtherWord:
    if section.keys() != _FIELDS:
        raise RulesError(f"other_words.toml: {section} has not exactly the fields {', '.join(sorted(_FIELDS))}.")
    words, references, says = section["words"], section["stands_for"], section["says"]
    if not (isinstance(words, list) and isinstance(references, list) and isinstance(says, str)):
        raise RulesError(f"other_words.toml: {section} has a field of the wrong kind.")
    return OtherWord(tuple(words), tuple(_reference(reference) for reference in references), says)


def _reference(text: str) -> tuple[str, str]:
    kind, _, key = text.partition("/")
    return kind, key
