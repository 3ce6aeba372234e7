"""What programs may ask without storing anything: random boxes, matchups and prints, the large ones as jobs."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from compendium.services import uploads
from jobs.models import Job, JobState
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import account
from warbands.services.warbands import warband_share

pytestmark = pytest.mark.usefixtures("no_throttle_before", "small_compendium")


NO_ONE = Program(Client(enforce_csrf_checks=True))


def roster(number: int = 1) -> dict[str, Any]:
    members = [{"creature": "boar", "items": ["holy-water"]}, {"creature": "kobold-warrior"}] * number
    return {"format": "muster-roster/1", "name": "Ash", "play_mode": "narrative", "members": members}


def test_a_box_is_answered_to_everybody_with_rosters_that_can_be_kept(program):
    answer = NO_ONE.post("random-box/", {"figures": {"boar": 2, "kobold-warrior": 4}, "limit": 60})
    assert answer.status_code == 200
    best = answer.json()["fieldings"][0]
    assert best["points"] <= 60
    assert program.post("warbands/", best["roster"]).json()["verdict"]["legal"] is True


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"figures": {"boar": -1}},
        {"figures": {"boar": 1000}},
        {"figures": {"boar": 999, "harpy": 2}},
        {"figures": {}, "limit": 0},
        {"figures": {}, "limit": 9999},
        {"figures": {}, "ranking": "luck"},
        {"figures": {}, "alignment": "XX"},
        {"figures": {}, "x": 1},
        [],
    ],
)
def test_an_odd_box_is_refused(body):
    assert error_of(NO_ONE.post("random-box/", body)) == (400, "invalid")


def test_a_box_without_what_has_to_be_in_is_refused():
    answer = NO_ONE.post("random-box/", {"figures": {"boar": 1}, "required": {"boar": 2}})
    assert error_of(answer) == (422, "figures.invalid")
    assert NO_ONE.post("random-box/", {"figures": {"boar": 1}, "required": {"boar": 1}}).status_code == 200


def test_own_and_shared_warbands_stand_side_by_side(program, ada):
    keys = [program.post("warbands/", roster()).json()["key"] for _ in range(2)]
    own = program.get(f"matchup/?first=w:{keys[0]}&second=w:{keys[1]}")
    assert own.status_code == 200
    assert "no-store" in own["Cache-Control"]
    side = own.json()["first"]
    assert [contender["name"] for contender in side["contenders"]] == ["Boar", "Kobold Warrior"]
    assert all(len(attack["cells"]) == 2 for attack in side["attacks"])
    address = "matchup/?first=w:{0}&second=w:{0}".format(keys[0])
    assert error_of(NO_ONE.get(address)) == (404, "warband.gone")
    assert error_of(program_of(account("bob").owner).get(address)) == (404, "warband.gone")
    assert error_of(program_of(ada.owner, "battles").get(address)) == (403, "token.scope")
    token = warband_share(owner=ada.owner, key=keys[0], shared=True).warband.share_token
    assert NO_ONE.get(f"matchup/?first=s:{token}&second=s:{token}").status_code == 200
    for odd in ("", "?first=x", "?first=w:a&second=%00", "?first=s:%ff"):
        assert NO_ONE.get(f"matchup/{odd}").status_code in (400, 404)


@pytest.mark.parametrize(
    "query", ["", "?kind=cards&backs=1&bleed=1&items=1&paper=card", "?kind=sheet&landscape=1&paper=letter"]
)
def test_a_roster_becomes_a_pdf(query):
    answer = NO_ONE.post(f"rosters/render/{query}", roster(), Accept="application/pdf")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")


def test_what_cannot_be_printed_is_refused():
    empty = roster() | {"members": []}
    assert error_of(NO_ONE.post("rosters/render/", empty)) == (422, "print.invalid")
    assert error_of(NO_ONE.post("rosters/render/?kind=poster", roster())) == (400, "invalid")
    assert error_of(NO_ONE.post("rosters/render/?colour=red", roster())) == (400, "invalid")
    assert error_of(NO_ONE.post("rosters/render/", {})) == (400, "document.missing")
    many = roster() | {"members": [{"creature": "boar", "items": [f"i{n}" for n in range(31)]} for _ in range(10)]}
    assert error_of(NO_ONE.post("rosters/render/?kind=cards&items=1", many)) == (422, "print.invalid")


def test_a_large_print_becomes_a_job_of_an_account(program, ada, monkeypatch):
    monkeypatch.setattr("warbands.api.rosters.LARGE", 100)
    assert error_of(NO_ONE.post("rosters/render/", roster())) == (401, "not_authenticated")
    answer = program.post("rosters/render/?kind=cards", roster())
    assert answer.status_code == 202
    number = answer.json()["number"]
    assert answer["Location"] == f"/api/v1/jobs/{number}/"
    assert program.get(f"jobs/{number}/").json()["state"] == "done"
    assert program.get(f"jobs/{number}/file/").content.startswith(b"%PDF-")
    assert [result["number"] for result in program.get("jobs/").json()["results"]] == [number]
    assert error_of(program.post(f"jobs/{number}/cancel/")) == (409, "job.state")
    bob = program_of(account("bob").owner)
    for method, rest in (("GET", ""), ("GET", "file/"), ("POST", "cancel/")):
        assert error_of(bob.send(method, f"jobs/{number}/{rest}")) == (404, "job.gone")
        assert error_of(NO_ONE.send(method, f"jobs/{number}/{rest}")) == (401, "not_authenticated")
    assert bob.get("jobs/").json()["results"] == []
    reader = program_of(ada.owner, "read")
    assert reader.get(f"jobs/{number}/file/").status_code == 200
    assert error_of(reader.post(f"jobs/{number}/cancel/")) == (403, "token.scope")
    Job.objects.update(result={})
    assert error_of(program.get(f"jobs/{number}/file/")) == (409, "job.state")
    Job.objects.update(result={"file": "0" * 32})
    assert error_of(program.get(f"jobs/{number}/file/")) == (404, "file.gone")


def test_an_account_has_few_large_prints_in_the_making_and_stored(program, monkeypatch, settings):
    monkeypatch.setattr("warbands.api.rosters.LARGE", 100)
    settings.JOBS_AT_ONCE = False
    for _ in range(uploads.MOST_OF_CALLER):
        assert program.post("rosters/render/", roster()).status_code == 202
    assert error_of(program.post("rosters/render/", roster())) == (409, "print.full")
    Job.objects.update(state=JobState.CANCELED, finished_at=timezone.now())
    assert program.post("rosters/render/", roster()).status_code == 202
    Job.objects.update(state=JobState.CANCELED, finished_at=timezone.now())
    monkeypatch.setattr(uploads, "MOST_A_DAY_OF_CALLER", uploads.MOST_OF_CALLER + 1)
    assert error_of(program.post("rosters/render/", roster())) == (409, "print.full")


def test_a_job_of_editors_is_seen_by_editors_alone(program, ada):
    job = Job.objects.create(kind="compendium.refresh", title="x", made_by=ada.owner.user)
    assert error_of(program.get(f"jobs/{job.pk}/")) == (404, "job.gone")
    assert error_of(program.get(f"jobs/{2**63}/")) == (404, "job.gone")


def test_a_waiting_job_is_canceled(program, ada):
    job = Job.objects.create(kind="warbands.print", title="x", made_by=ada.owner.user)
    assert program.post(f"jobs/{job.pk}/cancel/").json()["state"] == "canceled"


def test_jobs_are_read_by_a_cursor(program, ada, django_assert_num_queries):
    Job.objects.bulk_create(
        Job(kind="warbands.print", title=str(number), made_by=ada.owner.user) for number in range(5)
    )
    program.get("jobs/")
    with django_assert_num_queries(2):
        first = program.get("jobs/?page_size=2").json()
    assert [result["title"] for result in first["results"]] == ["4", "3"]
    second = program.get(first["next"].partition("/api/v1/")[2]).json()
    assert [result["title"] for result in second["results"]] == ["2", "1"]
    assert second["previous"]
    for odd in ("x", "cD1h", "cD0lMDA=", "cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5"):
        assert program.get(f"jobs/?cursor={odd}").status_code in (200, 400)
    assert error_of(program.get("jobs/?page_size=0")) == (400, "invalid")


def test_tools_take_a_fixed_number_of_queries(program, django_assert_max_num_queries):
    key = program.post("warbands/", roster(20)).json()["key"]
    for _ in range(2):
        NO_ONE.post("rosters/render/", roster(20))
    with django_assert_max_num_queries(12):
        NO_ONE.post("rosters/render/?kind=cards", roster(5))
    with django_assert_max_num_queries(7):
        NO_ONE.post("random-box/", {"figures": {"boar": 2, "kobold-warrior": 4}})
    with django_assert_max_num_queries(8):
        program.get(f"matchup/?first=w:{key}&second=w:{key}")
