"""The meaning of a query: levels and points, facts of creatures, words of other games, and plain words.

"Lawful evil", "lvl 3", "flying archer" and "fire resistant dragons" are facts: each is a filter of the creature list
with its values. The search, every list and the builder use this parser.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice, product
from operator import and_, or_
from urllib.parse import urlencode

from django.urls import reverse

from compendium.selectors.search import stem, stems, word_tokens
from compendium.selectors.site_search.index import Facet, SearchIndex, stems_of_other_games, words_of_other_games
from rules.alignment import BY_CODE
from rules.cards.roles import BY_NAME
from rules.glossary.catalog import OtherWord
from rules.points import LEVEL_COSTS, MAX_LEVEL, MIN_LEVEL, LevelCost
from rules.text import counted, listed, plain, with_minus

READINGS = 3
"""Ways to read one query that are offered."""

LONGEST_PHRASE = 4
"""The most words that name one fact or translate one word of another game."""

KINDS = ("size", "alignment", "tag", "role", "movement", "tradition", "skill", "defense", "damage")
"""Facets with words of their own; the preferred meaning of a word comes last."""

_PLACES = {kind: place for place, kind in enumerate(("role", *(kind for kind in KINDS if kind != "role")))}

_FILLERS = frozenset(
    map(
        stem,
        "creature monster figure card all any every the a an of with in and or that who which is are has have deal "
        "dealing damage type tag size skill trained train alignment speed mode cast caster spellcaster level can very "
        "some unit model mini guy thing something someone".split(),
    )
)
_MOVEMENT = {
    "Flight": "flying flies fly flyer winged airborne wings",
    "Burrowing": "burrowing burrower digger tunneler",
    "Aquatic": "aquatic swimming swimmer swims",
    "Wall Climb": "climbing climber climbs",
    "Teleportation": "teleporting teleporter teleports",
}
_TOGETHER: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("size", ("Large", "Huge", "Gargantuan"), "big,bigger,giant sized,enormous,oversized,massive"),
    ("size", ("Tiny", "Small"), "little"),
    ("alignment", ("LG", "NG", "CG"), "good,good aligned,heroic"),
    ("alignment", ("LE", "NE", "CE"), "evil,evil aligned,villain"),
    ("alignment", ("LG", "LN", "LE"), "lawful"),
    ("alignment", ("CG", "CN", "CE"), "chaotic"),
    ("alignment", ("NG", "LN", "TN", "CN", "NE"), "neutral"),
)
"""Values of one kind that share one word, with the words."""
_DEFENSES = {
    "immune to": ("immune to {}", "{} immune", "{} immunity", "immunity to {}", "immune {}"),
    "resists": (
        *("resists {}", "resist {}", "{} resistant", "{} resistance", "resistant to {}", "resistance to {}"),
        *("{} resist", "{} proof", "resistant {}"),
    ),
    "weak to": ("weak to {}", "{} weakness", "weak against {}", "vulnerable to {}", "{} vulnerability", "weakness {}"),
}
_SAID = {
    "tradition": "that cast {} spells",
    "skill": "trained in {}",
    "damage": "that deal {} damage",
}
_ORDER = ("alignment", "level_from", "level_to", "points_from", "points_to", *KINDS)
_ALL_WANTED = ("role", "defense", "tag")
"""Kinds of which a creature has every value that a query names."""
_NUMBER = r"[-−]?\d{1,2}"
_LEVELS = re.compile(
    rf"(?P<under>\b(?:under|below|up to|at most|max|maximum) )?"
    rf"(?:\b(?:levels?|lvls?|lvl|lv|cr)[.:]? ?(?P<low>{_NUMBER})|\bl(?P<short>\d{{1,2}})\b|"
    rf"\b(?P<nth>\d{{1,2}})(?:st|nd|rd|th)[ -](?:level|lvl))"
    r"(?: ?(?:-|–|to) ?(?P<high>\d{1,2})\b)?(?P<more> ?\+| (?:or|and) (?:higher|more|above|up)\b)?"
    r"(?P<less> (?:or|and) (?:lower|less|below|under)\b)?(?!\w)"
)
_RANK = re.compile(r"\branks?\b")
_POINTS = re.compile(
    r"(?P<under>\b(?:under|below|up to|at most|max|maximum|less than|<) ?)?"
    r"\b(?P<number>\d{1,4}) ?(?:points?|pts?)\b(?P<less> (?:or|and) (?:lower|less|below|under)\b)?"
)

_SUPERLATIVES: Mapping[str, tuple[str, bool]] = {
    word: (measure, is_most)
    for measure, is_most, words in (
        ("level", True, "strongest,best,most powerful,highest level,priciest,costliest,deadliest"),
        ("level", False, "cheapest,lowest level,least expensive"),
        ("hp", True, "toughest,most hp,most health,most hit points,highest hp,hardiest"),
        ("speed", True, "fastest,quickest,most speed,highest speed"),
        ("speed", False, "slowest,lowest speed"),
        ("armor", True, "most armor,most armored,highest armor,best armor"),
        ("size", True, "biggest,largest"),
        ("size", False, "smallest,tiniest"),
    )
    for word in words.split(",")
}
"""The measure of creatures that a word asks for, and whether the most of it comes first."""

FactMeaning = tuple[Facet, ...]
"""Facets of one kind, any of which is meant."""
Vocabulary = Mapping[str, Sequence[FactMeaning]]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a query that belong together: their meaning for creatures, and as words of other games."""

    words: tuple[str, ...]
    meanings: tuple[FactMeaning, ...] = ()
    others: tuple[OtherWord, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query in its parts: the limits of levels and points by the names of their filters, and phrases in order.

    ``phrases`` leave out words such as "creatures that"; ``words`` has all of them.
    """

    words: tuple[str, ...]
    numbers: Mapping[str, int]
    phrases: tuple[Phrase, ...]

    @property
    def is_of_facts(self) -> bool:
        """Return True if every phrase is about creatures."""
        return bool(self.phrases or self.numbers) and all(phrase.meanings for phrase in self.phrases)

    @property
    def has_facts(self) -> bool:
        """Return True if it means more than its words: a level, a fact of creatures, a word of another game."""
        return bool(self.numbers) or any(phrase.meanings or phrase.others for phrase in self.phrases)


@dataclass(frozen=True, slots=True)
class FacetReading:
    """A query read as filters: the creatures, their description, and the address of their list."""

    bits: int
    name: str
    href: str


def parse(query: str, index: SearchIndex, group: str = "") -> ParsedQuery:
    """Return the meaning of a query in the list of a ``group``: among spells, "fire spell" is about fire."""
    text = plain(query)
    rest, numbers = _take_numbers(_RANK.sub("level", text) if group == "spell" else text)
    phrases = tuple(_phrases(word_tokens(rest), vocabulary(index)))
    if len(phrases) > 1 or numbers:
        phrases = tuple(phrase for phrase in phrases if stems(" ".join(phrase.words)) != group)
    if any(facet[0] == "tradition" for phrase in phrases for meaning in phrase.meanings for facet in meaning):
        # Who casts primal spells casts spells.
        phrases = tuple(phrase for phrase in phrases if (("role", "Spellcaster"),) not in phrase.meanings)
    return ParsedQuery(word_tokens(query), numbers, phrases)


def _phrases(words: Sequence[str], known: Vocabulary) -> Iterator[Phrase]:
    place = 0
    while place < len(words):
        for length in range(min(LONGEST_PHRASE, len(words) - place), 0, -1):
            some = tuple(words[place : place + length])
            stemmed = " ".join(map(stem, some))
            meanings = tuple(meaning for meaning in known.get(stemmed, ()) if _is_said(meaning, some))
            others = words_of_other_games().get(" ".join(some)) or stems_of_other_games().get(stemmed, ())
            if meanings or others:
                yield Phrase(some, meanings, tuple(others))
                break
        else:
            some = (words[place],)
            if stem(words[place]) not in _FILLERS:
                yield Phrase(some)
        place += len(some)


def _is_said(meaning: FactMeaning, words: Sequence[str]) -> bool:
    """Return False for a role if another form of its word was used: "slowed" does not mean slow creatures."""
    kind, value = meaning[0]
    said = " ".join(words)
    return kind != "role" or not {said, said.removesuffix("s")}.isdisjoint(
        " ".join(word_tokens(word)) for word in _words_for(kind, value)
    )


def superlative(query: str) -> tuple[str, str, bool] | None:
    """Return the rest of a query for creatures with the most of something, the measure, and False for the least of it.

    >>> superlative("the strongest dragon")
    ('dragon', 'level', True)
    """
    words = [word for word in word_tokens(query) if word not in ("the", "what", "which", "is")]
    for length in (2, 1):
        for place in range(len(words) - length + 1):
            if asked := _SUPERLATIVES.get(" ".join(words[place : place + length])):
                return " ".join([*words[:place], *words[place + length :]]), *asked
    return None


def read_facets(parsed: ParsedQuery, index: SearchIndex) -> tuple[FacetReading, ...]:
    """Return the readings of a query as filters of creatures only, the likeliest first.

    A query with any other word, or without matching creatures, has none.
    """
    if not parsed.is_of_facts:
        return ()
    readings = []
    choices = dict.fromkeys(phrase.meanings for phrase in parsed.phrases)
    for chosen in islice(product(*choices), READINGS):
        facets = tuple(facet for meaning in chosen for facet in meaning)
        kinds = [meaning[0][0] for meaning in chosen]
        if any(kinds.count(kind) > 1 for kind in _ALL_WANTED):
            # One filter takes any of its values, but a fast archer is both.
            bits = reduce(and_, (_creatures_with(parsed.numbers, meaning, index) for meaning in chosen))
            href = f"{reverse('compendium:creature-list')}?{urlencode({'q': ' '.join(parsed.words)})}"
        else:
            bits = _creatures_with(parsed.numbers, facets, index)
            href = _address(parsed.numbers, facets)
        if bits:
            readings.append(FacetReading(bits, _described(parsed.numbers, facets), href))
    return tuple(readings)


def bits_of_meanings(phrase: Phrase, index: SearchIndex) -> int:
    """Return the places of the creatures that a phrase describes."""
    facets = (facet for meaning in phrase.meanings for facet in meaning)
    return reduce(or_, map(index.facets.whole, facets), 0)


def bits_of_role_names(phrase: Phrase, index: SearchIndex) -> int:
    """Return the places of the creatures whose names say a role that a phrase says: a Trog Leader is a boss."""
    roles = [value for meaning in phrase.meanings for kind, value in meaning if kind == "role"]
    words = {word for role in roles for word in _words_for("role", role) if " " not in word}
    creatures = index.members("creature")
    return reduce(or_, (index.parts.whole(plain(word)) for word in words), 0) & creatures


def bits_of_numbers(parsed: ParsedQuery, index: SearchIndex) -> int:
    """Return the places of the entries with the query's levels and points; of all if it names none."""
    if not parsed.numbers:
        return index.members("")
    levels = [row.level for row in LEVEL_COSTS if _is_asked_for(row, parsed.numbers)]
    return reduce(or_, (index.facets.whole(("level", str(level))) for level in levels), 0)


def _take_numbers(text: str) -> tuple[str, dict[str, int]]:
    """Take levels and points out of a text; return the rest, and them as filters of the list."""
    numbers: dict[str, int] = {}
    if level := _LEVELS.search(text):
        low = int((level["low"] or level["short"] or level["nth"]).replace("−", "-"))
        numbers["level_from"], numbers["level_to"] = low, int(level["high"] or low)
        if level["more"]:
            numbers["level_to"] = MAX_LEVEL
        elif level["under"] or level["less"]:
            is_below = (level["under"] or "").startswith(("under", "below"))
            numbers["level_from"], numbers["level_to"] = MIN_LEVEL, low - is_below
        text = f"{text[: level.start()]} {text[level.end() :]}"
    if points := _POINTS.search(text):
        number = int(points["number"])
        numbers["points_from"] = numbers["points_to"] = number
        if points["under"] or points["less"]:
            is_below = (points["under"] or "").startswith(("under", "below", "less", "<"))
            numbers["points_from"], numbers["points_to"] = 0, max(0, number - is_below)
        text = f"{text[: points.start()]} {text[points.end() :]}"
    return text, numbers


def vocabulary(index: SearchIndex) -> Vocabulary:
    """Return the facts that creatures have by the stems of the words for them, the likeliest meaning first."""
    return index.derived(_vocabulary)


def _vocabulary(index: SearchIndex) -> Vocabulary:
    meanings: dict[str, list[FactMeaning]] = defaultdict(list)
    known = sorted(facet for facet in index.facets if facet[0] in KINDS)
    for kind, value in known:
        for phrase in dict.fromkeys(map(stems, _words_for(kind, value))):
            meanings[phrase].append(((kind, value),))
    for kind, values, words in _TOGETHER:
        if there := tuple((kind, value) for value in values if (kind, value) in known):
            for phrase in map(stems, words.split(",")):
                meanings[phrase].append(there)
    for some in meanings.values():
        some.sort(key=lambda meaning: -_PLACES[meaning[0][0]])
    return meanings


def words_for_facts(index: SearchIndex) -> tuple[str, ...]:
    """Return every word that describes creatures, as it is spelled."""
    return index.derived(_words_for_facts)


def _words_for_facts(index: SearchIndex) -> tuple[str, ...]:
    phrases = [word for kind, value in index.facets if kind in KINDS for word in _words_for(kind, value)]
    phrases += [word for _, _, words in _TOGETHER for word in words.split(",")]
    return tuple(dict.fromkeys(word for phrase in phrases for word in word_tokens(phrase) if len(word) > 2))


def _words_for(kind: str, value: str) -> tuple[str, ...]:
    if kind == "alignment":
        return (value, BY_CODE[value].name) if value in BY_CODE else ()
    if kind == "movement":
        return (value, *_MOVEMENT.get(value, "").split())
    if kind == "role":
        return (value, *BY_NAME[value].words) if value in BY_NAME else (value,)
    if kind == "defense":
        verb = next((verb for verb in _DEFENSES if value.startswith(f"{verb} ")), "")
        return tuple(form.format(value.removeprefix(f"{verb} ")) for form in _DEFENSES.get(verb, ()))
    return (value,)


def _creatures_with(numbers: Mapping[str, int], chosen: Iterable[Facet], index: SearchIndex) -> int:
    """Return the creatures that a list with these filters has: of one filter any value, of all filters one."""
    listed = index.groups.whole("creature")
    if numbers:
        listed &= bits_of_numbers(ParsedQuery((), numbers, ()), index)
    values: dict[str, int] = defaultdict(int)
    for facet in chosen:
        values[facet[0]] |= index.facets.whole(facet)
    return reduce(and_, values.values(), listed)


def _is_asked_for(row: LevelCost, numbers: Mapping[str, int]) -> bool:
    return (
        numbers.get("level_from", row.level) <= row.level <= numbers.get("level_to", row.level)
        and numbers.get("points_from", row.cost) <= row.cost <= numbers.get("points_to", row.cost)
    )  # fmt: skip


def _described(numbers: Mapping[str, int], chosen: Iterable[Facet]) -> str:
    """Return a reading in words: "Large Fey creatures of level 3 that deal fire damage"."""
    values: dict[str, list[str]] = defaultdict(list)
    for kind, value in chosen:
        values[kind].append(BY_CODE[value].name if kind == "alignment" else value)
    said = {kind: listed(some, "or") for kind, some in values.items()}
    words = [*(said[kind] for kind in ("size", "alignment", "tag") if kind in said), "creatures"]
    if "level_from" in numbers:
        low, high = numbers["level_from"], numbers["level_to"]
        words.append(with_minus(f"of level {low}" if low == high else f"of levels {low} to {high}"))
    if "points_from" in numbers:
        least, most = numbers["points_from"], numbers["points_to"]
        words.append(f"for {counted(most, 'point')}" if least == most else f"for up to {counted(most, 'point')}")
    words += [f"with {said['movement']}"] if "movement" in said else []
    roles = [BY_NAME[role].said if role in BY_NAME else role for role in values.get("role", ())]
    words += sorted(roles, key=lambda role: role.startswith("that"))
    words += [value.replace("resists", "that resist") for value in values.get("defense", ())]
    words += [sentence.format(said[kind]) for kind, sentence in _SAID.items() if kind in said]
    text = " ".join(words)
    return text[0].upper() + text[1:]


def _address(numbers: Mapping[str, int], chosen: Iterable[Facet]) -> str:
    pairs = [*((name, str(value)) for name, value in numbers.items()), *chosen]
    return f"{reverse('compendium:creature-list')}?{urlencode(sorted(pairs, key=lambda pair: _ORDER.index(pair[0])))}"
