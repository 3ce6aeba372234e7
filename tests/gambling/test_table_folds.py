"""What a process keeps of a table says the same as its stored log, however the newest entries came about."""

from typing import Any

import pytest
from django.db import transaction

from gambling.models import GamblingEntry, GamblingTable
from gambling.selectors.folding import TABLE_LOGS
from gambling.web.tables import LINES
from tests.gambling.tables import TavernTable, seated_table

pytestmark = pytest.mark.django_db


def assert_kept_is_stored(table: TavernTable) -> None:
    kept, stored = TABLE_LOGS.folded(table.row), TABLE_LOGS.refolded(table.row)
    assert (kept.lines, kept.log, kept.state) == (stored.lines, stored.log, stored.state)


def test_a_kept_table_is_that_of_its_log_after_every_step() -> None:
    table = seated_table()
    decided = {"text": "Caught.", "round": "1", "player": "p1", "result": "0"}
    cheat = {"round": "1", "cheater": "Ilva", "skill": "Bluff", "opponent": "The house", "opposing_skill": "Perception"}
    entered = {"face": "5", "opposing_face": "9"}
    steps: list[tuple[str, dict[str, str]]] = [
        ("round", {"stake_p1": "2", "stake_p2": "3"}),
        ("cheat", cheat | entered),
        ("decide", decided),
        ("undo", {}),
        ("undo", {}),
        ("redo", {}),
        ("round", {"stake_p1": "5"}),
        ("leave", {"player": "p2"}),
        ("undo", {}),
        ("round", {"stake_p2": "1"}),
        ("reverse", {"round": "2", "reason": "Brann had left."}),
        ("undo", {}),
        ("redo", {}),
    ]
    for todo, fields in steps:
        assert table.press(todo, **fields).status_code == 302, todo
        assert_kept_is_stored(table)


def test_what_another_process_recorded_is_played_on_from_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated_table()
    table.press("round", stake_p1="2")
    for more in (1, TABLE_LOGS.recent + 2):
        with monkeypatch.context() as other:
            other.setattr(TABLE_LOGS, "kept", type(TABLE_LOGS.kept)(TABLE_LOGS.kept.limit))
            for _ in range(more):
                table.press("round", stake_p1="3", stake_p2="1")
            table.press("leave", player="p2")
            table.press("undo")
        assert_kept_is_stored(table)


def test_an_entry_that_was_rolled_back_is_forgotten() -> None:
    table = seated_table()
    with transaction.atomic():
        table.press("round", stake_p1="2")
        transaction.set_rollback(True)
    assert table.row.head == 2
    table.press("round", stake_p1="9")
    assert_kept_is_stored(table)
    assert [bet.bet.stake for played in table.opened.state.rounds for bet in played.bets] == [9]


def test_a_page_that_has_not_changed_asks_for_no_log(django_assert_num_queries: Any) -> None:
    table = seated_table()
    address = f"/gambling/tables/{table.key}/now/"
    mark = table.page("now/").headers["ETag"]
    # The session, the account and the table.
    with django_assert_num_queries(3):
        answer = table.person.client.get(address, headers={"if-none-match": mark})
    assert answer.status_code == 304


def test_receipts_of_older_entries_are_asked_for(django_assert_num_queries: Any) -> None:
    table = seated_table()
    for _ in range(LINES + 1):
        table.press("round", stake_p1="1", stake_p2="1")
    # Two people sat down and a round more was played than is shown.
    with django_assert_num_queries(4):
        page = table.page("receipts/").content.decode()
    assert (page.count(">Ilva</bdi>"), 'href="?log=all">3 more entries<' in page) == (LINES, True)
    whole = table.page("receipts/", log="all").content.decode()
    assert (whole.count(">Ilva</bdi>"), "more entries" in whole) == (LINES + 1, False)
    address = f'href="/gambling/tables/{table.key}/receipts/?log=all#entry-3"'
    assert [address in " ".join(table.page(**query).content.decode().split()) for query in ({}, {"log": "all"})] == [
        False,
        True,
    ]


def test_a_long_table_costs_no_query_more_where_it_is_kept(django_assert_num_queries: Any) -> None:
    table = seated_table()
    for _ in range(TABLE_LOGS.recent):
        table.press("round", stake_p1="1")
    with django_assert_num_queries(4):
        assert table.page().status_code == 200
    TABLE_LOGS.kept.clear()
    with django_assert_num_queries(5):
        assert table.page().status_code == 200
    assert GamblingEntry.objects.filter(table=GamblingTable.objects.get(key=table.key)).count() == TABLE_LOGS.recent + 2
