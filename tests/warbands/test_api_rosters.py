"""``POST /api/v1/rosters/check``: the verdict, what it refuses, and that it holds out."""

import json
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from rest_framework.throttling import AnonRateThrottle

from rules.documents.reading import MAX_BYTES
from rules.documents.shapes import one_line
from rules.roster import Roster
from warbands.api.documents import RosterSerializer

ADDRESS = "/api/v1/rosters/check"

pytestmark = pytest.mark.usefixtures("small_compendium")


@pytest.fixture
def api() -> Client:
    """Return a client that nobody knows, whose requests come without a CSRF token, before any throttle."""
    cache.clear()
    return Client(enforce_csrf_checks=True)


def post(api: Client, body: object, content_type: str = "application/json", address: str = ADDRESS) -> Any:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return api.post(address, data, content_type=content_type)


def test_the_verdict_is_that_of_the_command(api, example, tmp_path, capsys):
    path = tmp_path / "roster.json"
    path.write_text(json.dumps(example))
    with pytest.raises(SystemExit):
        call_command("check_roster", str(path), "--json")
    answer = post(api, example)
    assert answer.status_code == 200
    assert answer.json() == json.loads(capsys.readouterr().out)
    assert [member["points"] for member in answer.json()["members"]] == [13, 24]


def test_an_illegal_roster_is_an_answer_too(api, example):
    example["points_limit"] = 20
    example["overrides"] = []
    answer = post(api, example)
    assert answer.status_code == 200
    assert answer.json()["legal"] is False
    assert answer.json()["points_left"] == -17


@pytest.mark.parametrize("address", ["/api/v1/rosters/check", "/api/v1/rosters/check/"])
def test_the_address_may_end_in_a_slash(api, example, address: str):
    assert post(api, example, address=address).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"points_limit": NaN}',
        b"[" * 100_000,
        b'{"name": "\\ud83d"}',
        b"\xff\xfe{}",
        b'{"format": "muster-roster/1", "members": [{"hero_points": -1}]}',
        b'{"format": "muster-roster/1", "play_mode": "narrative", "members": [{"creature": "a", "hero_points": -1}]}',
        b'{"format": "muster-roster/1", "gold": 3, "play_mode": "narrative", "members": []}',
    ],
)
def test_a_document_that_cannot_be_read_is_told_as_the_command_tells_it(api, tmp_path, capsys, body: bytes):
    path = tmp_path / "roster.json"
    path.write_bytes(body)
    with pytest.raises(SystemExit) as ended:
        call_command("check_roster", str(path), "--json")
    answer = post(api, body)
    assert (answer.status_code, ended.value.code) == (400, 2)
    assert answer.json() == json.loads(capsys.readouterr().out)


def test_a_body_of_more_than_2_mib_is_413(api):
    answer = post(api, b" " * (MAX_BYTES + 1))
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "document.too_large"


def test_more_than_500_members_are_400(api, example):
    example["members"] = [{"creature": "boar"}] * 501
    answer = post(api, example)
    assert answer.status_code == 400
    assert answer.json()["error"] == {
        "code": "document.range",
        "path": "members",
        "message": "Expected at most 500 entries, found 501.",
    }


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_only_json_is_read(api, content_type: str):
    answer = post(api, b"format=muster-roster/1", content_type)
    assert answer.status_code == 415
    assert answer.json()["error"]["code"] == "unsupported_media_type"


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_only_post_is_answered(api, method: str):
    answer = getattr(api, method)(ADDRESS)
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "method_not_allowed"
    assert answer.headers["Allow"] == "POST, OPTIONS"


def test_few_and_many_members_take_at_most_five_queries_once_their_cards_were_read(
    api, example, django_assert_max_num_queries
):
    member = {"creature": "kobold-druid-1", "revision": 3, "items": ["holy-water", "unknown"]}
    many = [member | {"creature": f"{place}", "items": [f"{place}"]} for place in range(400)]
    for members in ([member], [member] * 100 + many):
        for queries in (8, 5):
            with django_assert_max_num_queries(queries):
                assert post(api, example | {"collection": None, "members": members}).status_code == 200


def test_a_hostile_roster_is_answered_all_the_same(api, example):
    hostile = "\u202e\u0085\u2028𝔘🧌' OR 1=1 --<script>"
    example["name"] = hostile
    example["members"] = [{"creature": hostile, "name": hostile, "upgrades": [hostile] * 100, "items": [hostile] * 100}]
    example["overrides"] = [{"code": hostile, "member": hostile}] * 1000
    answer = post(api, example)
    assert answer.status_code == 200
    assert answer.json()["legal"] is False


def test_the_largest_rosters_are_checked_and_larger_ones_refused(api, example):
    example |= {"collection": None, "overrides": [{"code": f"x{place}"} for place in range(1000)]}
    example["members"] = [
        {"creature": "boar", "revision": place + 2, "items": [f"i{place}-{item}" for item in range(10)]}
        for place in range(500)
    ]
    answer = post(api, example)
    assert answer.status_code == 200
    assert len(answer.json()["members"]) == 500
    example["members"][7]["upgrades"] = ["one-more"]
    answer = post(api, example)
    assert answer.status_code == 400
    assert answer.json()["error"]["path"] == "members"
    assert "5001" in answer.json()["error"]["message"]


def test_too_many_requests_are_told_when_to_come_back(api, example, monkeypatch):
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "2/min", "user": "2/min"})
    assert [post(api, example).status_code for _ in range(3)] == [200, 200, 429]
    answer = post(api, example)
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert answer.json()["error"]["code"] == "throttled"


@dataclass(frozen=True, slots=True)
class CaptionedRoster(Roster):
    caption: Annotated[str, one_line(200)] = ""


class CaptionedSerializer(RosterSerializer):
    kind = CaptionedRoster


def test_a_field_of_a_roster_that_has_no_line_of_its_own_is_in_its_document():
    assert CaptionedSerializer().fields.keys() - RosterSerializer().fields.keys() == {"caption"}
    assert CaptionedSerializer(CaptionedRoster(caption="Ash to ash")).data["caption"] == "Ash to ash"
