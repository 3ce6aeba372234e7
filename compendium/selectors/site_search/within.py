"""What is named within a query that is no name itself: a question, or the description of a creature."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from compendium.selectors.site_search.index import SearchIndex
from compendium.selectors.site_search.names import abbreviated, all_of, in_name, name_steps
from compendium.selectors.site_search.pages import PAGE
from compendium.selectors.site_search.parsing import parse
from compendium.selectors.site_search.steps import MatchStep, RankedHits, StepHits, each_once, telling_words

LONGEST_NAME = 6
"""Words of a name that is looked for within a query."""
SHORTEST_NAMING = 4
"""Letters of a word by which an entry is named, if few others have it in their names."""
MOST_APART = 8
"""Words of a query of which any can be a name, also apart from each other: with more, only words side by side are."""
MOST_NAMED = 4
"""Entries with a word in their names that are so few that the word names them."""
_QUESTIONS = frozenset("how what does do did can could should is it its are am i my me when where why who if".split())
_PRONOUNS = frozenset(("you", "your", "them", "us", "others"))
_SEEN = frozenset(("size", "alignment", "tag", "movement"))
"""Kinds of facts that describe a creature and nothing else."""
_RELATIVES = frozenset(("that", "which"))


def named_within(words: Sequence[str], ranked: RankedHits, index: SearchIndex, group: str) -> RankedHits:
    """Return what a query finds, before it what is named within it, as in "does flanking make them flat-footed".

    Names of this game come before words of others.
    """
    if not is_question(words):
        words = tuple(word for word in words if word not in _PRONOUNS)
    named: list[StepHits] = []
    head: list[StepHits] = []
    called: list[str] = []
    place = 0
    while place < len(words):
        if words[place] in _RELATIVES and not is_question(words):
            head = list(named)  # "A ghost that walks through walls" is a ghost.
        for length in range(min(LONGEST_NAME, len(words) - place), 0, -1):
            some = words[place : place + length]
            hits = [] if length == 1 and not telling_words(some) else _called(some, index)
            if hits:
                named += hits
                called.append(" ".join(some))
                break
        place += length
    # Of a word of another game what it stands for first, then whatever else any of them stands for.
    likely = [replace(hits, bits=1 << hits.ordered[0], ordered=hits.ordered[:1]) for hits in named if hits.word]
    likely.sort(key=lambda hits: hits.step)
    described = [] if is_question(words) else _described(words, ranked, index, group)
    several: list[StepHits] = []
    single: list[StepHits] = []
    members = index.members(group)
    if any(hits.bits & members for hits in named) and not is_question(words):
        several, single = _named_in_part(words, called, index)
    own = [hits for hits in named if not hits.word]
    typed = [hits for hits in likely if hits.step == MatchStep.OTHER_WORD]
    single = [] if ranked.steps else single
    ordered = (*head, *several, *own, *typed, *single, *likely, *named)
    within = [replace(hits, step=MatchStep.NAMED_WITHIN) for hits in ordered]
    return replace(ranked, steps=tuple(each_once([*described, *within, *ranked.steps], index.members(group))))


def is_question(words: Sequence[str]) -> bool:
    return not _QUESTIONS.isdisjoint(words)


def _described(words: Sequence[str], ranked: RankedHits, index: SearchIndex, group: str) -> list[StepHits]:
    """Return the creatures of which a query says facts and words of their cards: "swallow whole dinosaur"."""
    parsed = parse(" ".join(words), index, group)
    if not any(facet[0] in _SEEN for phrase in parsed.phrases for meaning in phrase.meanings for facet in meaning):
        return []
    creatures = index.members("creature")
    return [
        replace(hits, step=MatchStep.DESCRIBED, bits=hits.bits & creatures)
        for hits in ranked.steps
        if hits.step == MatchStep.FACTS_AND_TEXT
    ]


def _named_in_part(
    words: Sequence[str], called: Sequence[str], index: SearchIndex
) -> tuple[list[StepHits], list[StepHits]]:
    """Return the entries that have words of a query in their names: several of them, and one that few names have.

    "Extra armor plating" means the armor plating, and "sapling tree" the sapling. Words within a phrase that something
    is ``called`` are left out.
    """
    content = telling_words(words)
    several: list[StepHits] = []
    for some in _parts_of(content):
        if any(" ".join(some) in phrase for phrase in called):
            continue
        for bits in (abbreviated(some, index), all_of(some, lambda word: in_name(word, index))):
            if 0 < bits.bit_count() <= MOST_NAMED:
                several.append(StepHits(MatchStep.NAMED_WITHIN, bits))
    pages = index.groups.whole(PAGE)
    each = (in_name(word, index) & ~pages for word in content if len(word) >= SHORTEST_NAMING)
    return several, [StepHits(MatchStep.NAMED_WITHIN, bits) for bits in each if 0 < bits.bit_count() <= MOST_NAMED]


def _parts_of(content: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the words that can be a name within a query, most words first; their number grows with that of words."""
    for length in range(min(LONGEST_NAME, len(content) - 1), 1, -1):
        if len(content) <= MOST_APART:
            yield from combinations(content, length)
        else:
            yield from (content[place : place + length] for place in range(len(content) - length + 1))


def _called(words: Sequence[str], index: SearchIndex) -> list[StepHits]:
    """Return the best step that finds what is called by these words and nothing else."""
    for hits in name_steps(words, words, index):
        if hits.step > MatchStep.INFLECTED_OTHER_WORD:
            break
        if hits.bits and hits.step != MatchStep.FIRST_TYPED:
            return [hits]
    return []
