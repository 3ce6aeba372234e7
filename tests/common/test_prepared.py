"""Prepared queries: the same rows as those of the query sets that they are made of, and their SQL written once."""

from datetime import timedelta
from threading import Thread

import pytest
from django.db import connection
from django.db.models import DateTimeField, QuerySet
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Owner, User
from common.listed_rows import ListedRows
from common.prepared import Parameter, PreparedQuery, parameters, places_for, prepared
from compendium.filters import ItemFilter
from compendium.models import Item
from tests.small_compendium import store_small_compendium
from warbands.models import Warband


@prepared
def items_of(count: int) -> QuerySet[Item]:
    return Item.objects.filter(key__in=parameters("keys", count)).select_related("source").order_by("key")


@prepared
def names_from(key: str) -> QuerySet[Item, tuple[str, str]]:
    query = Item.objects.filter(key__gte=Parameter("first"), source=Parameter("source")).exclude(key=key)
    return query.order_by("key").values_list("key", "name")


@prepared
def warbands_of_place(place: Owner) -> QuerySet[Warband, str]:
    return Warband.objects.filter(place.q).order_by("key").values_list("key", flat=True)


@pytest.fixture
def items(db: None) -> list[Item]:
    store_small_compendium()
    return list(Item.objects.select_related("source").order_by("key"))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the SQL that Django writes from now on."""
    written = []
    write = SQLCompiler.as_sql

    def as_sql(self: SQLCompiler, *args: bool, **kwargs: bool) -> object:
        statement = write(self, *args, **kwargs)
        written.append(statement[0])
        return statement

    monkeypatch.setattr(SQLCompiler, "as_sql", as_sql)
    return written


def test_rows_are_those_of_the_query_set(items: list[Item]):
    keys = [item.key for item in items]
    rows = items_of(places_for(keys)).rows(keys=keys)
    assert rows == items
    with CaptureQueriesContext(connection) as queries:
        assert [item.source.name for item in rows] == [item.source.name for item in items]
    assert not queries
    assert items_of(1).first(keys=keys[-1:]) == items[-1]
    assert items_of(1).first(keys=["no-such-item"]) is None


def test_columns_and_several_parameters_are_those_of_the_query_set(items: list[Item]):
    first, *_, last = items
    source = last.source_id
    assert names_from(first.key).rows(first="", source=source) == [
        (item.key, item.name) for item in items[1:] if item.source_id == source
    ]
    assert names_from("").rows(first=last.key, source=source) == [(last.key, last.name)]


def test_a_moment_is_given_as_its_column_takes_it(db: None):
    now = timezone.now()
    asked = PreparedQuery(User.objects.filter(date_joined__lte=Parameter("until", column=DateTimeField())))
    ada = User.objects.create(username="ada", date_joined=now)
    assert asked.first(until=now) == ada
    assert asked.first(until=now - timedelta(microseconds=1)) is None


def test_one_query_stands_for_all_owners_of_a_kind(db: None, compiled: list[str]):
    people = [Owner(user=User.objects.create(username=name)) for name in ("ada", "ben")]
    people += [Owner(token=token) for token in ("a", "b")]
    for number, owner in enumerate(people):
        warband = Warband(key=f"warband{number}", changed_at=timezone.now())
        warband.belongs_to(owner)
        warband.save()
    compiled.clear()
    names = [warbands_of_place(owner.place).rows(**owner.parameters) for owner in people]
    assert names == [["warband0"], ["warband1"], ["warband2"], ["warband3"]]
    assert len(compiled) == 2


def test_the_sql_of_a_shape_is_written_once(items: list[Item], compiled: list[str]):
    query = PreparedQuery(Item.objects.filter(key=Parameter("key")))
    with CaptureQueriesContext(connection) as queries:
        assert [query.first(key=item.key) for item in items] == items
    assert len(queries) == len(items)
    assert len(compiled) == 1


@pytest.mark.parametrize(("length", "room"), [(1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (50, 64), (1_000, 1_024)])
def test_sequences_of_many_lengths_share_a_shape(length: int, room: int):
    assert places_for(range(length)) == room


def test_what_nothing_can_be_is_not_asked(db: None):
    query = PreparedQuery(Item.objects.filter(key__in=()))
    with CaptureQueriesContext(connection) as queries:
        assert query.rows() == []
        assert query.first() is None
    assert not queries


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_by_its_own_connection(items: list[Item]):
    query, answers = PreparedQuery(Item.objects.filter(key=Parameter("key"))), []
    assert query.first(key=items[0].key) == items[0]

    def ask() -> None:
        answers.append(query.first(key=items[1].key))
        connection.close()

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert answers == [items[1]]


def of_items(filters: ItemFilter, start: int = 0) -> ListedRows:
    return ListedRows(filters, ["key"], likely=slice(start, start + 1))


def test_lists_that_are_asked_for_the_same_have_one_query(items: list[Item], compiled: list[str]):
    # The first search of a process makes its index.
    assert ItemFilter({"q": "water"}, queryset=Item.objects.all()).qs is not None
    compiled.clear()
    for _ in range(2):
        rows = of_items(ItemFilter({"q": "water"}, queryset=Item.objects.all()))
        assert rows.count() == 1
        assert rows[0:1] == [("holy-water",)]
    assert len(compiled) == 2  # the rows and, in their query, the number of all
    every = of_items(ItemFilter({}, queryset=Item.objects.all()))
    assert (every.count(), len(every[0:1])) == (len(items), 1)


def test_the_likely_page_of_a_list_comes_with_the_number_of_its_rows(items: list[Item]):
    keys = list(Item.objects.order_by("search_name", "key").values_list("key"))
    for start, asked, number in ((0, 0, 1), (1, 1, 1), (0, 1, 2), (len(items), 0, 3)):
        rows = of_items(ItemFilter({}, queryset=Item.objects.order_by("search_name", "key")), start)
        with CaptureQueriesContext(connection) as queries:
            assert (rows.count(), rows[asked : asked + 1]) == (len(items), keys[asked : asked + 1])
        assert len(queries) == number, f"likely from {start}, asked for from {asked}"


def test_a_list_whose_filters_cannot_be_read_is_not_asked(db: None):
    rows = of_items(ItemFilter({"level_from": "high"}, queryset=Item.objects.all()))
    with CaptureQueriesContext(connection) as queries:
        assert (rows.count(), rows[0:5]) == (0, [])
    assert not queries


def test_lists_of_different_rows_never_have_one_query(items: list[Item]):
    for item in items:
        rows = of_items(ItemFilter({}, queryset=Item.objects.filter(key=item.key)))
        assert (rows.count(), rows[0:5]) == (1, [(item.key,)])


def test_lists_of_rows_with_a_parameter_have_one_query(items: list[Item], compiled: list[str]):
    for item in items:
        filters = ItemFilter({}, queryset=Item.objects.filter(key=Parameter("own")))
        filters.row_values = {"own": item.key}
        rows = of_items(filters)
        assert (rows.count(), rows[0:1]) == (1, [(item.key,)])
    assert len(compiled) == 2  # with the number of all
