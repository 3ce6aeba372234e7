"""The creature list, its filters and its orders; and creatures by name."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Case, Count, Exists, F, IntegerField, Max, OuterRef, Q, QuerySet, Value, When
from rapidfuzz import process
from rapidfuzz.distance import Indel

from accounts.models import Owner
from common.choices import Choice, Choices
from common.prepared import prepared
from compendium.models import Creature, CreatureFacet
from compendium.selectors.homebrew import creatures_named_by
from compendium.selectors.search import forms, stems, word_tokens
from rules.alignment import ALIGNMENT_CODES
from rules.cards.model import HOMEBREW_MARK, SIZES, STATS, NamedCard, tell_apart
from rules.points import LEVEL_COSTS
from rules.text import plain, slug

COLUMNS = (
    *("key", "name", "alignment", "size", "tags", "level", "movement_mode", "class_name", "emblem", "twin_source"),
    *STATS,
)
"""The columns of a row in the list; ``listed_creatures`` have them all."""


FACETS = ("role", "tag", "tradition", "skill", "damage", "defense")
"""The facets of which a card may have several values."""


def creatures() -> QuerySet[Creature]:
    """Return every creature of the compendium that has a card, without homebrew."""
    return Creature.objects.filter(is_listed=True, current__isnull=False)


def listed_creatures() -> QuerySet[Creature]:
    """Return every creature of the compendium, with the values for rows of lists."""
    return with_twin_source(creatures())


def with_twin_source(rows: QuerySet[Creature]) -> QuerySet[Creature]:
    """Return creatures with their ``twin_source``: their source if another has the same name, and always for
    homebrew.
    """
    namesakes = creatures().filter(search_name=OuterRef("search_name")).exclude(pk=OuterRef("pk"))
    is_told = Q(is_listed=False) | Exists(namesakes)
    return rows.annotate(twin_source=Case(When(is_told, then=F("source__name")), default=Value("")))


@dataclass(frozen=True, slots=True)
class CreatureName:
    """A creature by its number in the database, its key, its name, and the difference from others of that name."""

    number: int
    key: str
    name: str
    source: str
    alignment: str
    license: str


def creatures_state() -> str:
    """Return a text that changes with every change of a card. One query."""
    ((total, newest),) = _cards_counted().rows()
    return f"{total}:{newest}"


@prepared
def _cards_counted() -> QuerySet[Creature, tuple[int, int | None]]:
    whole = creatures().order_by().values(of_all=Value(1))
    return whole.annotate(total=Count("pk"), newest=Max("current_id")).values_list("total", "newest")


def creatures_by_id(
    numbers: Collection[int], keys: Collection[str] = (), among: QuerySet[Creature] | None = None
) -> list[CreatureName]:
    """Return the creatures with these numbers, then those with these keys, each once; unknown ones are omitted.

    Searches ``among`` those of the compendium by default. One query; none if there are no numbers or keys.
    """
    if not numbers and not keys:
        return []
    rows = (creatures() if among is None else among).order_by().filter(Q(pk__in=numbers) | Q(key__in=keys))
    names = [
        CreatureName(*row) for row in rows.values_list("pk", "key", "name", "source__name", "alignment", "license")
    ]
    by_number, by_key = (
        {creature_name.number: creature_name for creature_name in names},
        {creature_name.key: creature_name for creature_name in names},
    )
    wanted = [*map(by_number.get, numbers), *map(by_key.get, keys)]
    return list(dict.fromkeys(creature_name for creature_name in wanted if creature_name is not None))


def distinct_names(named: Collection[CreatureName]) -> list[str]:
    """Return the names of creatures, of one name with their sources and alignments."""
    origins = tell_apart(
        [
            NamedCard(creature_name.name, creature_name.source, creature_name.alignment, creature_name.license)
            for creature_name in named
        ]
    )
    pairs = zip(named, origins, strict=True)
    return [f"{creature_name.name} ({origin})" if origin else creature_name.name for creature_name, origin in pairs]


def creature_names(keys: Collection[str], among: QuerySet[Creature] | None = None) -> dict[str, str]:
    """Return the names of creatures by their keys, two of one name with their sources; unknown keys are left out.

    ``among`` as for ``creatures_by_id``. One query.
    """
    named = creatures_by_id((), keys, among)
    return dict(zip((creature_name.key for creature_name in named), distinct_names(named), strict=True))


def with_facet(queryset: QuerySet[Creature], kind: str, values: Sequence[str]) -> QuerySet[Creature]:
    """Return the creatures that have any of these words (tags, skills, ...)."""
    return queryset.filter(pk__in=CreatureFacet.objects.filter(kind=kind, value__in=values).values("creature"))


def with_points(queryset: QuerySet[Creature], least: int | None = None, most: int | None = None) -> QuerySet[Creature]:
    """Return the creatures that cost that many points without upgrades; points depend only on the level."""
    return queryset.filter(level__in=levels_costing(least, most))


def levels_costing(least: int | None = None, most: int | None = None) -> list[int]:
    """Return the levels whose creatures cost that many points without upgrades."""
    return [
        row.level for row in LEVEL_COSTS if (least is None or row.cost >= least) and (most is None or row.cost <= most)
    ]


def facet_choices(queryset: QuerySet[Creature] | None = None) -> Choices:
    """Return the words that ``with_facet`` narrows by, those of each kind: of some creatures, or of all. One query."""
    whose = Q(creature__is_listed=True) if queryset is None else Q(creature__in=queryset.order_by().values("pk"))
    facets = CreatureFacet.objects.filter(whose)
    rows = facets.values_list("kind", "value").annotate(Count("pk")).order_by("kind", "value")
    choices = [(kind, Choice(value, value, total)) for kind, value, total in rows]
    return {name: tuple(choice for kind, choice in choices if kind == name) for name in FACETS}


def alignment_order() -> Case:
    """Order by the grid of alignments, lawful good first; creatures without an alignment come last."""
    return _place("alignment", ALIGNMENT_CODES)


def size_order() -> Case:
    """Order from Tiny to Gargantuan; creatures without a size come last."""
    return _place("size", SIZES)


def _place(column: str, order: Sequence[str]) -> Case:
    places = [When(**{column: value}, then=Value(place)) for place, value in enumerate(order)]
    return Case(*places, default=None, output_field=IntegerField())


OFFERED = 3
"""Names that are offered in place of an unknown one."""

HOMEBREW = "homebrew"
"""The words after a name for a player's own creature, if another has the same name."""

ALIKE = 0.72
"""The minimum similarity of a name to be suggested for a mistyped one, from 0 to 1."""


SHARED_LETTERS = 4
"""The letters that a word needs so that names that share only this word are suggested."""

_LICENSED = re.compile(r"(.+?)\s?\(([^()]+)\)")


class CalledCreature(NamedTuple):
    """A creature by its key, its name and the license of its card."""

    key: str
    name: str
    license: str

    @property
    def name_with_license(self) -> str:
        """The name with what distinguishes the creature from one of another license, or from homebrew."""
        return f"{self.name} ({HOMEBREW if self.is_homebrew else self.license})"

    @property
    def is_homebrew(self) -> bool:
        """Whether a player wrote the creature."""
        return HOMEBREW_MARK in self.key


def _rank(creature: CalledCreature) -> tuple[bool, bool, str]:
    """Return the sort key of creatures with the same name: the compendium's ORC one is the default."""
    return creature.is_homebrew, creature.license != "ORC", creature.key


@dataclass(frozen=True)
class NameIndex:
    """Creatures by their names, to find many of them without asking the database again."""

    creatures: tuple[CalledCreature, ...]

    @cached_property
    def _by_key(self) -> Mapping[str, CalledCreature]:
        return {creature.key: creature for creature in self.creatures}

    @cached_property
    def _by_words(self) -> Mapping[str, list[CalledCreature]]:
        """By their words, the best first: the name alone, with its license and with its source; the key."""
        by_words: dict[str, list[CalledCreature]] = defaultdict(list)
        for creature in sorted(self.creatures, key=_rank):
            origin = HOMEBREW if creature.is_homebrew else creature.key.partition("--")[2]
            names = (creature.name, f"{creature.name} {creature.license}", f"{creature.name} {origin}")
            for words in dict.fromkeys(map(_as_words, names)):
                by_words[words].append(creature)
        for creature in self.creatures:
            words = _as_words(creature.key)
            if "--" in creature.key or words not in by_words:
                by_words[words] = [creature]
        return by_words

    @cached_property
    def _by_stems(self) -> Mapping[str, list[CalledCreature]]:
        by_stems: dict[str, list[CalledCreature]] = {}
        for words, several in self._by_words.items():
            by_stems.setdefault(stems(words), several)
        return by_stems

    @cached_property
    def _by_plain_name(self) -> Mapping[str, CalledCreature]:
        stored = {plain(creature.name): creature for creature in sorted(self.creatures, key=_rank, reverse=True)}
        return {name: stored[name] for name in sorted(stored)}

    def called(self, text: str) -> list[CalledCreature]:
        """Return the creatures with a name, the likeliest first; a key means its creature alone."""
        if creature := self._by_key.get(text):
            return [creature]
        words = _as_words(text)
        if words in self._by_words:
            return self._by_words[words]
        return [creature] if (creature := self._by_key.get(slug(text))) else []

    def find(self, text: str) -> CalledCreature | None:
        """Return the creature that a text names, the ORC one of several; its words may be inflected."""
        named = self.called(text) or self._by_stems.get(stems(text))
        return named[0] if named else None

    def near(self, text: str, most: int = OFFERED) -> list[CalledCreature]:
        """Return the creatures with the most similar names."""
        return [self._by_plain_name[name] for name in near_names(plain(text), self._by_plain_name, most)]


def name_index(owner: Owner | None = None) -> NameIndex:
    """Return the names of all creatures of the compendium, and of those of an owner. One query."""
    return _index(creatures_named_by(owner))


def names_of(texts: Iterable[str], owner: Owner | None = None) -> NameIndex:
    """Return the names of the creatures that texts name exactly, by key or by name, with or without a license.

    Homebrew is found only by its ``owner``. One query, none for no text.
    """
    every = set(texts)
    every |= {licensed[1] for text in every if (licensed := _LICENSED.fullmatch(text))}
    if not every:
        return NameIndex(())
    names = {plain(" ".join(text.split())) for text in every}
    return _index(creatures_named_by(owner).filter(Q(key__in={*every, *map(slug, every)}) | Q(search_name__in=names)))


def name_alone(text: str) -> str:
    """Return a text without the license in brackets at its end."""
    licensed = _LICENSED.fullmatch(text)
    return licensed[1] if licensed else text


def _index(listed: QuerySet[Creature]) -> NameIndex:
    rows = listed.order_by("search_name", "license", "key").values_list("key", "name", "license")
    return NameIndex(tuple(CalledCreature(*row) for row in rows))


def _as_words(text: str) -> str:
    return " ".join(word_tokens(text))


def near_names(word: str, names: Collection[str], most: int = OFFERED) -> list[str]:
    """Return up to ``most`` of some plain names, those nearest to a plain word first."""
    parts = [forms(part) for part in word.split()]
    if not parts:
        return []
    beginning = [name for name in names if all(any(f" {form}" in f" {name}" for form in part) for part in parts)]
    if len(beginning) >= most:
        return sorted(beginning, key=lambda name: -Indel.normalized_similarity(word, name))[:most]
    holding = [name for name in names if all(any(form in name for form in part) for part in parts)]
    alike = process.extract(
        word, list(names), scorer=Indel.normalized_similarity, score_cutoff=ALIKE, limit=most, processor=None
    )
    nearest = list(dict.fromkeys([*beginning, *(name for name, _, _ in alike), *holding]))
    return nearest[:most] or _sharing_a_word(word, parts, names)[:most]


def _sharing_a_word(text: str, parts: Iterable[Iterable[str]], names: Iterable[str]) -> list[str]:
    shared = [f" {form}" for part in parts for form in part if len(form) >= SHARED_LETTERS]
    sharing = [name for name in names if any(form in f" {name}" for form in shared)]
    return sorted(sharing, key=lambda name: -Indel.normalized_similarity(text, name))
