"""The paragraphs of an ability as whole sentences, without what says nothing in a fight."""

from __future__ import annotations

import re

_MAX_READ = 10_000
_SENTENCE = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)\s+(?=[A-Z(])")
# PF2e's glossary speaks of every creature at once; newer files name its entries, older ones repeat them.
_OF_GLOSSARY = re.compile(r"\bthe monster\b|^An? [\w ]{1,30} entry lists\b", re.IGNORECASE)
_MONSTER = re.compile(r"\b(?P<the>[Tt])he monster(?P<own>['’]s)?\b")
_TRAITS_FIRST = re.compile(r"^\W*\((?:[a-z-]+, )+[a-z-]+\)\s*")
_PAGES = re.compile(r" \((?:see )?(?:page|pages) \d{1,3}(?:[–-]\d{1,3})?\)")
_FOLLOWING = re.compile(r",? with the following (?:effects?|results?)(?=\.)", re.IGNORECASE)
_TWICE = re.compile(r"\b([a-z]{4,}) \1\b")
_SENSE = re.compile(r"\b(?:im)?precise sense\b", re.IGNORECASE)
# The multiple attack penalty never increases during an action here. "Converting from PF2e", "Strikes".
_ONE_PENALTY = r"(?:not|n['’]t) (?:increase|apply|count)|only one\b|as one\b"
_PENALTY_CLAUSE = re.compile(
    r"[;,] (?:and |but )?(?:this|these|it|they|each|both|the)\b(?=[^.;]*multiple attack penalty)"
    rf"(?=[^.;]*(?:{_ONE_PENALTY}))[^.;]*",
    re.IGNORECASE,
)
_PENALTY_SENTENCE = re.compile(
    rf"^(?:The|This|These|Its|His|Her|Their|Each|Both)\b(?=.*multiple attack penalty)(?=.*(?:{_ONE_PENALTY}))"
    r"(?!.*\b(?:makes?|Strides?|Steps?|deals?)\b)"
)

_TIDY = ((_TRAITS_FIRST, ""), (_PAGES, ""), (_PENALTY_CLAUSE, ""), (_FOLLOWING, ""), (_TWICE, r"\1"))


def whole_sentences(text: str) -> list[str]:
    """Return the sentences of a text; a paragraph that ends without a full stop gets one.

    >>> whole_sentences("Lasts until cured\\nThe target saves. It rests (page 7).")
    ['Lasts until cured.', 'The target saves.', 'It rests.']
    """
    paragraphs = [plain for line in text[:_MAX_READ].split("\n") if (plain := " ".join(line.split()))]
    own = [line for line in paragraphs if not _OF_GLOSSARY.search(line)] or [own_words(line) for line in paragraphs]
    sentences = []
    for line in own:
        plain = line
        for pattern, said in _TIDY:
            plain = pattern.sub(said, plain)
        sentences += [one for one in _SENTENCE.split(_ended(plain)) if one]
    return [sentence for sentence in sentences if not (_SENSE.search(sentence) or _PENALTY_SENTENCE.match(sentence))]


def own_words(text: str) -> str:
    """Return words of the glossary as those of one creature.

    >>> own_words("The monster's Strikes hurt those near the monster.")
    'Its Strikes hurt those near it.'
    """
    return _MONSTER.sub(lambda match: ("I" if match["the"] == "T" else "i") + ("ts" if match["own"] else "t"), text)


def is_of_glossary(text: str) -> bool:
    """Return True for words that the glossary says of every creature."""
    return bool(_OF_GLOSSARY.search(text))


def _ended(line: str) -> str:
    plain = line.rstrip(" ,;")
    return plain if not plain or plain.rstrip(")”\"'’")[-1:] in tuple(".!?:") else f"{plain}."
