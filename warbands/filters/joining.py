"""The creatures that may join a warband, as a list that can be filtered further."""

from collections.abc import Hashable, Iterable, Mapping
from hashlib import sha256
from typing import Self

from django.db.models import Case, Q, QuerySet, Value, When
from django.forms import CheckboxInput
from django.http import QueryDict
from django_filters import BooleanFilter

from common.choices import Choice, Choices
from compendium.filters import CreatureFilter
from compendium.models import Creature
from compendium.selectors.creature_list import creatures, facet_choices, levels_costing, with_points
from rules.building.enlisting import Joining
from rules.text import plain

BARRED = "may not join"
"""The words beside a choice whose creatures may not join."""

_ALWAYS_SHOWN = ("alignment", "source")


def _counted(choices: Iterable[Choice], some: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return the choices with the totals of some creatures; those that none of these has are marked."""
    totals = {choice.value: choice.total for choice in some}
    return tuple(
        choice._replace(total=totals[choice.value]) if choice.value in totals else choice._replace(note=BARRED)
        for choice in choices
    )


def _most_points(joining: Joining) -> int | None:
    """Return what a creature may cost now, None where any may join or none."""
    limits = [points for points in (joining.affordable_points, joining.most_points) if points is not None]
    return min(limits) if limits and min(limits) >= 0 else None


def _box(label: str) -> BooleanFilter:
    # The rows stay as they are: what a box asks for follows from the warband.
    return BooleanFilter(method=lambda queryset, name, value: queryset, label=label, widget=CheckboxInput)


class JoiningFilter(CreatureFilter):
    """Which creatures a warband's alignment, house rules and figures let join; set ``joining`` before use."""

    joining: Joining
    has_own = True
    usual_order = "Affordable first"

    warband = None  # type: ignore[assignment] # takes the filter out
    affordable = _box("Affordable now")
    legal = _box("Legal now")
    others = _box("Include creatures that cannot join")

    @property
    def question(self) -> tuple[Hashable, ...]:
        """Add the warband's own conditions, if they narrow or order the list."""
        asked, joining = self.form.cleaned_data, self.joining
        points = joining.affordable_points if asked["legal"] or asked["affordable"] else None
        most = joining.most_points if asked["legal"] else None
        spare = None if joining.spare is None else frozenset(joining.spare)
        first = None if asked["sort"] else _most_points(joining)
        return *super().question, joining.alignments, joining.sources, joining.banned, spare, points, most, first

    def with_data(self, data: QueryDict) -> Self:
        """Return the filters of the same list with other values, for the same warband."""
        other = super().with_data(data)
        other.joining = self.joining
        return other

    def wider(self) -> Mapping[str, Mapping[str, str]]:
        """Return the note that only creatures that may join are listed, if so."""
        if self._lists_others():
            return {}
        return {"Only creatures that may join": {"legal": "", "others": "1"}}

    def filter_queryset(self, queryset: QuerySet[Creature]) -> QuerySet[Creature]:
        """Keep creatures that may join, unless others are requested.

        A legal creature causes no new problem: it is affordable, not above half of the limit, owned and free.
        """
        asked, joining = self.form.cleaned_data, self.joining
        if asked["legal"] or not asked["others"]:
            queryset = self._who_may(queryset)
        if (asked["legal"] or asked["affordable"]) and joining.affordable_points is not None:
            queryset = with_points(queryset, most=joining.affordable_points)
        if asked["legal"] and joining.most_points is not None:
            queryset = with_points(queryset, most=joining.most_points)
        queryset = super().filter_queryset(queryset)
        most = _most_points(joining)
        if most is None or self.matches or asked["sort"]:
            return queryset
        is_over = Case(When(level__in=levels_costing(most=most), then=Value(0)), default=Value(1))
        return queryset.order_by(is_over, *self.by_name)

    def get_choices(self) -> Choices:
        """Return the choices: alignments and sources that may not join are marked, other such words omitted.

        A word that was already chosen stays, marked, so that it can be removed. Two more queries than for all creatures
        if no one has requested such a warband since a card changed.
        """
        return {
            name: several if name in _ALWAYS_SHOWN else self._without_barred(name, several)
            for name, several in super().get_choices().items()
        }

    def choices_scope(self) -> str:
        """Return a text that identifies who may join."""
        joining = self.joining
        limits = (joining.alignments, joining.sources, joining.banned, joining.spare, self._lists_others())
        limits_text = repr([limit if limit is None or isinstance(limit, bool) else sorted(limit) for limit in limits])
        return sha256(limits_text.encode()).hexdigest()[:24]

    def count_all_choices(self) -> Choices:
        """Return the choices, with the number of those who may join, or marked if there are none. Four queries."""
        every, joining = super().count_all_choices(), self.joining
        allowed = {"alignment": joining.alignments, "source": joining.sources}
        marked = {
            name: tuple(choice if choice.value in values else choice._replace(note=BARRED) for choice in every[name])
            for name, values in allowed.items()
            if values is not None
        }
        if self._lists_others():
            return {**every, **marked}
        may_join = self._who_may(creatures())
        some = {**self.count_choices(may_join), **facet_choices(may_join)}
        counted = {name: _counted(every[name], some[name]) for name in some if name not in _ALWAYS_SHOWN}
        return {**every, **counted, **marked}

    def _lists_others(self) -> bool:
        return bool(self.data.get("others")) and not self.data.get("legal")

    def _without_barred(self, name: str, several: tuple[Choice, ...]) -> tuple[Choice, ...]:
        asked = {plain(word).strip() for word in self.data.getlist(name)}
        return tuple(choice for choice in several if not choice.note or plain(choice.value) in asked)

    def get_total(self) -> int | None:
        """Return None: the number of those who may join is not known in advance."""
        return None

    def _who_may(self, queryset: QuerySet[Creature]) -> QuerySet[Creature]:
        may = Q()
        if self.joining.alignments is not None:
            may &= Q(alignment__in=self.joining.alignments)
        if self.joining.sources is not None:
            may &= Q(source__key__in=self.joining.sources)
        if self.joining.spare is not None:
            may &= Q(key__in=self.joining.spare)
        return queryset.filter(may).exclude(key__in=self.joining.banned)
