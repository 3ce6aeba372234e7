"""The creature list: the columns that a row shows, what it can be narrowed to, and in which orders rows can stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Case, Count, Exists, F, IntegerField, Max, OuterRef, Q, QuerySet, Value, When

from common.choices import Choice, Choices
from common.prepared import prepared
from compendium.models import Creature, CreatureFacet
from rules.alignment import ALIGNMENT_CODES
from rules.cards.model import SIZES, STATS
from rules.cards.origins import NamedCard, tell_apart
from rules.points import LEVEL_COSTS

COLUMNS = (
    *("key", "name", "alignment", "size", "tags", "level", "movement_mode", "class_name", "emblem", "twin_source"),
    *STATS,
)
"""What a row of the list is made of; ``listed_creatures`` have them all."""


FACETS = ("tag", "tradition", "skill", "damage")
"""The kinds of words of which a card has several."""


def creatures() -> QuerySet[Creature]:
    """Return every creature of the compendium that has a card; homebrew is none of them."""
    return Creature.objects.filter(is_listed=True, current__isnull=False)


def listed_creatures() -> QuerySet[Creature]:
    """Return every creature of the compendium, with what rows of lists show."""
    return with_twin_source(creatures())


def with_twin_source(rows: QuerySet[Creature]) -> QuerySet[Creature]:
    """Return creatures with their ``twin_source``: their source where another has their name, and that of homebrew."""
    namesakes = creatures().filter(search_name=OuterRef("search_name")).exclude(pk=OuterRef("pk"))
    is_told = Q(is_listed=False) | Exists(namesakes)
    return rows.annotate(twin_source=Case(When(is_told, then=F("source__name")), default=Value("")))


@dataclass(frozen=True, slots=True)
class CreatureName:
    """A creature by its number in the database, its key, its name, and what tells it from others of that name."""

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
    """Return the creatures of these numbers, then those of these keys, each once; unknown ones are left out.

    They are looked for ``among`` those of the compendium if nothing else is given. One query; none where no creature
    is meant.
    """
    if not numbers and not keys:
        return []
    rows = (creatures() if among is None else among).order_by().filter(Q(pk__in=numbers) | Q(key__in=keys))
    found = [
        CreatureName(*row) for row in rows.values_list("pk", "key", "name", "source__name", "alignment", "license")
    ]
    by_number, by_key = (
        {creature_name.number: creature_name for creature_name in found},
        {creature_name.key: creature_name for creature_name in found},
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
    """Return the creatures that cost that many points without upgrades; points follow from the level alone."""
    levels = [
        row.level for row in LEVEL_COSTS if (least is None or row.cost >= least) and (most is None or row.cost <= most)
    ]
    return queryset.filter(level__in=levels)


def facet_choices(queryset: QuerySet[Creature] | None = None) -> Choices:
    """Return the words that ``with_facet`` narrows by, those of each kind: of some creatures, or of all. One query."""
    whose = Q(creature__is_listed=True) if queryset is None else Q(creature__in=queryset.order_by().values("pk"))
    facets = CreatureFacet.objects.filter(whose)
    rows = facets.values_list("kind", "value").annotate(Count("pk")).order_by("kind", "value")
    choices = [(kind, Choice(value, value, total)) for kind, value, total in rows]
    return {name: tuple(choice for kind, choice in choices if kind == name) for name in FACETS}


def alignment_order() -> Case:
    """Order as the nine lie on their grid, lawful good first; creatures without an alignment come last."""
    return _place("alignment", ALIGNMENT_CODES)


def size_order() -> Case:
    """Order from Tiny to Gargantuan; creatures without a size come last."""
    return _place("size", SIZES)


def _place(column: str, order: Sequence[str]) -> Case:
    places = [When(**{column: value}, then=Value(place)) for place, value in enumerate(order)]
    return Case(*places, default=None, output_field=IntegerField())
