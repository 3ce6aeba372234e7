"""Phones that ask whether a battle has changed: what an answer costs, who is told to wait, and odd questions."""

from collections.abc import Hashable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles.selectors import folding
from battles.selectors.battles import changed_battles
from common.limits import KEYS, WINDOW, RequestRate
from common.web.awaiting import HAS_WAITED, AwaitedChange, awaited_by
from played_logs.web import polling
from tests.battles.pages import join, press, watch
from tests.battles.play import BattleTable, small_battle
from tests.replays import replayed
from tests.warbands.verbs import Person, account, visitor

pytestmark = pytest.mark.django_db


class RateOfOneMoment(RequestRate):
    """Counts all requests in one window, however slowly they come."""

    def seconds_to_wait(self, key: Hashable, now: float | None = None) -> int:
        """Count a request."""
        return super().seconds_to_wait(key, 5.0)


@pytest.fixture
@replayed
def table() -> BattleTable:
    table = small_battle()
    table.begin()
    return table


def ask(table: BattleTable, person: Person, mark: str = "", query: str = "", **more: Any) -> Any:
    headers = {"If-None-Match": mark} if mark else {}
    return person.client.get(f"/battles/{table.key}/now/{query}", headers=headers, **more)


def people(table: BattleTable) -> dict[str, Person]:
    """Return everybody who may follow a battle."""
    seated, watching, signed_in = visitor(), visitor(), account("cleo")
    join(table, "b", seated)
    watch(table, watching)
    watch(table, signed_in)
    return {"owner": table.owner, "seat": seated, "spectator": watching, "spectator with an account": signed_in}


def test_an_answer_without_news_takes_two_queries_and_folds_nothing(
    table: BattleTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, person in people(table).items():
        mark = ask(table, person)["ETag"]
        folding.BATTLE_LOGS.kept.clear()
        with monkeypatch.context() as patched, CaptureQueriesContext(connection) as captured:
            patched.setattr("rules.p2v_combat.family.announce_changes", None)
            assert ask(table, person, mark).status_code == 304, name
        assert len(captured) == 2, name


def test_everybody_learns_of_a_change_and_of_a_seat_that_is_theirs(table: BattleTable) -> None:
    followers = people(table)
    marks = {name: ask(table, person)["ETag"] for name, person in followers.items()}
    press(table, do="hp", creature="a.m1", by="-1")
    for name, person in followers.items():
        assert ask(table, person, marks[name]).status_code == 200, name
    alone = visitor()
    watch(table, alone)
    mark = ask(table, alone)["ETag"]
    join(table, "a", alone)
    assert ask(table, alone, mark).status_code == 200


def test_a_question_without_news_may_wait_for_the_next_version_and_is_counted_once(
    table: BattleTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = people(table)["seat"]
    mark = ask(table, seat)["ETag"]
    assert awaited_by(ask(table, seat, mark)) is None
    awaited = awaited_by(ask(table, seat, mark, HTTP_PREFER="wait=20"))
    assert awaited == AwaitedChange(table.key, table.battle.version, seat.client.session.session_key)
    assert changed_battles({awaited}) == set()
    press(table, do="hp", creature="a.m1", by="-1")
    lost = AwaitedChange("gone", 1, "")
    with CaptureQueriesContext(connection) as captured:
        assert changed_battles({awaited, lost}) == {awaited, lost}
    assert len(captured) == 1
    assert awaited_by(ask(table, seat, mark, HTTP_PREFER="wait=20")) is None
    monkeypatch.setattr(polling, "browser_rate", RateOfOneMoment(1))
    again = [ask(table, seat, mark, HTTP_PREFER="wait=20", **{HAS_WAITED: True}) for _ in range(2 * WINDOW)]
    assert {answer.status_code for answer in again} == {200}


def test_a_mark_of_a_proxy_that_packs_answers_is_the_same_mark(table: BattleTable) -> None:
    mark = ask(table, table.owner)["ETag"]
    assert ask(table, table.owner, f"W/{mark}").status_code == 304
    assert ask(table, table.owner, f'"other", W/{mark}').status_code == 304
    assert ask(table, table.owner, '"other"').status_code == 200


def test_strangers_learn_nothing_by_a_mark(table: BattleTable) -> None:
    mark = ask(table, table.owner)["ETag"]
    for person in (visitor(), account("eve")):
        for guess in (mark, "*", '"x"', ""):
            assert ask(table, person, guess).status_code == 404
    table.owner.client.post(f"/battles/{table.key}/spectators/", {"switch": "on"})
    gone = visitor()
    watch(table, gone)
    mark = ask(table, gone)["ETag"]
    table.owner.client.post(f"/battles/{table.key}/spectators/", {"switch": "off"})
    assert ask(table, gone, mark).status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "?creature=" + "x" * 3000,
        "?creature=%00%ff%fe",
        "?creature=a.m1&creature=b.m1&action=act/stride&target=b.m1&target=" + "z" * 900,
        "?creature=a.m1&action=%F0%9F%98%80&way=%ED%A0%80&choice=1",
        "?screen=table&round=999999999999999999999",
        "?round=-1&creature=%E2%80%AE",
        "?" + "&".join(f"target=b.m{number}" for number in range(900)),
        "?a[]=1&=&&&==",
        "?cover-b.m1=" + "%20" * 500,
    ],
)
def test_odd_questions_are_answered_and_change_nothing(table: BattleTable, query: str) -> None:
    version = table.battle.version
    first = ask(table, table.owner, query=query)
    assert first.status_code in (200, 400)
    if first.status_code == 200:
        assert ask(table, table.owner, first["ETag"], query).status_code == 304
    for mark in ("x" * 5000, '"', "W/", "\t", '"a",' * 500):
        assert ask(table, table.owner, mark, query).status_code in (200, 400)
    assert table.battle.version == version


def test_a_browser_that_asks_all_the_time_is_told_to_wait_and_others_go_on(
    table: BattleTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polling, "browser_rate", RateOfOneMoment(1))
    followers = people(table)
    mark = ask(table, followers["seat"])["ETag"]
    answers = [ask(table, followers["seat"], mark) for _ in range(2 * WINDOW)]
    assert answers[0].status_code == 304
    assert answers[-1].status_code == 429
    assert 1 <= int(answers[-1]["Retry-After"]) <= WINDOW
    for name in ("owner", "spectator"):  # of the same address
        assert ask(table, followers[name]).status_code == 200, name
    assert press(table, followers["seat"], do="hp", creature="b.m1", by="-1").status_code == 302


def test_all_who_watch_by_one_link_wait_together_and_players_do_not(
    table: BattleTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polling, "link_rate", RateOfOneMoment(1))
    followers = people(table)
    watching = [followers["spectator"], followers["spectator with an account"]]
    marks = [ask(table, watcher)["ETag"] for watcher in watching]
    answers = [ask(table, watcher, mark) for _ in range(WINDOW) for watcher, mark in zip(watching, marks, strict=True)]
    assert {answer.status_code for answer in answers} == {304, 429}
    assert ask(table, watching[0]).status_code == 429
    assert all(ask(table, followers[name]).status_code == 200 for name in ("owner", "seat"))


def test_a_rate_counts_each_key_in_windows_and_forgets_the_oldest() -> None:
    rate = RequestRate(2)
    assert [rate.seconds_to_wait("a", now=100) for _ in range(2 * WINDOW)] == [0] * 2 * WINDOW
    assert rate.seconds_to_wait("a", now=104.5) == 6
    assert rate.seconds_to_wait("b", now=104.5) == 0
    assert rate.seconds_to_wait("a", now=110) == 0
    assert RequestRate(0).seconds_to_wait("a") == 0
    for number in range(KEYS + 5):
        rate.seconds_to_wait(number, now=111)
    assert len(rate) == KEYS
