"""The list of the builder and the rules agree on which creatures may join."""

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compendium.selectors.creature_list import creatures
from rules.alignment import ALIGNMENT_CODES
from rules.building.enlisting import NO_ALIGNMENT, Joining
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
    barred = {name: {choice.value for choice in filters.choices[name] if choice.note} for name in filters.choices}
    assert barred.pop("alignment") == {"LG", "NG", "CG", "LN", "CN", "NE", "CE"}
    assert barred.pop("source") == {"p2v-ogl"}
    assert not any(barred.values())
    anybody = JoiningFilter(QueryDict(), queryset=creatures())
    anybody.joining = Joining()
    assert not any(choice.note for several in anybody.choices.values() for choice in several)


def _words(filters, name):
    return {choice.value for choice in filters.choices[name]}


def test_words_that_none_who_may_join_has_are_not_offered(small_compendium):
    def asking(query, **limits):
        filters = JoiningFilter(QueryDict(query), queryset=creatures())
        filters.joining = Joining(**limits)
        return filters

    everybody, evil = asking(""), asking("", alignments=frozenset({"LE"}))
    for name in ("size", "tag", "movement", "skill", "damage"):
        words, rest = _words(everybody, name), _words(evil, name)
        assert rest <= words
        column = {"size": "size", "movement": "movement_mode"}.get(name)
        of_evil = creatures().filter(alignment="LE")
        has = (
            of_evil.values_list(column, flat=True)
            if column
            else of_evil.filter(facets__kind=name).values_list("facets__value", flat=True)
        )
        assert rest == {word for word in has if word}
    animals = next(choice for choice in everybody.choices["tag"] if choice.value == "Animal")
    assert animals.total > 0
    assert "Animal" not in _words(evil, "tag")
    # With those who may not join, all can be chosen; one that was chosen stays, and can be taken out again.
    assert _words(asking("others=1", alignments=frozenset({"LE"})), "tag") == _words(everybody, "tag")
    chosen = asking("tag=animal", alignments=frozenset({"LE"}))
    assert chosen.form.is_valid()
    assert {choice.value for choice in chosen.choices["tag"] if choice.note} == {"Animal"}
    assert not chosen.qs


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
