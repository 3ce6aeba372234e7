"""The list of the builder and the rules agree on which creatures may join."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compendium.selectors.creature_list import creatures
from rules.alignment import ALIGNMENT_CODES
from rules.building.joining import NO_ALIGNMENT, Joining
from tests.small_compendium import CREATURES
from warbands.filters import JoiningFilter

pytestmark = pytest.mark.django_db

SOURCES = ("p2v-orc", "p2v-ogl", "p2v-core-1.3")
POINTS = st.none() | st.integers(-10, 250)
joinings = st.builds(
    Joining,
    alignments=st.none() | st.frozensets(st.sampled_from([*ALIGNMENT_CODES, NO_ALIGNMENT])),
    most_points=POINTS,
    affordable_points=POINTS,
    sources=st.none() | st.frozensets(st.sampled_from(SOURCES)),
    banned=st.frozensets(st.sampled_from(CREATURES), max_size=3),
    spare=st.none() | st.dictionaries(st.sampled_from(CREATURES), st.integers(1, 3)),
)


def test_alignments_and_sources_that_may_not_join_are_marked(small_compendium):
    filters = JoiningFilter(QueryDict(), queryset=creatures())
    filters.joining = Joining(alignments=frozenset({"LE", "TN"}), sources=frozenset({"p2v-orc"}))
    barred = {name: {one.value for one in filters.choices[name] if one.note} for name in filters.choices}
    assert barred.pop("alignment") == {"LG", "NG", "CG", "LN", "CN", "NE", "CE"}
    assert barred.pop("source") == {"p2v-ogl"}
    assert not any(barred.values())
    anybody = JoiningFilter(QueryDict(), queryset=creatures())
    anybody.joining = Joining()
    assert not any(one.note for several in anybody.choices.values() for one in several)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(joining=joinings)
def test_legal_now_lists_whom_the_rules_let_join(small_compendium, joining):
    filters = JoiningFilter(QueryDict("legal=1"), queryset=creatures())
    filters.joining = joining
    everybody = creatures().values_list("key", "alignment", "level", "source__key")
    may_join = {
        key
        for key, alignment, level, source in everybody
        if joining.may_join_of(key=key, alignment=alignment or None, level=level, source=source)
    }
    assert set(filters.qs.values_list("key", flat=True)) == may_join
