"""A scenario that is played by programs alone, and what they may not do."""

from typing import Any

import pytest

from accounts.models import StoredAnswer
from tests.campaigns.api.asking import NIGHT, Programs, place
from tests.campaigns.play import BOARS, KOBOLDS, state_of
from tests.campaigns.verbs import Table
from tests.programs import Program, error_of, program_of, told
from tests.warbands.verbs import account, building, visitor

pytestmark = pytest.mark.usefixtures("small_compendium")


def test_a_campaign_is_played_by_programs_alone_from_its_beginning_to_a_commit_and_its_undo():
    people = {name: account(name) for name in ("ada", "bob")}
    ada, bob = (program_of(people[name].owner) for name in ("ada", "bob"))
    key = told(ada.post("campaigns/", {"name": "The Long Winter"}), 201)["key"]
    here = f"campaigns/{key}/"
    code = told(ada.send("PUT", f"{here}invitation/"))["code"]
    told(bob.post("campaigns/join/", {"code": code}))
    for program, name, members in ((ada, "Ash", KOBOLDS), (bob, "Tusk", BOARS)):
        desk = building(
            people["ada" if program is ada else "bob"], *members, name=name, alignment=None, play_mode="campaign"
        )
        entered = told(program.post(f"{here}warbands/", {"warband": desk.key}, Idempotency_Key=f"enter {name}"[:5]))
    assert [(warband["name"], warband["player"], warband["ready"]) for warband in entered["warbands"]] == [
        ("Ash", 1, 2),
        ("Tusk", 2, 2),
    ]

    planned = ada.post(f"{here}scenarios/", {"title": "The Old Mill", "warbands": [1, 2]})
    scenario = f"{here}scenarios/{told(planned, 201)['number']}/"
    assert planned["Location"] == f"/api/v1/{scenario}"
    plan = {**planned.json()["plan"], "deployment": "vanguard", "board_points": 200}
    edited = ada.send("PUT", f"{scenario}plan/", plan, If_Match=planned["ETag"])
    assert told(edited)["plan"] == plan
    assert told(ada.send("PUT", f"{scenario}night/", NIGHT, If_Match='"0"'))["game_night"]["place"] == "The Wayhouse"
    # The day of the night is that of the plan, so the campaign has changed.
    assert ada.post(f"{scenario}open/", If_Match=edited["ETag"]).status_code == 412
    assert told(ada.post(f"{scenario}open/", If_Match=ada.get(scenario)["ETag"]))["status"] == "open"

    for program, number in ((ada, 1), (bob, 2)):
        choice = told(program.get(f"{scenario}sides/{number}/"))
        ready = [member["id"] for member in choice["members"] if not member["keeps_home"]]
        fielded = told(
            program.send(
                "PUT", f"{scenario}sides/{number}/", {"members": ready, "hero_points": {"m1": 1}}, If_Match="*"
            )
        )
        assert fielded["sides"][number - 1]["members"] == ["m1", "m2"]
        assert fielded["sides"][number - 1]["hero_points"] == {"m1": 1}
    read = bob.get(scenario)
    report = {
        "scores": [{"warband": 1, "extra": 7}, {"warband": 2, "extra": 2}],
        "eliminated": [{"warband": 2, "member": "m1", "by_warband": 1, "by_member": "m2"}],
        "notes": "The mill burned.",
    }
    reported = told(bob.send("PUT", f"{scenario}report/", report, If_Match=read["ETag"]))["report"]
    assert [(score["warband"], score["victory_points"]) for score in reported["scores"]] == [(1, 7), (2, 2)]
    assert told(bob.send("PUT", f"{scenario}spending/", {"warband": 2, "member": "m1", "spending": {"hero_points": 1}}))

    before = told(bob.get(f"{scenario}aftermath/"))
    assert before["wanted"] == 5
    entered = told(
        bob.post(f"{scenario}rolls/", {"warband": 2, "member": "m1", "purpose": "elimination", "faces": [6]})
    )
    assert (entered["rolls"][0]["origin"], entered["rolls"][0]["faces"]) == ("entered", [6])
    told(bob.post(f"{scenario}rolls/missing/", {"warband": 2}))
    told(ada.post(f"{scenario}rolls/missing/", {}))
    ready = told(ada.get(f"{scenario}aftermath/"))
    assert ready["wanted"] == 0
    for side in ready["sides"]:
        for member in side["members"]:
            if member["feat"] and not member["feat"]["chosen"]:
                option = member["feat"]["options"][0]
                chosen = {
                    "warband": side["warband"],
                    "member": member["id"],
                    "feat": option["feat"],
                    "choice": option["choice"],
                }
                told(ada.send("PUT", f"{scenario}feats/", chosen))

    tag = ada.get(scenario)["ETag"]
    first, second = (ada.post(f"{scenario}commit/", If_Match=tag, Idempotency_Key="commit") for _ in range(2))
    assert (told(first)["status"], first.json()["played"]) == ("committed", 1)
    assert (second.json(), second["Idempotency-Replayed"]) == (first.json(), "true")
    assert error_of(ada.post(f"{scenario}commit/")) == (409, "commit.state")
    standings = told(bob.get(f"{here}standings/"))["lines"]
    assert [(line["name"], line["standing"]["victory_points"]) for line in standings] == [("Ash", 7), ("Tusk", 2)]
    career = told(bob.get(f"{here}warbands/2/members/m1/"))
    assert (career["scenarios"], career["eliminated"], career["timeline"]["stops"][0]["eliminated_by"]) == (
        1,
        1,
        "Snak of Ash",
    )
    assert told(bob.get(f"{here}warbands/2/?as_of=1&reading=recorded"))["standing"]["played"] == 1

    undone = told(
        ada.post(f"{scenario}undo/", {"reason": "It was a draw."}, If_Match=first["ETag"], Idempotency_Key="undo")
    )
    assert (undone["status"], undone["commit"], undone["played"]) == ("voided", None, 1)
    assert told(bob.get(f"{here}standings/"))["lines"][0]["standing"]["played"] == 0
    assert told(ada.post(f"{scenario}commit/", Idempotency_Key="again"))["status"] == "committed"
    table = Table(key, people)
    table.assert_sound()
    assert table.kinds.count("scenario-committed") == 2


def test_the_same_key_twice_is_one_roll(fought: Table, programs: Programs):
    rolls = place(fought, "scenarios/1/rolls/")
    wanted = {"warband": 2, "member": "m1", "purpose": "elimination"}
    before = fought.campaign.head
    first, second = (programs["bob"].post(rolls, wanted, Idempotency_Key="roll") for _ in range(2))
    assert (told(first), first["ETag"]) == (told(second), second["ETag"])
    assert fought.campaign.head == before + 1
    assert error_of(programs["bob"].post(rolls, wanted, Idempotency_Key="other"))[0] == 409
    missing = place(fought, "scenarios/1/rolls/missing/")
    answers = [told(programs["ada"].post(missing, {}, Idempotency_Key="all")) for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0]["rolls"]
    assert fought.campaign.head == before + 2
    assert StoredAnswer.objects.count() == 2
    fought.assert_sound()


def test_of_two_editors_one_is_told_that_it_was_changed(fought: Table, programs: Programs):
    scenario = place(fought, "scenarios/1/")
    read = programs["ada"].get(scenario)
    plan = {**read.json()["plan"], "title": "The New Mill"}
    assert (
        told(programs["cleo"].send("PUT", f"{scenario}plan/", plan, If_Match=read["ETag"]))["plan"]["title"]
        == "The New Mill"
    )
    late = {**read.json()["plan"], "title": "Lost"}
    for method, rest, body in (
        ("PUT", "plan/", late),
        ("PUT", "report/", {}),
        ("PUT", "sides/1/", {"members": ["m1"]}),
        ("DELETE", "sides/1/", None),
        ("POST", "rolls/missing/", {}),
        ("POST", "commit/", None),
        ("POST", "cancel/", {"reason": "rain"}),
        ("PUT", "feats/", {"warband": 2, "member": "m2", "feat": "fleet"}),
    ):
        answer = programs["ada"].send(method, f"{scenario}{rest}", body, If_Match=read["ETag"])
        assert error_of(answer) == (412, "version.changed"), rest
    assert error_of(programs["ada"].send("PUT", f"{scenario}plan/", late)) == (428, "match.missing")
    assert state_of(fought, 1).plan.title == "The New Mill"
    elsewhere = told(programs["ada"].post(place(fought, "scenarios/"), {"warbands": [1]}), 201)
    assert elsewhere["number"] == 2
    again = programs["ada"].get(scenario)["ETag"]
    told(programs["ada"].send("PUT", f"{scenario}plan/", late, If_Match=again))


def test_a_game_night_has_a_version_of_its_own(fought: Table, programs: Programs):
    night = place(fought, "scenarios/1/night/")
    none = programs["bob"].get(night)
    assert (told(none), none["ETag"]) == ({"game_night": None}, '"0"')
    first = programs["ada"].send("PUT", night, NIGHT, If_Match=none["ETag"])
    assert told(first)["game_night"] == {
        **NIGHT,
        "starts": "2026-11-30T19:30:00",
        "starts_at": "2026-11-30T18:30:00Z",
        "version": 1,
    }
    late = programs["cleo"].send("PUT", night, {**NIGHT, "minutes": 60}, If_Match=none["ETag"])
    assert error_of(late) == (412, "version.changed")
    for odd in ({"starts": "2026-02-30T19:30"}, {"starts": "2026-11-30T19:30Z"}, {"minutes": 0}):
        assert error_of(programs["ada"].send("PUT", night, {**NIGHT, **odd}, If_Match="*")) == (400, "invalid"), odd
    soon = programs["ada"].send("PUT", night, {**NIGHT, "starts": "tomorrow"}, If_Match="*")
    assert soon.json()["error"]["message"] == "Send the local time in that zone, such as 2026-11-30T19:30."
    odd_zone = programs["ada"].send("PUT", night, {**NIGHT, "time_zone": "Etc/GMT+5"}, If_Match="*")
    assert error_of(odd_zone) == (422, "scenario.invalid")
    assert error_of(programs["bob"].send("PUT", night, NIGHT, If_Match="*")) == (403, "campaign.forbidden")
    assert programs["ada"].send("DELETE", night, If_Match=first["ETag"]).status_code == 204
    assert told(programs["bob"].get(night)) == {"game_night": None}


def test_a_report_says_what_the_form_of_the_page_can_say(fought: Table, programs: Programs):
    report = place(fought, "scenarios/1/report/")
    for body, path in (
        ({"scores": [{"warband": 1, "counts": [1]}]}, "scores[0].counts"),
        ({"scores": [{"warband": 1, "extra": 1_001}]}, "scores.0.extra"),
        ({"scores": [{"warband": 1, "victory_points": 5}]}, "scores.0.victory_points"),
        ({"scores": [{"warband": 1, "result": "major victory"}]}, "scores.0.result"),
        ({"game_points": 3}, "game_points"),
        ({"eliminated": [{"warband": 1, "member": "m1", "by_warband": 2}]}, "eliminated[0]"),
        ([], "non_field_errors"),
    ):
        answer = programs["ada"].send("PUT", report, body, If_Match="*")
        assert (*error_of(answer), answer.json()["error"]["path"]) == (400, "invalid", path), body
    for body, code in (
        ({"scores": [{"warband": 9}]}, "points.invalid"),
        ({"eliminated": [{"warband": 1, "member": "m9"}]}, "elimination.invalid"),
        ({"eliminated": [{"warband": 1, "member": "m1"}] * 2}, "elimination.invalid"),
    ):
        assert error_of(programs["ada"].send("PUT", report, body, If_Match="*")) == (422, code), body


def test_a_draw_without_points_has_to_be_called_one(fought: Table, programs: Programs):
    report = place(fought, "scenarios/1/report/")
    assert error_of(programs["ada"].send("PUT", report, {}, If_Match="*")) == (422, "draw.invalid")
    drawn = told(programs["ada"].send("PUT", report, {"draw": True}, If_Match="*"))
    assert told(programs["ada"].send("PUT", report, {}, If_Match="*"))["version"] == drawn["version"]


def test_a_member_spends_what_it_has(fought: Table, programs: Programs):
    spending = place(fought, "scenarios/1/spending/")
    choices = told(programs["bob"].get(f"{spending}?warband=2&member=m1"))
    assert (choices["hero_points"], choices["spending"]) == (0, {})
    for odd, path in (
        ({"hero_points": 1}, "hero_points"),
        ({"uses": [{"key": "x", "use": "daily"}]}, "uses[0]"),
        ({"items": [{"item": "holy-water"}]}, "items"),
        ({"lost": [{"item": "holy-water"}]}, "lost"),
        ({"gained": [{"item": "moon"}]}, "gained[0]"),
        ({"gained": [{"item": "holy-water"}] * 4}, "gained"),
    ):
        answer = programs["bob"].send("PUT", spending, {"warband": 2, "member": "m1", "spending": odd})
        assert (*error_of(answer), answer.json()["error"]["path"]) == (422, "spending.invalid", f"spending.{path}")
    gained = {"warband": 2, "member": "m1", "spending": {"gained": [{"item": "holy-water"}]}}
    assert told(programs["bob"].send("PUT", spending, gained))["spendings"][0]["member"] == "m1"
    assert error_of(programs["dan"].send("PUT", spending, gained)) == (403, "warband.forbidden")
    assert error_of(programs["bob"].send("PUT", spending, {"warband": 2, "member": "m1"})) == (400, "document.type")
    assert error_of(programs["bob"].get(f"{spending}?warband=2&member=m9")) == (404, "member.gone")
    fought.assert_sound()


def writes(table: Table) -> tuple[tuple[str, str, Any], ...]:
    """Return every write about the scenario that is fought, as an organizer may make it."""
    plan = {"title": "Mine", "warbands": [1, 2]}
    return (
        ("POST", "scenarios/", plan),
        ("PUT", "scenarios/1/plan/", plan),
        ("PUT", "scenarios/1/night/", NIGHT),
        ("DELETE", "scenarios/1/night/", None),
        ("POST", "scenarios/1/open/", None),
        ("POST", "scenarios/1/cancel/", {"reason": "rain"}),
        ("PUT", "scenarios/1/sides/2/", {"members": ["m1"]}),
        ("DELETE", "scenarios/1/sides/2/", None),
        ("PUT", "scenarios/1/report/", {}),
        ("POST", "scenarios/1/rolls/", {"warband": 2, "member": "m1", "purpose": "elimination"}),
        ("POST", "scenarios/1/rolls/missing/", {"warband": 2}),
        ("POST", "scenarios/1/rolls/missing/", {}),
        ("PUT", "scenarios/1/feats/", {"warband": 2, "member": "m2", "feat": "fleet"}),
        ("PUT", "scenarios/1/spending/", {"warband": 2, "member": "m1", "spending": {}}),
        ("POST", "scenarios/1/commit/", None),
        ("POST", "scenarios/1/undo/", {"reason": "mistyped"}),
        ("POST", f"journal/{table.campaign.head}/void/", {"reason": "mistyped"}),
        ("POST", "homebrew/", {"creatures": ["ash-boar--hb-1"]}),
        ("DELETE", "warbands/2/", None),
        ("POST", "warbands/2/careers/", None),
        ("PUT", "warbands/2/members/m1/feat/", {"advance": "x", "feat": "fleet"}),
    )


def test_others_write_nothing(fought: Table, programs: Programs):
    before = fought.campaign.head
    for method, rest, body in writes(fought):
        fellow = programs["dan"].send(method, place(fought, rest), body, If_Match="*")
        assert fellow.status_code == 403, (rest, fellow.content)
        assert error_of(programs["eve"].send(method, place(fought, rest), body, If_Match="*")) == (404, "campaign.gone")
        guest = Program(visitor().client).send(method, place(fought, rest), body, If_Match="*")
        assert error_of(guest) == (404, "campaign.gone"), rest
        reader = program_of(fought.people["ada"].owner, "read", "warbands", "battles")
        assert error_of(reader.send(method, place(fought, rest), body)) == (403, "token.scope"), rest
    assert fought.campaign.head == before
