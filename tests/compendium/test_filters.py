"""Filter sets by themselves: how their choices are counted, and how few queries that takes."""

import pytest

from common.choices import Choice
from common.filters import NONE, ChoicesFilter, FilterSet
from compendium.filters import SearchFilter, WordsFilter, ordering, source_filter
from compendium.models import Source, Spell
from compendium.services.builtin import entry_save

pytestmark = pytest.mark.django_db

SPELLS = (("bless", "divine, occult", "1", "common"), ("heal", "divine", "1, 2", "common"), ("jinx", "", "", "rare"))


class PlainFilter(FilterSet):
    """Spells by words alone."""

    noun = "spell"
    q = SearchFilter()
    sort = ordering()


class CountedFilter(PlainFilter):
    """Spells by each kind of choice."""

    tradition = WordsFilter(label="Tradition", field_name="traditions", labels=str.capitalize)
    cost = ChoicesFilter(label="Cost", field_name="costs", labels={"1, 2": "one or two", "1": "one", "9": "nine"})
    named = ChoicesFilter(label="Cost", field_name="costs", labels=lambda word: word or "nothing")
    rarity = ChoicesFilter(label="Rarity")
    source = source_filter()


@pytest.fixture(autouse=True)
def spells():
    source = Source.objects.create(key="own", name="Our Own", license="ORC")
    for key, traditions, costs, rarity in SPELLS:
        spell = Spell(
            key=key, name=key, rank=1, text="Text.", source=source, traditions=traditions, costs=costs, rarity=rarity
        )
        entry_save(entry=spell)


def test_the_choices_of_all_filters_are_counted_by_one_query(django_assert_num_queries):
    filters = CountedFilter(queryset=Spell.objects.order_by("name"))
    with django_assert_num_queries(1):
        choices = filters.choices
    assert choices == {
        "tradition": (Choice("divine", "Divine", 2), Choice("occult", "Occult", 1)),
        "cost": (Choice("1, 2", "one or two", 1), Choice("1", "one", 1)),
        "named": (Choice(NONE, "nothing", 1), Choice("1", "1", 1), Choice("1, 2", "1, 2", 1)),
        "rarity": (Choice("common", "common", 2), Choice("rare", "rare", 1)),
        "source": (Choice("own", "Our Own", 3),),
    }


def test_a_list_without_choices_asks_for_none(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert PlainFilter(queryset=Spell.objects.all()).choices == {}


def test_choices_are_counted_in_the_rows_of_the_list_alone():
    choices = CountedFilter(queryset=Spell.objects.filter(rarity="rare")).choices
    assert choices["rarity"] == (Choice("rare", "rare", 1),)
    assert choices["tradition"] == ()
