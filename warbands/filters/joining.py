"""The creatures that may join a warband, as a list that can be filtered further."""

from __future__ import annotations

from collections.abc import Hashable

from django.db.models import Q, QuerySet
from django.forms import CheckboxInput
from django_filters import BooleanFilter

from common.choices import Choices
from compendium.filters import CreatureFilter
from compendium.models import Creature
from compendium.selectors.creature_list import with_points
from rules.building.joining import Joining

BARRED = "may not join"
"""What stands beside a choice whose creatures may not join."""


def _as_they_are(queryset: QuerySet[Creature], name: str, value: bool) -> QuerySet[Creature]:
    """Leave the rows as they are: what a box asks for follows from the warband."""
    return queryset


def _box(label: str) -> BooleanFilter:
    return BooleanFilter(method=_as_they_are, label=label, widget=CheckboxInput)


class JoiningFilter(CreatureFilter):
    """Whom a warband's alignment, house rules and figures let join; ``joining`` is set before it is asked."""

    joining: Joining

    warband = None  # type: ignore[assignment] # takes the filter out
    affordable = _box("Affordable now")
    legal = _box("Legal now")
    others = _box("Also creatures that may not join")

    @property
    def question(self) -> tuple[Hashable, ...]:
        """Add what the warband asks, as far as it narrows the list."""
        asked, joining = self.form.cleaned_data, self.joining
        points = joining.affordable_points if asked["legal"] or asked["affordable"] else None
        most = joining.most_points if asked["legal"] else None
        spare = None if joining.spare is None else frozenset(joining.spare)
        return *super().question, joining.alignments, joining.sources, joining.banned, spare, points, most

    def filter_queryset(self, queryset: QuerySet[Creature]) -> QuerySet[Creature]:
        """Keep who may join, unless others are asked for.

        What is legal would bring no new problem: it is affordable, not above half of the limit, owned and free.
        """
        asked, joining = self.form.cleaned_data, self.joining
        if asked["legal"] or not asked["others"]:
            queryset = self._who_may(queryset)
        if (asked["legal"] or asked["affordable"]) and joining.affordable_points is not None:
            queryset = with_points(queryset, most=joining.affordable_points)
        if asked["legal"] and joining.most_points is not None:
            queryset = with_points(queryset, most=joining.most_points)
        return super().filter_queryset(queryset)

    def get_choices(self) -> Choices:
        """Return the choices, those of alignments and sources that may not join marked so."""
        choices, joining = super().get_choices(), self.joining
        allowed = {"alignment": joining.alignments, "source": joining.sources}
        return {
            **choices,
            **{
                name: tuple(one if one.value in values else one._replace(note=BARRED) for one in choices[name])
                for name, values in allowed.items()
                if values is not None
            },
        }

    def get_total(self) -> int | None:
        """Return None: how many may join is not known beforehand."""
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
