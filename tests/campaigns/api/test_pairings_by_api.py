"""Requests, absences and planned round robins by programs, and what hostile programs get."""

import itertools
from typing import Any

import pytest

from campaigns.models import PairingRequest, RoundAbsence
from tests.campaigns.api.asking import Programs, place
from tests.campaigns.play import KOBOLDS, enlist
from tests.campaigns.verbs import Table, table
from tests.programs import error_of, program_of, told

pytestmark = pytest.mark.usefixtures("small_compendium")

PLAN = {"starts": "2026-12-01", "points_limit": 150}


@pytest.fixture
def rows(winter: Table, programs: Programs):
    """Return three warbands; round 1 is planned."""
    enlisted = [enlist(winter, name, *KOBOLDS, warband=f"Warband of {name}") for name in ("ada", "bob", "dan")]
    told(programs["ada"].post(place(winter, "rounds/"), {}), 201)
    return enlisted


def test_a_request_keeps_two_warbands_apart(winter: Table, programs: Programs, rows):
    ada, requests = programs["ada"], place(winter, "league/requests/")
    assert told(ada.get(requests)) == {"pairs": []}
    for address in ("2/1/", "1/2/"):
        assert told(ada.send("PUT", f"{requests}{address}")) == {"pairs": [[1, 2]]}
    (proposed,) = told(ada.get(place(winter, "rounds/1/pairing/")))["tables"]
    assert sorted(proposed["warbands"]) != [1, 2]
    head = winter.campaign.head
    for _ in range(2):
        assert told(ada.send("DELETE", f"{requests}2/1/")) == {"pairs": []}
    assert winter.campaign.head == head
    assert error_of(ada.send("PUT", f"{requests}1/1/")) == (422, "league.invalid")
    assert error_of(ada.send("PUT", f"{requests}1/9/")) == (404, "warband.gone")


def test_players_stay_away_from_a_round_and_come_after_all(winter: Table, programs: Programs, rows):
    bob, dan, absences = programs["bob"], programs["dan"], place(winter, "rounds/1/absences/")
    away = told(bob.send("PUT", f"{absences}2/", {"reason": "At sea"}))
    assert away == {"absences": [{"warband": 2, "reason": "At sea"}]}
    assert told(dan.get(absences)) == {"absences": [{"warband": 2, "reason": ""}]}
    assert told(programs["ada"].get(absences)) == away
    assert error_of(dan.send("DELETE", f"{absences}2/")) == (403, "warband.forbidden")
    assert told(bob.send("PUT", f"{absences}2/")) == {"absences": [{"warband": 2, "reason": ""}]}
    pairing = told(programs["ada"].get(place(winter, "rounds/1/pairing/")))
    assert sorted(pairing["tables"][0]["warbands"]) == [1, 3]
    told(programs["ada"].post(place(winter, "rounds/1/pairing/"), {"tables": [[1, 3]]}))
    assert error_of(dan.send("PUT", f"{absences}3/")) == (409, "round.state")
    for _ in range(2):
        assert told(bob.send("DELETE", f"{absences}2/")) == {"absences": []}
    assert error_of(bob.get(place(winter, "rounds/9/absences/"))) == (404, "round.gone")


def test_a_round_robin_is_shown_and_then_planned_ahead(winter: Table, programs: Programs, rows):
    ada, address = programs["ada"], place(winter, "league/round-robin/")
    told(ada.send("PUT", place(winter, "league/requests/1/3/")))
    shown = told(ada.get(address))
    assert [each["number"] for each in shown["rounds"]] == [2, 3, 4]
    assert sorted(sorted(pair) for each in shown["rounds"] for pair in each["tables"]) == [[1, 2], [1, 3], [2, 3]]
    assert shown["unwanted"] == [[1, 3]]
    assert len(told(ada.get(f"{address}?is_double=true"))["rounds"]) == 6
    season = {"first": 2, "plan": PLAN, "days_apart": 14, "days_each": 1}
    league = told(ada.post(address, season))
    plans = [each["plan"] for each in league["rounds"][1:]]
    assert [(plan["starts"], plan["ends"]) for plan in plans] == [
        ("2026-12-01", "2026-12-01"),
        ("2026-12-15", "2026-12-15"),
        ("2026-12-29", "2026-12-29"),
    ]
    assert [each["byes"] for each in league["rounds"][1:]] == [each["byes"] for each in shown["rounds"]]
    planned = told(ada.get(place(winter, "rounds/2/")))
    assert [entry["warbands"] for entry in planned["tables"]] == shown["rounds"][0]["tables"]
    # Sent twice, it is planned once.
    assert error_of(ada.post(address, season)) == (409, "round.state")
    assert len(told(ada.get(place(winter, "league/")))["rounds"]) == 4
    winter.assert_sound()


ADDRESSES = (
    "league/requests/",
    "league/requests/1/2/",
    "league/round-robin/",
    "rounds/1/absences/",
    "rounds/1/absences/2/",
)
BODIES: tuple[Any, ...] = (
    None,
    b"{",
    b"\xff\xfe",
    [],
    7,
    "text",
    {"more": 1},
    {"reason": ["x"]},
    {"reason": "x" * 201},
    {"reason": "\u0000"},
    {"first": 2},
    {"first": 10**30, "plan": {}},
    {"first": "two", "plan": {}},
    {"first": 2, "plan": None},
    {"first": 2, "plan": {"starts": "9999-12-31"}},
    {"first": 2, "plan": {"starts": "2026-02-30"}},
    {"first": 2, "plan": {"victory": "luck"}},
    {"first": 2, "plan": {"points_limit": -1}},
    {"first": 2, "plan": {}, "days_apart": 0},
    {"first": 2, "plan": {}, "days_each": 61},
    {"first": 2, "plan": {}, "is_double": "perhaps"},
)


def test_what_is_sent_wrongly_is_refused_in_words(winter: Table, programs: Programs, rows):
    ada, head = programs["ada"], winter.campaign.head
    for address, body in itertools.product(ADDRESSES, BODIES):
        for method in ("POST", "PUT", "PATCH") if "round-robin" in address else ("POST", "PATCH"):
            answer = ada.send(method, place(winter, address), body)
            assert 400 <= answer.status_code < 500, (method, address, body)
            assert answer.json()["error"]["message"], (method, address, body)
    for body in BODIES[1:10]:
        answer = ada.send("PUT", place(winter, "rounds/1/absences/2/"), body)
        assert 400 <= answer.status_code < 500, body
    assert (winter.campaign.head, RoundAbsence.objects.count(), PairingRequest.objects.count()) == (head, 0, 0)


@pytest.mark.parametrize(
    ("method", "rest", "status", "code"),
    [
        ("PUT", "league/requests/1/99999999999999999999/", 404, "warband.gone"),
        ("DELETE", "league/requests/99999999999/1/", 404, "warband.gone"),
        ("PUT", "rounds/99999999999/absences/1/", 404, "round.gone"),
        ("PUT", "rounds/1/absences/99999999999/", 404, "entry.gone"),
        ("PUT", "rounds/1/absences/9/", 404, "warband.gone"),
        ("PUT", "rounds/9/absences/1/", 404, "round.gone"),
        ("GET", "league/round-robin/?is_double=perhaps", 400, "invalid"),
    ],
)
def test_what_is_not_there_is_named(winter: Table, programs: Programs, rows, method, rest, status, code):
    assert error_of(programs["ada"].send(method, place(winter, rest))) == (status, code)


def test_strangers_and_fellow_players_learn_and_change_nothing(winter: Table, programs: Programs, rows):
    told(programs["ada"].send("PUT", place(winter, "league/requests/1/2/")))
    season = {"first": 2, "plan": PLAN}
    wanted = [("GET", address, None) for address in ADDRESSES if not address.endswith("2/")]
    wanted += [
        (method, address, None) for method in ("PUT", "DELETE") for address in ADDRESSES if address.endswith("2/")
    ]
    wanted.append(("POST", "league/round-robin/", season))
    allowed = {("dan", "GET", "rounds/1/absences/")}
    for name, (method, address, body) in itertools.product(("eve", "dan"), wanted):
        answer = programs[name].send(method, place(winter, address), body)
        if (name, method, address) in allowed:
            assert answer.status_code == 200
        elif name == "eve":
            assert error_of(answer) == (404, "campaign.gone")
        else:
            assert error_of(answer)[0] == 403
    assert PairingRequest.objects.count() == 1


def test_the_numbers_of_another_campaign_reach_nothing_there(winter: Table, programs: Programs, rows):
    other = table("carl", "dora")
    for name in ("carl", "dora"):
        enlist(other, name, *KOBOLDS)
    carl = program_of(other.people["carl"].owner)
    told(carl.post(place(other, "rounds/"), {}), 201)
    told(carl.send("PUT", place(other, "league/requests/1/2/")))
    told(carl.send("PUT", place(other, "rounds/1/absences/1/")))
    assert told(programs["ada"].get(place(winter, "league/requests/"))) == {"pairs": []}
    assert told(programs["ada"].get(place(winter, "rounds/1/absences/"))) == {"absences": []}
    told(programs["ada"].send("DELETE", place(winter, "league/requests/1/2/")))
    told(programs["ada"].send("DELETE", place(winter, "rounds/1/absences/1/")))
    assert (PairingRequest.objects.count(), RoundAbsence.objects.count()) == (1, 1)


def test_a_closed_campaign_takes_no_more(winter: Table, programs: Programs, rows):
    ada = programs["ada"]
    told(ada.post(place(winter, "close/")))
    for method, address, body in (
        ("PUT", "league/requests/1/2/", None),
        ("PUT", "rounds/1/absences/1/", None),
        ("POST", "league/round-robin/", {"first": 2, "plan": PLAN}),
    ):
        assert error_of(ada.send(method, place(winter, address), body))[1] == "campaign.locked"


def test_reading_takes_a_fixed_number_of_queries(
    winter: Table, programs: Programs, rows, django_assert_max_num_queries
):
    told(programs["ada"].send("PUT", place(winter, "league/requests/1/2/")))
    told(programs["ada"].send("PUT", place(winter, "rounds/1/absences/3/")))
    for address in ("league/requests/", "rounds/1/absences/", "league/round-robin/"):
        with django_assert_max_num_queries(12):
            told(programs["ada"].get(place(winter, address)))
