"""What webhooks are told of campaigns and battles: each event once, names and links, and nothing that is hidden."""

import copy
import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from adventures.services.adventures import adventure_close
from adventures.services.recording import adventure_undo
from battles.models import Battle
from battles.services.battles import BATTLES, announce_progress, battle_close, battle_delete
from campaigns.selectors.webhooks import CAMPAIGNS
from campaigns.services.aftermath import dice_roll_all
from campaigns.services.confirmations import dispute_settle, report_dispute
from campaigns.services.corrections import ReportCorrection, scenario_correct, scenario_void
from campaigns.services.game_nights import game_night_remove, game_night_set
from campaigns.services.people import placeholder_add
from campaigns.services.reminders import players_remind, reminders_announce
from campaigns.services.scenarios import scenario_commit, scenario_edit
from campaigns.services.seasons import season_finish
from campaigns.services.takeovers import campaign_take_over, takeover_ask
from campaigns.services.warbands import member_correct
from rules.adventures.events.running import AdventureClosed, AdventureNoted
from rules.building.members import MemberRemove
from rules.campaigns.scenarios import ScenarioPlan, ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from tests.adventures.play import campaign_adventure, own_adventure
from tests.battles.play import BattleTable, small_battle
from tests.campaigns.league_play import campaign_settings_change
from tests.campaigns.play import BOARS, KOBOLDS, change, commit, enlist, enter, field, opened, played, report, state_of
from tests.campaigns.verbs import Table, table
from tests.webhooks.hooks import SITE, added
from webhooks.models import Webhook, WebhookDelivery

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]
NEVER = ("seed", "secret", "token", "choice", "salt", "visitor", "email", "faces", "hash")


def told(webhook: Webhook) -> list[tuple[str, dict[str, Any]]]:
    rows = WebhookDelivery.objects.filter(webhook=webhook).order_by("pk")
    return [(row.event, json.loads(row.body)["data"]) for row in rows]


def events(webhook: Webhook) -> list[str]:
    return [event for event, _ in told(webhook)]


@pytest.fixture
def winter() -> Table:
    return table("ada", "bob")


@pytest.fixture
def hook(winter: Table) -> Webhook:
    return added(winter.people["ada"].owner, "campaign", winter.key, "https://hook.example.org/x")[0]


def test_a_scenario_is_told_from_its_plan_to_its_commit_and_back(winter, hook):
    boars, kobolds = enlist(winter, "ada", *BOARS), enlist(winter, "bob", *KOBOLDS)
    scenario = opened(winter, boars, kobolds, title="The Ford", date="2026-12-01")
    plan = ScenarioPlan(title="The Mill", warbands=(1, 2), victory=state_of(winter, scenario).plan.victory)
    scenario_edit(**winter.asking("ada"), scenario=scenario, plan=plan)
    field(winter, scenario, boars)
    field(winter, scenario, kobolds)
    report(winter, scenario, {boars: 3, kobolds: 1})
    commit(winter, scenario)
    scenario_void(**winter.asking("ada"), scenario=scenario, reason="A mistake")
    assert events(hook) == [
        "scenario.announced",
        "scenario.reported",
        "scenario.aftermath-done",
        "scenario.committed",
        "scenario.undone",
    ]
    first, last = told(hook)[0][1], told(hook)[3][1]
    assert first == {
        "campaign": {"key": winter.key, "name": "The Long Winter"},
        "scenario": {"number": 1, "played": None, "name": "The Ford", "date": "2026-12-01"},
        "warbands": [{"number": 1, "name": str(boars)}, {"number": 2, "name": str(kobolds)}],
        "url": f"{SITE}/campaigns/{winter.key}/scenarios/1/",
    }
    assert (last["scenario"]["name"], last["scenario"]["played"]) == ("The Mill", 1)


def test_a_dispute_and_a_correction_are_told_without_what_was_said(winter, hook):
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(confirm_days=3))
    boars, kobolds = enlist(winter, "ada", *BOARS), enlist(winter, "bob", *KOBOLDS)
    scenario = opened(winter, boars, kobolds)
    field(winter, scenario, boars)
    field(winter, scenario, kobolds)
    report(winter, scenario, {boars: 3})
    reported = winter.campaign.head
    report_dispute(**winter.asking("bob"), scenario=scenario, report=reported, sentence="CANARY")
    dispute_settle(**winter.asking("ada"), scenario=scenario, reason="Recounted")
    correction = ReportCorrection(ScenarioReport((SideScore(boars.number, 4),)))
    scenario_correct(**winter.asking("ada"), scenario=scenario, correction=correction, reason="mistyped")
    dice_roll_all(**winter.asking("ada"), scenario=scenario)
    scenario_commit(**winter.asking("ada"), scenario=scenario, reason="as corrected")
    again = ReportCorrection(ScenarioReport((SideScore(boars.number, 5),)))
    scenario_correct(**winter.asking("ada"), scenario=scenario, correction=again, reason="recounted")
    answers = ("scenario.disputed", "scenario.corrected")
    assert [name for name in events(hook) if name in answers] == list(answers)
    assert "CANARY" not in "".join(row.body for row in WebhookDelivery.objects.all())


def test_a_game_night_is_told_with_its_time_and_never_with_its_place(winter, hook):
    opened(winter, enlist(winter, "ada", *BOARS), title="The Ford")
    starts = (timezone.now() + timedelta(days=3)).replace(hour=19, minute=30, second=0, microsecond=0, tzinfo=None)
    wanted = {"starts": starts, "time_zone": "America/New_York", "minutes": 90, "place": "Ada’s attic"}
    for _ in range(2):  # what changes nothing is not told again
        game_night_set(**winter.asking("ada"), scenario=1, **wanted)
    for _ in range(2):
        game_night_remove(**winter.asking("ada"), scenario=1)
    assert events(hook) == ["scenario.announced", "night.arranged", "night.called-off"]
    arranged, off = told(hook)[1][1], told(hook)[2][1]
    assert arranged["scenario"]["name"] == off["scenario"]["name"] == "The Ford"
    assert arranged["night"]["starts"].startswith(starts.isoformat())
    assert arranged["night"]["ends"].startswith((starts + timedelta(minutes=90)).isoformat())
    assert arranged["night"]["time_zone"] == "America/New_York"
    assert not WebhookDelivery.objects.filter(body__contains="attic").exists()


def test_a_chat_reads_the_day_of_a_game_night(winter):
    chat = added(winter.people["ada"].owner, "campaign", winter.key, "https://hook.example.org/x", format_="slack")[0]
    opened(winter, enlist(winter, "ada", *BOARS), title="The Ford")
    starts = (timezone.now() + timedelta(days=3)).replace(hour=19, minute=30, tzinfo=None)
    game_night_set(**winter.asking("ada"), scenario=1, starts=starts, time_zone="Europe/Paris", minutes=90)
    said = json.loads(WebhookDelivery.objects.get(webhook=chat, event="night.arranged").body)["text"]
    day = f"{starts:%A} {starts.day} {starts:%B %Y}"
    assert f"“The Ford” is played on {day}, 19:30 (Europe/Paris) in The Long Winter." in said


def test_chats_read_reminders_with_their_days(winter):
    chat = added(winter.people["ada"].owner, "campaign", winter.key, "https://hook.example.org/x", format_="slack")[0]
    said = []
    with time_machine.travel("2026-11-19 09:00+01:00", tick=False) as clock:
        opened(winter, enlist(winter, "ada", *BOARS), title="The Ford")
        starts = datetime(2026, 11, 20, 19, 30)  # noqa: DTZ001 # clocks of a place
        game_night_set(**winter.asking("ada"), scenario=1, starts=starts, time_zone="Europe/Paris", minutes=90)
        chat.deliveries.all().delete()
        for days in (0, 1, 1, 2):
            clock.shift(timedelta(days=days))
            reminders_announce()
        players_remind(**winter.asking("ada"))
        for event in ("night.tomorrow", "scenario.due", "scenario.overdue", "campaign.digest", "players.reminded"):
            said += [
                json.loads(row.body)["text"].partition(" <")[0]
                for row in chat.deliveries.filter(event=event).order_by("pk")
            ]
    place = "The Long Winter"
    assert said == [
        f"“The Ford” is played on Friday 20 November 2026, 19:30 (Europe/Paris) in {place}.",
        f"“The Ford” is due today in {place}.",
        f"“The Ford” is 1 day late in {place}.",
        f"“The Ford” is 3 days late in {place}.",
        f"{place} has 1 scenario to play or apply, 1 of them late.",
        f"{place} waits for ada.",
    ]


def test_the_aftermath_is_told_once_its_last_roll_is_there(winter, hook):
    boars, kobolds = enlist(winter, "ada", *BOARS), enlist(winter, "bob", *KOBOLDS)
    scenario = opened(winter, boars, kobolds)
    field(winter, scenario, boars)
    field(winter, scenario, kobolds)
    report(winter, scenario, {boars: 3}, (kobolds, "m1"))
    assert events(hook) == ["scenario.announced", "scenario.reported"]
    commit(winter, scenario)
    assert events(hook)[2:4] == ["scenario.aftermath-done", "scenario.committed"]


def test_members_who_are_dismissed_and_whose_careers_end_are_told(winter, hook, monkeypatch):
    boars = enlist(winter, "ada", *BOARS)
    change(winter, "ada", boars, MemberRemove("m2"))
    assert told(hook) == [
        (
            "member.ended",
            {
                "campaign": {"key": winter.key, "name": "The Long Winter"},
                "warband": {"number": 1, "name": str(boars)},
                "member": {"id": "m2", "name": "Rik"},
                "how": "dismissed",
                "url": f"{SITE}/campaigns/{winter.key}/warbands/1/",
            },
        )
    ]


def test_a_career_that_a_scenario_ends_is_told():
    deadly = table("ada", settings=replace(CampaignSettings(), third_injury_ends=True))
    hook = added(deadly.people["ada"].owner, "campaign", deadly.key, "https://hook.example.org/x")[0]
    kobolds = enlist(deadly, "ada", *KOBOLDS)
    for injury in ("injured-eye", "fragile", "injured-leg"):
        member_correct(
            **deadly.asking("ada"),
            number=kobolds.number,
            member="m1",
            correction="injury-add",
            subject=injury,
            permanent=injury != "injured-leg",
            reason="From before",
        )
    scenario = opened(deadly, kobolds)
    field(deadly, scenario, kobolds)
    report(deadly, scenario, {kobolds: 3}, (kobolds, "m1"))
    enter(deadly, scenario, kobolds, "m1", "elimination", 4)
    commit(deadly, scenario)
    ended = [data for event, data in told(hook) if event == "member.ended"]
    assert [(ending["member"]["name"], ending["how"]) for ending in ended] == [("Snik", "career-ended")]


def test_people_who_join_are_told(winter, hook):
    winter.seat("carl")
    placeholder_add(**winter.asking("ada"), name="Tom")
    assert [(event, data["person"]["name"]) for event, data in told(hook)] == [
        ("person.joined", "carl"),
        ("person.joined", "Tom"),
    ]


def test_the_end_of_a_season_is_told_with_its_champions(winter, hook):
    rows = [enlist(winter, "ada", *BOARS, warband="Ash"), enlist(winter, "bob", *KOBOLDS, warband="Hill Folk")]
    played(winter, {rows[0]: 3, rows[1]: 9})
    season_finish(**winter.asking("ada"))
    event, data = told(hook)[-1]
    assert (event, data["champions"]) == (
        "season.finished",
        [{"title": "Champion of the campaign", "warband": {"number": 2, "name": "Hill Folk"}}],
    )


def test_a_takeover_is_told_when_it_is_asked_for_and_done(winter, hook):
    takeover_ask(**winter.asking("bob"))
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        campaign_take_over(**winter.asking("bob"))
    (asked, asking), (done, taking) = told(hook)
    assert (asked, asking["person"]["name"], asking["days"]) == ("takeover.asked", "bob", 14)
    assert (done, taking["person"]["name"]) == ("takeover.done", "bob")


def test_a_webhook_is_told_only_what_it_is_for(winter):
    owner = winter.people["ada"].owner
    hook, _ = added(owner, "campaign", winter.key, "https://hook.example.org/x", events=["scenario.committed"])
    winter.seat("carl")
    opened(winter, enlist(winter, "ada", *BOARS))
    assert events(hook) == []


def test_another_campaign_is_not_told(winter, hook):
    other = table("carl")
    opened_there = added(other.people["carl"].owner, "campaign", other.key, "https://hook.example.org/y")[0]
    winter.seat("dora")
    assert (len(events(hook)), events(opened_there)) == (1, [])


@pytest.fixture
def fight() -> BattleTable:
    return small_battle("fay")


@pytest.fixture
def battle_hook(fight: BattleTable) -> Webhook:
    return added(fight.owner.owner, "battle", fight.key, "https://hook.example.org/x")[0]


def test_a_battle_is_told_from_its_beginning_round_by_round(fight, battle_hook):
    fight.begin()
    assert events(battle_hook) == ["battle.begun"]
    while fight.folded.state.round < 3:
        fight.take_turn()
    assert [(event, data.get("round")) for event, data in told(battle_hook)] == [
        ("battle.begun", None),
        ("battle.round-ended", 1),
        ("battle.round-ended", 2),
    ]
    battle_close(visitor=fight.visitor(), key=fight.key)
    event, data = told(battle_hook)[-1]
    assert (event, data) == (
        "battle.ended",
        {
            "battle": {"key": fight.key, "name": fight.battle.name},
            "url": f"{SITE}/battles/{fight.key}/",
        },
    )


def test_the_end_of_a_battle_is_told_with_its_last_round(fight, battle_hook):
    before = fight.begin()
    after = copy.copy(before)
    after.point = replace(before.state, phase="over")
    announce_progress(fight.battle, before, after)
    assert events(battle_hook) == ["battle.begun", "battle.round-ended", "battle.ended"]
    assert [side["name"] for side in told(battle_hook)[-1][1]["sides"]] == [side.name for side in before.setup.sides]


def test_nothing_hidden_is_told(winter, hook, fight, battle_hook):
    boars, kobolds = enlist(winter, "ada", *BOARS), enlist(winter, "bob", *KOBOLDS)
    scenario = opened(winter, boars, kobolds)
    field(winter, scenario, boars)
    field(winter, scenario, kobolds)
    report(winter, scenario, {boars: 3}, (kobolds, "m1"))
    commit(winter, scenario)
    winter.seat("carl")
    fight.begin()
    bodies = "".join(row.body for row in WebhookDelivery.objects.all()).lower()
    assert [word for word in NEVER if word in bodies] == []
    assert bytes(fight.battle.seed).hex() not in bodies


def test_every_event_has_a_test_here(root):
    text = (root / "tests" / "webhooks" / "test_campaign_news.py").read_text(encoding="utf-8")
    names = [event.name for kind in (CAMPAIGNS, BATTLES) for event in kind.events]
    assert [name for name in names if f'"{name}"' not in text] == []


def test_what_is_about_a_deleted_battle_goes_with_it(fight, battle_hook):
    battle_delete(visitor=fight.visitor(), key=fight.key)
    assert not Webhook.objects.exists()
    assert not Battle.objects.exists()


def test_an_adventure_is_told_when_it_begins_and_when_it_is_over(winter, hook):
    made = campaign_adventure(winter, notes="CANARY", rounds=3)
    made.do(AdventureNoted("CANARY", hidden=True))
    made.do(AdventureClosed("The water is clear."))
    adventure_undo(**made.asking())
    made.do(AdventureClosed("They went home."))
    assert events(hook) == ["adventure.begun", "adventure.ended", "adventure.ended"]
    begun, ended, again = (data for _, data in told(hook))
    adventure = {"key": made.key, "number": 1, "name": "The Dry Well", "kind": "victory-points", "follows": 0}
    url = f"{SITE}/adventures/{made.key}/"
    assert begun == {"campaign": {"key": winter.key, "name": "The Long Winter"}, "adventure": adventure, "url": url}
    assert ended == {**begun, "outcome": "The water is clear."}
    assert again == {**begun, "outcome": "They went home."}
    assert "CANARY" not in str(told(hook))
    adventure_close(**made.asking())
    assert len(events(hook)) == 3
    other = campaign_adventure(winter)
    other.do(AdventureNoted("A start."))
    adventure_close(**other.asking())
    assert told(hook)[-1] == ("adventure.ended", {**begun, **told(hook)[-1][1], "outcome": ""})


def test_an_adventure_outside_campaigns_tells_no_one(hook):
    own_adventure("zoe").do(AdventureClosed("The end."), name="zoe")
    assert events(hook) == []
