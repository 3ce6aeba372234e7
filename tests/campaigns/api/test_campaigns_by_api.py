"""Campaigns for programs: begun, agreed on, joined, organized and left, by version and once."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import StoredAnswer
from campaigns.models import Campaign, CampaignWarband
from campaigns.services.campaigns import campaign_close
from campaigns.services.people import placeholder_add
from rules.campaigns.settings import SETTINGS, CampaignSettings
from tests.campaigns.api.asking import Programs, place
from tests.campaigns.verbs import Table
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import account, visitor

pytestmark = pytest.mark.usefixtures("small_compendium")

BOAR_LISTED = {"homebrew_allowed": ["boar"]}


@pytest.fixture
def seeds(winter: Table) -> list[str]:
    """Return the seeds of the winter campaign, which nobody may see before it is closed."""
    return [bytes(epoch.seed or b"").hex() for epoch in winter.campaign.seed_epochs.all()]


def test_a_campaign_is_begun_and_read_back():
    ada = program_of(account("ada").owner)
    made = ada.post("campaigns/", {"name": "The Long Winter", "story": "Snow.", "settings": {"advancement": False}})
    assert made.status_code == 201, made.content
    key = made.json()["key"]
    assert made["Location"] == f"/api/v1/campaigns/{key}/"
    read = ada.get(f"campaigns/{key}/")
    assert (read.json(), read["ETag"]) == (made.json(), made["ETag"])
    campaign = read.json()
    assert (campaign["name"], campaign["story"], campaign["version"], campaign["phase"]) == (
        "The Long Winter",
        "Snow.",
        3,
        "open",
    )
    assert campaign["settings"]["advancement"] is False
    assert [(person["name"], person["role"], person["is_you"]) for person in campaign["people"]] == [
        ("ada", "organizer", True)
    ]
    assert [epoch["seed"] for epoch in campaign["seeds"]] == [None]
    assert ada.get(f"campaigns/{key}/", If_None_Match=read["ETag"]).status_code == 304


def test_a_key_begins_one_campaign_of_two_requests():
    ada = program_of(account("ada").owner)
    first, second = (ada.post("campaigns/", {"name": "Winter"}, Idempotency_Key="one") for _ in range(2))
    assert (first.json(), first["ETag"]) == (second.json(), second["ETag"])
    assert second["Idempotency-Replayed"] == "true"
    assert Campaign.objects.count() == StoredAnswer.objects.count() == 1
    assert error_of(ada.post("campaigns/", {"name": "Spring"}, Idempotency_Key="one")) == (422, "idempotency.reused")


def test_what_cannot_be_a_campaign_is_refused_with_its_place():
    ada = program_of(account("ada").owner)
    for body, fault in (
        ({}, (400, "invalid", "name")),
        ({"name": " "}, (400, "invalid", "name")),
        ({"name": "W", "seed": "00"}, (400, "invalid", "seed")),
        ({"name": "W", "settings": None}, (400, "document.type", "settings")),
        ({"name": "W", "settings": {"play_mode": "chess"}}, (400, "document.value", "settings.play_mode")),
        ({"name": "W", "settings": {"x": 1}}, (400, "document.unknown_field", "settings.x")),
        (
            {"name": "W", "settings": {"homebrew_allowed": ["boar"]}},
            (400, "document.value", "settings.homebrew_allowed[0]"),
        ),
        ({"name": "W", "settings": {"points_limit": None}}, (422, "text.invalid", "")),
        ([], (400, "invalid", "non_field_errors")),
        (None, (400, "invalid", "name")),
    ):
        answer = ada.post("campaigns/", body)
        assert (*error_of(answer), answer.json()["error"]["path"]) == fault, body
    assert not Campaign.objects.exists()


def test_the_list_has_the_campaigns_of_who_asks_and_no_others(winter: Table, programs: Programs):
    answer = programs["bob"].get("campaigns/").json()
    assert [(campaign["key"], campaign["role"], campaign["players"]) for campaign in answer["results"]] == [
        (winter.key, "player", 4)
    ]
    assert programs["eve"].get("campaigns/").json()["results"] == []
    assert programs["bob"].get("campaigns/?phase=closed").json()["results"] == []
    assert error_of(programs["bob"].get("campaigns/?phase=lost")) == (400, "invalid")
    assert error_of(programs["bob"].get("campaigns/?cursor=x")) == (400, "invalid")


def test_the_list_comes_in_pages_that_follow_one_another(programs: Programs):
    for number in range(3):
        programs["eve"].post("campaigns/", {"name": f"Winter {number}"})
    first = programs["eve"].get("campaigns/?page_size=2").json()
    following = programs["eve"].get(first["next"].partition("/api/v1/")[2]).json()
    names = [campaign["name"] for page in (first, following) for campaign in page["results"]]
    assert (names, following["next"]) == (["Winter 2", "Winter 1", "Winter 0"], None)


def test_reading_takes_as_many_queries_however_much_there_is(
    winter: Table,
    fought: Table,
    programs: Programs,
    django_assert_num_queries: DjangoAssertNumQueries,
):
    programs["bob"].get(place(winter))
    with django_assert_num_queries(7):  # the token, two for who sees what, four for what there is
        programs["bob"].get(place(winter))
    with django_assert_num_queries(2):
        programs["bob"].get("campaigns/")
    programs["ada"].get("campaigns/")
    with django_assert_num_queries(3):
        programs["ada"].get(place(winter, "invitation/"))


def test_a_campaign_is_described_as_it_was_read(winter: Table, programs: Programs):
    tag = programs["ada"].get(place(winter))["ETag"]
    wanted = {"name": "The Thaw", "story": "Mud."}
    assert error_of(programs["ada"].send("PUT", place(winter, "description/"), wanted)) == (428, "match.missing")
    done = programs["ada"].send("PUT", place(winter, "description/"), wanted, If_Match=tag)
    assert (done.status_code, done.json()["name"], done.json()["story"]) == (200, "The Thaw", "Mud.")
    late = programs["cleo"].send("PUT", place(winter, "description/"), {"name": "Summer"}, If_Match=tag)
    assert error_of(late) == (412, "version.changed")
    assert winter.campaign.name == "The Thaw"
    again = programs["cleo"].send("PUT", place(winter, "description/"), wanted, If_Match=done["ETag"])
    assert again.json()["version"] == done.json()["version"]
    winter.assert_sound()


def test_the_house_rules_are_those_that_are_sent(winter: Table, programs: Programs):
    wanted = SETTINGS.write(CampaignSettings(play_mode="narrative", points_limit=50, one_consumable=True))
    done = programs["cleo"].send("PUT", place(winter, "settings/"), wanted, If_Match="*")
    assert done.json()["settings"] == {**wanted, "points_limit": None}
    refused = programs["bob"].send("PUT", place(winter, "settings/"), wanted, If_Match="*")
    assert error_of(refused) == (403, "campaign.forbidden")
    odd = programs["ada"].send("PUT", place(winter, "settings/"), {**wanted, "daily_recovery_every": 0}, If_Match="*")
    assert error_of(odd) == (400, "document.range")
    winter.assert_sound()


def test_somebody_joins_by_the_code_and_leaves_again(winter: Table, programs: Programs):
    links = programs["cleo"].get(place(winter, "invitation/")).json()
    typed = f"{links['code'][:4]}-{links['code'][4:]}".lower()
    joined = programs["eve"].post("campaigns/join/", {"code": typed})
    assert (joined.status_code, joined.json()["you"]) == (200, 5)
    assert programs["eve"].post("campaigns/join/", {"token": links["link"].split("/")[-2]}).json()["you"] == 5
    assert programs["eve"].post(place(winter, "leave/")).status_code == 204
    assert error_of(programs["eve"].get(place(winter))) == (404, "campaign.gone")
    assert error_of(programs["eve"].post("campaigns/join/", {"code": "nothing"})) == (404, "invitation.gone")
    assert error_of(programs["eve"].post("campaigns/join/", {})) == (404, "invitation.gone")
    assert error_of(programs["ada"].post(place(winter, "leave/"))) == (409, "participant.state")
    winter.assert_sound()


def test_an_invitation_is_made_anew_and_ended(winter: Table, programs: Programs):
    before = programs["ada"].get(place(winter, "invitation/")).json()
    after = programs["ada"].send("PUT", place(winter, "invitation/")).json()
    assert after["code"] not in (None, before["code"])
    assert error_of(programs["eve"].post("campaigns/join/", {"code": before["code"]})) == (404, "invitation.gone")
    assert programs["ada"].send("DELETE", place(winter, "invitation/")).json() == {
        "code": None,
        "link": None,
        "spectators_link": None,
        "league_link": None,
        "on_player_pages": False,
    }
    shared = programs["ada"].send("PUT", place(winter, "spectators/")).json()["spectators_link"]
    assert shared.endswith(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    assert programs["ada"].send("DELETE", place(winter, "spectators/")).json()["spectators_link"] is None


def test_a_place_waits_for_somebody_who_takes_it(winter: Table, programs: Programs):
    kept = [
        programs["ada"].post(place(winter, "people/"), {"name": "Tom"}, Idempotency_Key="tom").json() for _ in range(2)
    ]
    assert kept[0] == kept[1]
    (tom,) = [person for person in kept[0]["people"] if person["is_placeholder"]]
    assert (tom["name"], tom["number"]) == ("Tom", 5)
    seen_by = {name: programs[name].get(place(winter)).json()["people"][4]["claim_link"] for name in ("cleo", "bob")}
    assert seen_by == {"cleo": tom["claim_link"], "bob": None}
    renewed = programs["cleo"].post(place(winter, "people/5/claim/")).json()["people"][4]["claim_link"]
    assert error_of(programs["eve"].post("campaigns/claim/", {"token": tom["claim_link"].split("/")[-2]})) == (
        404,
        "invitation.gone",
    )
    taken = programs["eve"].post("campaigns/claim/", {"token": renewed.split("/")[-2]}).json()
    assert (taken["you"], taken["people"][4]["name"], taken["people"][4]["claim_link"]) == (5, "eve", None)
    winter.assert_sound()


def test_roles_are_the_organizers_to_give(winter: Table, programs: Programs):
    bob = place(winter, f"people/{winter.number('bob')}/")
    assert error_of(programs["cleo"].send("PUT", bob, {"role": "co_organizer"})) == (403, "campaign.forbidden")
    assert programs["ada"].send("PUT", bob, {"role": "co_organizer"}).json()["people"][1]["role"] == "co_organizer"
    assert programs["ada"].send("PUT", bob, {"role": "organizer"}).json()["people"][0]["role"] == "co_organizer"
    assert programs["bob"].send("PUT", bob, {"role": "organizer"}).status_code == 200
    dan = place(winter, f"people/{winter.number('dan')}/")
    removed = programs["bob"].send("DELETE", dan).json()["people"][3]
    assert removed["presence"] == "removed"
    assert error_of(programs["dan"].get(place(winter))) == (404, "campaign.gone")
    readmitted = programs["bob"].post(f"{dan}readmit/").json()["people"][3]
    assert readmitted["presence"] == "left"
    assert error_of(programs["bob"].send("PUT", place(winter, "people/99/"), {"role": "player"})) == (
        404,
        "participant.gone",
    )
    assert error_of(programs["bob"].send("DELETE", place(winter, f"people/{10**30}/")))[0] == 404
    winter.assert_sound()


def test_a_campaign_is_archived_and_closed_and_then_shows_its_seeds(
    winter: Table, boars: CampaignWarband, programs: Programs, seeds: list[str]
):
    assert programs["cleo"].send("PUT", place(winter, "archive/")).json()["phase"] == "archived"
    assert error_of(programs["ada"].post(place(winter, "people/"), {"name": "Tom"})) == (409, "campaign.locked")
    assert programs["cleo"].send("DELETE", place(winter, "archive/")).json()["phase"] == "open"
    assert error_of(programs["cleo"].post(place(winter, "close/"))) == (403, "campaign.forbidden")
    assert seeds[0] not in programs["ada"].get(place(winter)).content.decode()
    tag = programs["ada"].get(place(winter))["ETag"]
    closed = programs["ada"].post(place(winter, "close/"), If_Match=tag)
    assert (closed.json()["phase"], closed.json()["seeds"][0]["seed"]) == ("closed", seeds[0])
    assert error_of(programs["ada"].post(place(winter, "close/"))) == (409, "campaign.locked")
    winter.assert_sound()


WRITES: tuple[tuple[str, str, Any], ...] = (
    ("PUT", "description/", {"name": "Mine"}),
    ("PUT", "settings/", SETTINGS.write(CampaignSettings(advancement=False))),
    ("PUT", "archive/", None),
    ("DELETE", "archive/", None),
    ("POST", "close/", None),
    ("PUT", "invitation/", None),
    ("DELETE", "invitation/", None),
    ("PUT", "spectators/", None),
    ("DELETE", "spectators/", None),
    ("POST", "people/", {"name": "Tom"}),
    ("PUT", "people/4/", {"role": "co_organizer"}),
    ("DELETE", "people/4/", None),
    ("POST", "people/4/readmit/", None),
    ("POST", "people/5/claim/", None),
)


def test_others_write_nothing(winter: Table, programs: Programs):
    placeholder_add(**winter.asking("ada"), name="Tom")
    before = winter.campaign.head
    for method, rest, body in WRITES:
        asked = {name: programs[name].send(method, place(winter, rest), body, If_Match="*") for name in ("bob", "eve")}
        assert error_of(asked["bob"]) == (403, "campaign.forbidden"), rest
        assert error_of(asked["eve"])[0] == 404, rest
        guest = Program(visitor().client).send(method, place(winter, rest), body, If_Match="*")
        assert error_of(guest)[0] == 404, rest
        assert error_of(Program(type(visitor().client)()).send(method, place(winter, rest), body))[0] == 401, rest
    assert error_of(programs["bob"].get(place(winter, "invitation/"))) == (403, "campaign.forbidden")
    assert winter.campaign.head == before


def test_every_write_heeds_the_version_that_is_sent(winter: Table, programs: Programs):
    placeholder_add(**winter.asking("ada"), name="Tom")
    tag = programs["ada"].get(place(winter))["ETag"]
    placeholder_add(**winter.asking("ada"), name="Tim")
    before = winter.campaign.head
    for method, rest, body in WRITES:
        late = programs["ada"].send(method, place(winter, rest), body, If_Match=tag)
        assert error_of(late) == (412, "version.changed"), rest
        odd = programs["ada"].send(method, place(winter, rest), body, If_Match="W/x")
        assert error_of(odd) == (400, "match.invalid"), rest
    assert winter.campaign.head == before


def test_a_token_does_what_its_scopes_allow(winter: Table):
    reader = program_of(winter.people["ada"].owner, "read")
    assert reader.get(place(winter)).status_code == 200
    assert error_of(reader.post("campaigns/", {"name": "W"})) == (403, "token.scope")
    other = program_of(winter.people["ada"].owner, "warbands")
    assert error_of(other.get(place(winter))) == (403, "token.scope")
    writer = program_of(winter.people["ada"].owner, "campaigns")
    assert writer.post("campaigns/", {"name": "W"}).status_code == 201


def test_a_closed_campaign_is_read_and_no_longer_written(winter: Table, programs: Programs):
    campaign_close(**winter.asking("ada"))
    assert programs["bob"].get(place(winter)).json()["phase"] == "closed"
    for method, rest, body in WRITES:
        late = programs["ada"].send(method, place(winter, rest), body, If_Match="*")
        assert error_of(late) in ((409, "campaign.locked"), (404, "participant.gone")), rest
