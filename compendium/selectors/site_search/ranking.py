"""The hits of a query, best first: names, then the terms for a word of another game, then mentions.

Each step finds some entries; an entry counts for the first step that finds it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from compendium.selectors.search import forms, stem, word_tokens
from compendium.selectors.site_search.index import SearchIndex, places_of, stems_of_other_games
from compendium.selectors.site_search.names import all_of, any_form, fact_steps, name_steps
from compendium.selectors.site_search.parsing import (
    ParsedQuery,
    bits_of_numbers,
    parse,
    read_facets,
    superlative,
    vocabulary,
)
from compendium.selectors.site_search.partly import some_words
from compendium.selectors.site_search.spelling import spelled_right
from compendium.selectors.site_search.steps import (
    SMALL_WORDS,
    SURE,
    MatchStep,
    RankedHits,
    StepHits,
    each_once,
    telling_words,
)
from compendium.selectors.site_search.within import is_question, named_within

_GROUP_WORDS = frozenset(map(stem, ("spell", "item", "feat")))


_NAME_STEPS = (MatchStep.BEGINNING, MatchStep.BEGINNINGS_IN_NAME, MatchStep.PARTS_OF_NAME)
"""Steps whose hits have every word in their name, numbers too."""


def rank(query: str, index: SearchIndex, group: str = "") -> RankedHits:
    """Return the hits of a query; if it finds no name, those without everyday words or with corrected spelling.

    In the list of a ``group``, it finds only entries of that group.
    """
    words = word_tokens(query)
    if not words:
        return RankedHits()
    ranking = _without_fillers(query, words, index, group)
    if ranking.best > MatchStep.BEGINNING_OF_OTHER_WORD and not all(_is_known(word, index, group) for word in words):
        ranking = _spelled_right(words, ranking, index, group)
    if ranking.best > MatchStep.ALIAS and (most := _with_the_most(query, index, group)):
        ranking = replace(ranking, steps=tuple(each_once([most, *ranking.steps])), readings=(), corrected="")
    if _may_name_several(words, ranking, index, group):
        ranking = named_within(word_tokens(ranking.corrected) or words, ranking, index, group)
    if not group and ranking.best > MatchStep.ALIAS:
        ranking = _kind_first(words, ranking, index)
    if ranking.steps or ranking.readings:
        return ranking
    return some_words(query, ranking.corrected, index, group)


def _with_the_most(query: str, index: SearchIndex, group: str) -> StepHits | None:
    """Return the creatures that a superlative asks for, "the strongest dragon", in its order; None without one."""
    asked = superlative(query) if group in ("", "creature") else None
    if asked is None:
        return None
    rest, measure, is_most = asked
    members = index.members("creature")
    if rest:
        ranking = rank(rest, index, "creature")
        bits = reduce(or_, (reading.bits for reading in ranking.readings[:1]), 0)
        if not bits and ranking.steps and ranking.best < MatchStep.SOME_WORDS:
            bits = ranking.steps[0].bits
        members &= bits
    places = [place for place in places_of(members) if measure in index.measures[place]]
    if not places:
        return None
    sign = -1 if is_most else 1
    ordered = sorted(places, key=lambda place: (sign * index.measures[place][measure], place))
    return StepHits(MatchStep.FACETS, reduce(or_, (1 << place for place in ordered)), tuple(ordered))


_KIND_WORDS: Mapping[str, tuple[str, ...]] = {
    stem(word): kinds
    for words, kinds in (
        ("spell cantrip", ("spell",)),
        ("item potion equipment", ("item",)),
        ("feat", ("feat",)),
        ("creature monster", ("creature",)),
        ("condition status", ("condition", "status")),
        ("action", ("action",)),
        ("reaction", ("reaction",)),
        ("terrain", ("terrain-trait", "terrain-type", "terrain-tile")),
        ("skill", ("skill",)),
        ("mission scenario", ("victory-condition",)),
    )
    for word in words.split()
}
"""The kinds of entries that a word of a query asks for."""


def _kind_first(words: Sequence[str], ranked: RankedHits, index: SearchIndex) -> RankedHits:
    """Return what a query finds, before it what it finds of the kind that it names: "fear spell"."""
    kinds = {kind for word in words for kind in _KIND_WORDS.get(stem(word), ())}
    rest = [word for word in words if stem(word) not in _KIND_WORDS]
    if not kinds or not rest or ranked.readings or is_question(words):
        return ranked
    least = MatchStep.WORDS_OF_NAME if ranked.best < MatchStep.NAMED_WITHIN else MatchStep.WORDS_OF_TEXT
    inner = rank(" ".join(rest), index)
    first = [
        replace(hits, step=min(hits.step, ranked.best), bits=bits)
        for hits in inner.steps
        if hits.step <= least
        and (bits := sum(1 << place for place in places_of(hits.bits) if index.entries[place].kind in kinds))
    ]
    if not first:
        return ranked
    return replace(ranked, steps=tuple(each_once([*first, *ranked.steps])), corrected=inner.corrected)


def _may_name_several(words: Sequence[str], ranking: RankedHits, index: SearchIndex, group: str) -> bool:
    """Return True if a query is to be read as a question with names in it."""
    if ranking.best in (MatchStep.BEGINNINGS_IN_NAME, MatchStep.PARTS_OF_NAME):
        return len(words) <= 2
    if ranking.best < MatchStep.FACTS_AND_TEXT:
        return False
    # "Skeleton archer" describes a creature, even if there is none.
    parsed = parse(ranking.corrected or " ".join(words), index, group)
    return not (parsed.is_of_facts and len(parsed.phrases) > 1)


def _is_known(word: str, index: SearchIndex, group: str) -> bool:
    """Return True if this word is a prefix of a searched word, or if it describes creatures."""
    members = index.members(group)
    if any((index.text.beginning(form) | index.parts.beginning(form)) & members for form in forms(word)):
        return True
    return stem(word) in vocabulary(index) or stem(word) in stems_of_other_games() or word.isdecimal()


def _without_fillers(query: str, words: Sequence[str], index: SearchIndex, group: str) -> RankedHits:
    """Rank a query; if no name matches, rank it without words like "condition", "how" or "2"."""
    parsed = parse(query, index, group)
    ranking = _rank_words(words, index, parsed, group)
    if parsed.numbers and ranking.best <= MatchStep.HAS_FACETS:
        return ranking
    without = telling_words(words)
    names_a_group = any(stem(word) in _GROUP_WORDS for word in words)
    has_numbers = ranking.best in _NAME_STEPS
    for bare in (without, () if has_numbers else tuple(word for word in without if not word.isdecimal())):
        if (ranking.best > SURE or names_a_group) and bare and bare != ranking.words:
            other = _rank_words(bare, index, parse(" ".join(bare), index, group), group)
            if other.best < ranking.best and (
                other.best <= MatchStep.WORDS_OF_NAME or not (ranking.steps or parsed.numbers)
            ):
                ranking = other
        if ranking.best <= MatchStep.WORDS_OF_NAME:
            break  # "Rank 2 potion" has its number in a name.
    return ranking


def _rank_words(words: Sequence[str], index: SearchIndex, parsed: ParsedQuery, group: str) -> RankedHits:
    content = [word for word in words if word not in SMALL_WORDS] or words
    members = index.members(group)
    readings = read_facets(parsed, index)
    text = all_of(words, lambda word: any_form(word, index.text.holding)) & members
    if parsed.numbers and len(parsed.phrases) > 1:  # A creature of another level is no answer, whatever it says.
        text &= bits_of_numbers(parsed, index) | index.members("glossary")
    steps = [*name_steps(words, content, index), *fact_steps(parsed, index)]
    steps.append(StepHits(MatchStep.WORDS_OF_TEXT, text and all_of(words, index.text.whole_words)))
    steps.append(StepHits(MatchStep.TEXT, text))
    return RankedHits(tuple(words), tuple(each_once(steps, members)), readings, text)


def _spelled_right(words: Sequence[str], ranked: RankedHits, index: SearchIndex, group: str) -> RankedHits:
    """Return the hits of a query with unknown words: each word corrected, or the nearest name.

    Hits for the words as typed come after that.
    """
    known = [_is_known(word, index, group) for word in words]
    mended = ranked
    for faintly in (False, True):
        rankings = [
            replace(_without_fillers(phrase, word_tokens(phrase), index, group), corrected=phrase)
            for phrase in spelled_right(words, known, index, group, faintly=faintly)
            if phrase != " ".join(words)
        ]
        best = min(rankings, key=lambda ranking: ranking.best, default=ranked)
        if best.best < ranked.best:
            return best
        if ranked.steps or ranked.readings:
            return ranked
        if not mended.corrected:
            mended = best
    return mended
