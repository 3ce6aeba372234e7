"""The hits of a query, best first: names, then the terms for a word of another game, then mentions.

Each step finds some entries; an entry counts for the first step that finds it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, auto
from functools import reduce
from operator import and_, or_

from compendium.selectors.search import forms, stem, stems, word_tokens
from compendium.selectors.site_search.index import (
    SearchIndex,
    places_of,
    stems_of_other_games,
    words_of_other_games,
)
from compendium.selectors.site_search.pages import PAGE
from compendium.selectors.site_search.parsing import (
    FacetReading,
    ParsedQuery,
    Phrase,
    bits_of_meanings,
    bits_of_numbers,
    bits_of_role_names,
    parse,
    read_facets,
    superlative,
    vocabulary,
)
from compendium.selectors.site_search.spelling import spelled_right
from rules.glossary.catalog import OtherWord

SHORTEST_BEGINNING = 3
"""Letters of a word of another game by which it is known before it is typed whole."""

SHORTEST_ABBREVIATION = 2
"""Letters of each word of a query that may be an abbreviated name."""

MOST_ABBREVIATED = 64
"""Names whose words begin with those of a query that are compared with it."""

SHORTEST_NAMING = 5
"""Letters of a word by which an entry is named, if few others have it in their names."""

MOST_NAMED = 4
"""Entries with a word in their names that are so few that the word names them."""

MOST_PARTLY = 200
"""Entries with only some of the words that are compared."""

_SMALL = frozenset("a an and at by for from in is of on or the to what with".split())
_FILLERS = _SMALL | frozenset(
    map(
        stem,
        "condition status action reaction creature monster item spell feat rule skill trait level rank how does do can "
        "could should i my me you it its they them their when where why who if is are be am was has have get make use "
        "happen many much far often vs versus work mean meaning explain definition more better extra".split(),
    )
)


_QUESTIONS = frozenset("how what does do did can could should is it its are am i my me when where why who if".split())
_SEEN = frozenset(("size", "alignment", "tag", "movement"))
"""Kinds of facts that describe a creature and nothing else."""
_RELATIVES = frozenset(("that", "which"))
_GROUP_WORDS = frozenset(map(stem, ("spell", "item", "feat")))


class MatchStep(IntEnum):
    """How an entry was found, from best to least."""

    NAME = auto()
    ALIAS = auto()
    PAGE = auto()
    OTHER_WORD = auto()
    INFLECTED_NAME = auto()
    INFLECTED_ALIAS = auto()
    INFLECTED_OTHER_WORD = auto()
    FACETS = auto()
    ABBREVIATION = auto()
    NAMED_WITHIN = auto()
    FIRST_WORDS = auto()
    WORDS_OF_NAME = auto()
    FACTS_AND_NAME = auto()
    HAS_FACETS = auto()
    BEGINNING = auto()
    BEGINNINGS_IN_NAME = auto()
    BEGINNING_OF_OTHER_WORD = auto()
    FACTS_AND_TEXT = auto()
    WORDS_OF_TEXT = auto()
    PARTS_OF_NAME = auto()
    TEXT = auto()
    SOME_WORDS = auto()

    @property
    def is_in_text(self) -> bool:
        """Return True if the words are in the text of a hit, and not in its name."""
        return self >= MatchStep.FACTS_AND_TEXT and self != MatchStep.PARTS_OF_NAME


LONGEST_NAME = 6
"""Words of a name that is looked for within a query."""

SURE = MatchStep.NAMED_WITHIN
"""Up to this step an entry is what was asked for."""


@dataclass(frozen=True, slots=True)
class StepHits:
    """The hits of one step: the places of entries as bits, and in order where the step has an order of its own.

    ``word`` is the word of another game that they stand for, ``said`` the sentence that says so.
    """

    step: MatchStep
    bits: int
    ordered: tuple[int, ...] = ()
    word: str = ""
    said: str = ""

    def places(self, limit: int, among: int = -1) -> list[int]:
        """Return the first places, the best first; ``among`` are the bits of those that count."""
        if self.ordered:
            return [place for place in self.ordered if among >> place & 1][:limit]
        return places_of(self.bits & among, limit)


@dataclass(frozen=True, slots=True)
class RankedHits:
    """The hits of a query: the words, each step that found something, and readings as filters.

    ``corrected`` is how the query is spelled right, if it was misspelled; ``text`` are all entries that have the words.
    """

    words: tuple[str, ...] = ()
    steps: tuple[StepHits, ...] = ()
    readings: tuple[FacetReading, ...] = ()
    text: int = 0
    corrected: str = ""

    @property
    def total(self) -> int:
        """How many entries were found that have all the words or are named within them."""
        return sum(hits.bits.bit_count() for hits in self.steps if hits.step != MatchStep.SOME_WORDS)

    @property
    def best(self) -> MatchStep:
        """The best step that found something, or the last of all."""
        first = self.steps[0].step if self.steps else MatchStep.SOME_WORDS
        return min(first, MatchStep.FACETS) if self.readings else first


_NAME_STEPS = (MatchStep.BEGINNING, MatchStep.BEGINNINGS_IN_NAME, MatchStep.PARTS_OF_NAME)
"""Steps whose hits have every word in their name, numbers too."""


def rank(query: str, index: SearchIndex, group: str = "") -> RankedHits:
    """Return the hits of a query; if it finds no name, those without everyday words or with corrected spelling.

    In the list of a ``group`` it finds entries of that group alone.
    """
    words = word_tokens(query)
    if not words:
        return RankedHits()
    ranking = _without_fillers(query, words, index, group)
    if ranking.best > MatchStep.BEGINNING_OF_OTHER_WORD and not all(_is_known(word, index, group) for word in words):
        ranking = _spelled_right(words, ranking, index, group)
    if ranking.best > MatchStep.ALIAS and (most := _with_the_most(query, index, group)):
        ranking = replace(ranking, steps=tuple(_each_once([most, *ranking.steps])), readings=(), corrected="")
    if _may_name_several(words, ranking, index, group):
        ranking = _named_within(word_tokens(ranking.corrected) or words, ranking, index, group)
    if not group and ranking.best > MatchStep.ALIAS:
        ranking = _kind_first(words, ranking, index)
    if ranking.steps or ranking.readings:
        return ranking
    return _some_words(query, ranking.corrected, index, group)


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
    if not kinds or not rest or ranked.readings or _is_question(words):
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
    return replace(ranked, steps=tuple(_each_once([*first, *ranked.steps])), corrected=inner.corrected)


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
    """Return True if a word that is searched begins with this one, or if it says something of creatures."""
    members = index.members(group)
    if any((index.text.beginning(form) | index.parts.beginning(form)) & members for form in forms(word)):
        return True
    return stem(word) in vocabulary(index) or stem(word) in stems_of_other_games() or word.isdecimal()


def telling_words(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a query that are not everyday words."""
    return tuple(word for word in words if stem(word) not in _FILLERS)


def _without_fillers(query: str, words: Sequence[str], index: SearchIndex, group: str) -> RankedHits:
    """Rank a query; if nothing is called so, rank it without words like "condition", "how" or "2"."""
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
            if other.best < ranking.best and (other.best <= MatchStep.WORDS_OF_NAME or not ranking.steps):
                ranking = other
    return ranking


def _rank_words(words: Sequence[str], index: SearchIndex, parsed: ParsedQuery, group: str) -> RankedHits:
    content = [word for word in words if word not in _SMALL] or words
    members = index.members(group)
    readings = read_facets(parsed, index)
    text = _all_of(words, lambda word: _any_form(word, index.text.holding)) & members
    steps = [*_steps(words, content, index), *_fact_steps(parsed, index)]
    steps.append(StepHits(MatchStep.WORDS_OF_TEXT, text and _all_of(words, index.text.whole_words)))
    steps.append(StepHits(MatchStep.TEXT, text))
    return RankedHits(tuple(words), tuple(_each_once(steps, members)), readings, text)


def _fact_steps(parsed: ParsedQuery, index: SearchIndex) -> Iterator[StepHits]:
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
        _all_of(phrase.words, lambda word: _in_name(word, index))
        | bits_of_role_names(phrase, index)
        | _creatures_for(phrase, index)
        for phrase in parsed.phrases
    ]
    named = [fact | name for fact, name in zip(facts, names, strict=True)]
    if parsed.numbers or any(phrase.meanings for phrase in parsed.phrases):
        yield StepHits(MatchStep.FACTS_AND_NAME, reduce(and_, named, numbers))
    texts = (_in_text(phrase, index) for phrase in parsed.phrases)
    yield StepHits(MatchStep.FACTS_AND_TEXT, reduce(and_, map(or_, named, texts), numbers))


def _creatures_for(phrase: Phrase, index: SearchIndex) -> int:
    """Return the creatures that a word of another game stands for."""
    keys = [stand for other in phrase.others for stand in other.stands_for if stand[0] == "creature"]
    places = (index.place_of(*key) for key in keys)
    return reduce(or_, (1 << place for place in places if place is not None), 0)


def _in_name(word: str, index: SearchIndex) -> int:
    return index.part_stems.whole(stem(word)) | index.parts.whole(word)


def _in_text(phrase: Phrase, index: SearchIndex) -> int:
    """Return the places of texts that have the words of a phrase, or the name of what they stand for here."""
    said = [phrase.words, *(word_tokens(name) for other in phrase.others if (name := _name_of(other, index)))]
    return reduce(or_, (_all_of(words, index.text.whole_words) for words in said), 0)


def _name_of(other: OtherWord, index: SearchIndex) -> str:
    place = index.place_of(*other.stands_for[0])
    return "" if place is None else index.entries[place].name


def _each_once(several: Iterable[StepHits], members: int = -1) -> list[StepHits]:
    """Return hits of ``members`` from best to least, with every entry where it was found first."""
    kept, seen = [], 0
    for hits in sorted(several, key=lambda hits: hits.step):
        new = hits.bits & members & ~seen
        if new:
            kept.append(replace(hits, bits=new, ordered=tuple(place for place in hits.ordered if new >> place & 1)))
            seen |= new
    return kept


def _steps(words: Sequence[str], content: Sequence[str], index: SearchIndex) -> Iterator[StepHits]:
    """Yield what each step finds among names, from best to least."""
    phrase, stemmed, joined = " ".join(words), " ".join(map(stem, words)), "".join(words)
    pages = index.groups.whole(PAGE)
    inflected = index.stemmed.whole(stemmed) | index.unspaced.whole(joined)
    inflected_aliases = index.stemmed_aliases.whole(stemmed)
    yield StepHits(MatchStep.NAME, index.names.whole(phrase) & ~pages)
    yield StepHits(MatchStep.ALIAS, index.aliases.whole(phrase) & ~pages)
    called = index.names.whole(phrase) | index.aliases.whole(phrase) | inflected | inflected_aliases
    yield StepHits(MatchStep.PAGE, called & pages)
    yield from _meanings(MatchStep.OTHER_WORD, words_of_other_games(), [phrase], index)
    yield StepHits(MatchStep.INFLECTED_NAME, inflected)
    yield StepHits(MatchStep.INFLECTED_ALIAS, inflected_aliases)
    yield from _meanings(MatchStep.INFLECTED_OTHER_WORD, stems_of_other_games(), [stemmed], index)
    if len(words) > 1:
        yield StepHits(MatchStep.ABBREVIATION, _abbreviated(words, index) | index.unspaced.beginning(joined))
    first = index.names.beginning(f"{phrase} ") | index.aliases.beginning(f"{phrase} ")
    first |= index.stemmed.beginning(f"{stemmed} ") | index.stemmed_aliases.beginning(f"{stemmed} ")
    yield StepHits(MatchStep.FIRST_WORDS, first)
    yield StepHits(MatchStep.BEGINNING, index.names.beginning(phrase) | index.aliases.beginning(phrase))
    if len(phrase) >= SHORTEST_BEGINNING:
        begun = [word for word in words_of_other_games() if word.startswith(phrase)]
        yield from _meanings(MatchStep.BEGINNING_OF_OTHER_WORD, words_of_other_games(), begun, index)
    yield StepHits(
        MatchStep.WORDS_OF_NAME,
        _all_of(content, lambda word: index.part_stems.whole(stem(word)) | index.parts.whole(word)),
    )
    yield StepHits(MatchStep.BEGINNINGS_IN_NAME, _all_of(content, lambda word: _any_form(word, index.parts.beginning)))
    yield StepHits(MatchStep.PARTS_OF_NAME, _all_of(content, lambda word: _any_form(word, index.parts.holding)))


def _abbreviated(words: Sequence[str], index: SearchIndex) -> int:
    """Return the entries each word of whose name begins with a word of the query, in its order: "dim door"."""
    if min(map(len, words)) < SHORTEST_ABBREVIATION:
        return 0
    bits = 0
    for place in places_of(_all_of(words, index.parts.beginning), MOST_ABBREVIATED):
        name = word_tokens(index.entries[place].name)
        if len(name) == len(words) and all(map(str.startswith, name, words)):
            bits |= 1 << place
    return bits


def _meanings(
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


def _all_of(words: Sequence[str], find: Callable[[str], int]) -> int:
    return reduce(and_, map(find, words))


def _any_form(word: str, find: Callable[[str], int]) -> int:
    return reduce(or_, map(find, forms(word)))


def _spelled_right(words: Sequence[str], ranked: RankedHits, index: SearchIndex, group: str) -> RankedHits:
    """Return what a query finds that has words which nothing begins with: each word mended, or the nearest name.

    What has the words as they were typed comes after that.
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


def _named_within(words: Sequence[str], ranked: RankedHits, index: SearchIndex, group: str) -> RankedHits:
    """Return what a query finds, before it what is named within it, as in "does flanking make them flat-footed".

    Names of this game come before words of others.
    """
    named: list[StepHits] = []
    head: list[StepHits] = []
    called: list[str] = []
    place = 0
    while place < len(words):
        if words[place] in _RELATIVES and not _is_question(words):
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
    described = [] if _is_question(words) else _described(words, ranked, index, group)
    several: list[StepHits] = []
    single: list[StepHits] = []
    if named and not _is_question(words):
        several, single = _named_in_part(words, called, index)
    own = [hits for hits in named if not hits.word]
    typed = [hits for hits in likely if hits.step == MatchStep.OTHER_WORD]
    single = [] if ranked.steps else single
    ordered = (*described, *head, *several, *own, *typed, *single, *likely, *named)
    within = [replace(hits, step=MatchStep.NAMED_WITHIN) for hits in ordered]
    return replace(ranked, steps=tuple(_each_once([*within, *ranked.steps], index.members(group))))


def _is_question(words: Sequence[str]) -> bool:
    return not _QUESTIONS.isdisjoint(words)


def _described(words: Sequence[str], ranked: RankedHits, index: SearchIndex, group: str) -> list[StepHits]:
    """Return the creatures of which a query says facts and words of their cards: "swallow whole dinosaur"."""
    parsed = parse(" ".join(words), index, group)
    if not any(facet[0] in _SEEN for phrase in parsed.phrases for meaning in phrase.meanings for facet in meaning):
        return []
    creatures = index.members("creature")
    return [replace(hits, bits=hits.bits & creatures) for hits in ranked.steps if hits.step == MatchStep.FACTS_AND_TEXT]


def _named_in_part(
    words: Sequence[str], called: Sequence[str], index: SearchIndex
) -> tuple[list[StepHits], list[StepHits]]:
    """Return the entries that have words of a query in their names: several side by side, and one that few names have.

    "Extra armor plating" means the armor plating, and "sapling tree" the sapling. Words within a phrase that something
    is ``called`` are left out.
    """
    content = telling_words(words)
    several: list[StepHits] = []
    for length in range(len(content) - 1, 1, -1):
        for place in range(len(content) - length + 1):
            some = content[place : place + length]
            if any(" ".join(some) in phrase for phrase in called):
                continue
            for bits in (_abbreviated(some, index), _all_of(some, lambda word: _in_name(word, index))):
                if 0 < bits.bit_count() <= MOST_NAMED:
                    several.append(StepHits(MatchStep.NAMED_WITHIN, bits))
    pages = index.groups.whole(PAGE)
    each = (_in_name(word, index) & ~pages for word in content if len(word) >= SHORTEST_NAMING)
    return several, [StepHits(MatchStep.NAMED_WITHIN, bits) for bits in each if 0 < bits.bit_count() <= MOST_NAMED]


def _called(words: Sequence[str], index: SearchIndex) -> list[StepHits]:
    """Return the best step that finds what is called by these words and nothing else."""
    for hits in _steps(words, words, index):
        if hits.step > MatchStep.INFLECTED_OTHER_WORD:
            break
        if hits.bits:
            return [hits]
    return []


def _some_words(query: str, corrected: str, index: SearchIndex, group: str) -> RankedHits:
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
    named = [bits_of_meanings(phrase, index) | _any_in_name(phrase.words, index) for phrase in content]
    named += [_begun(phrase.words[0], index) for phrase in content if len(phrase.words) == 1]
    if parsed.numbers:
        named.append(bits_of_numbers(parsed, index))
    holding = [bits & members for bits in named if bits & members]
    if not holding:
        texts = (_in_text(phrase, index) & members for phrase in content)
        holding = [bits for bits in texts if bits]
    among = places_of(reduce(or_, holding, 0), MOST_PARTLY)
    weight = {place: sum(1 / bits.bit_count() for bits in holding if bits >> place & 1) for place in among}
    several = {place: sum(bits >> place & 1 for bits in holding) for place in among}
    in_name = reduce(or_, (_any_in_name(phrase.words, index) for phrase in content), 0)
    ordered = tuple(sorted(among, key=lambda place: (-several[place], -weight[place], not in_name >> place & 1, place)))
    steps = (StepHits(MatchStep.SOME_WORDS, sum(1 << place for place in ordered), ordered),) if ordered else ()
    return RankedHits(parsed.words, steps), max(several.values(), default=0)


def _begun(word: str, index: SearchIndex) -> int:
    """Return what words of other games stand for that begin with a word: "gelatinous" begins "gelatinous cube"."""
    phrases = [phrase for phrase in words_of_other_games() if phrase.startswith(f"{word} ")]
    begun = _meanings(MatchStep.SOME_WORDS, words_of_other_games(), phrases, index)
    return reduce(or_, (1 << hits.ordered[0] for hits in begun if hits.ordered), 0)


def _any_in_name(words: Iterable[str], index: SearchIndex) -> int:
    return reduce(or_, (index.part_stems.whole(stem(word)) for word in words), 0)
