"""The creatures that may join a warband, as a list that can be filtered further."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from common.filters import BooleanFilter
from compendium.filters import CreatureFilter
from compendium.models import Creature
from compendium.selectors.creature_list import with_points
from rules.building.joining import Joining


class JoiningFilter(CreatureFilter):
    """Whom a warband's alignment, house rules and figures let join; ``joining`` is set before it is asked."""

    joining: Joining

    warband = None  # type: ignore[assignment] # takes the filter out
    affordable = BooleanFilter(method="only_affordable", label="Affordable now")
    legal = BooleanFilter(method="only_legal", label="Legal now")
    others = BooleanFilter(method="with_others", label="Also creatures that may not join")

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Keep who may join, unless others are asked for."""
        if not self.form.cleaned_data.get("others"):
            queryset = self._who_may(queryset)
        return super().filter_queryset(queryset)

    def get_total(self) -> int | None:
        """Return None: how many may join is not known beforehand."""
        return None

    def with_others(self, queryset: QuerySet[Creature], name: str, value: bool) -> QuerySet[Creature]:
        """Leave everybody in."""
        return queryset

    def only_affordable(self, queryset: QuerySet[Creature], name: str, value: bool) -> QuerySet[Creature]:
        """Keep what the points left can pay."""
        most = self.joining.affordable_points
        return with_points(queryset, most=most) if value and most is not None else queryset

    def only_legal(self, queryset: QuerySet[Creature], name: str, value: bool) -> QuerySet[Creature]:
        """Keep what would bring no new problem: affordable, not above half of the limit, owned and free."""
        if not value:
            return queryset
        queryset = self.only_affordable(self._who_may(queryset), name, value)
        if self.joining.most_points is not None:
            queryset = with_points(queryset, most=self.joining.most_points)
        return queryset

    def _who_may(self, queryset: QuerySet[Creature]) -> QuerySet[Creature]:
        may = Q()
        if self.joining.alignments is not None:
            may &= Q(alignment__in=self.joining.alignments)
        if self.joining.sources is not None:
            may &= Q(source__key__in=self.joining.sources)
        if self.joining.spare is not None:
            may &= Q(key__in=self.joining.spare)
        return queryset.filter(may).exclude(key__in=self.joining.banned)
