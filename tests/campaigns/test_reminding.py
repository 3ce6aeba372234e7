"""Reminders by organizers, what webhooks hear of them, and reminders by programs."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from campaigns.models import Campaign, CampaignWarband, ReminderMail
from campaigns.services import announcing
from campaigns.services.reminders import (
    is_reminding_needed,
    reminders_announce,
)
from campaigns.services.scenarios import scenario_edit
from rules.campaigns.leagues.rounds import RoundPlan
from tests.campaigns.league_play import round_plan
from tests.campaigns.play import field, opened, state_of
from tests.campaigns.reminding import ProcessKilled, wants, work
from tests.campaigns.verbs import Table
from tests.webhooks.hooks import added
from webhooks.models import Webhook

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium", "server")]


# Reminders by organizers


def remind(table: Table, who: str = "ada", **fields: str) -> Any:
    return table.people[who].client.post(f"/campaigns/{table.key}/remind/", fields, follow=True)


def preview(table: Table, who: str = "ada", query: str = "") -> str:
    answer = table.people[who].client.get(f"/campaigns/{table.key}/remind/{query}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_an_organizer_sees_whom_a_reminder_reaches_and_sends_it(mill: Table):
    wants(mill, "bob", by_organizers=True)
    text = preview(mill).partition("Get a mail")[2]
    assert text.index("<bdi>bob</bdi>") < text.index("Left out") < text.index("<bdi>ada</bdi>")
    assert "“The Secret Mill”: The bobs has not fielded." in text
    assert "did not ask for reminders by organizers." in text
    assert "example.org" not in text
    assert mail.outbox == []
    assert "1 reminder on the way." in remind(mill).content.decode()
    work()
    (sent,) = mail.outbox
    assert sent.to == ["bob@example.org"]
    assert sent.body.startswith("An organizer of your campaign asks you to take your turn.")
    assert "ada" not in sent.body
    assert "already has a reminder today." in preview(mill)
    assert "No reminder could be sent by mail." in remind(mill).content.decode()
    work()
    assert len(mail.outbox) == 1


def test_a_reminder_by_an_organizer_takes_the_mail_of_the_day(mill: Table, clock: Any):
    wants(mill, "bob", by_organizers=True, before_night=True)
    work()
    remind(mill)
    work()
    assert len(mail.outbox) == 1
    clock.shift(timedelta(days=1))
    remind(mill)
    work()
    assert len(mail.outbox) == 2


@pytest.mark.parametrize(
    ("asked", "words", "night", "sent"),
    [
        ("2026-11-19 22:30+01:00", "tomorrow after 8:00", "2026-11-20 03:10+01:00", "2026-11-20 08:10+01:00"),
        ("2026-11-19 06:30+01:00", "today after 8:00", "2026-11-19 07:59+01:00", "2026-11-19 08:00+01:00"),
    ],
)
def test_a_reminder_of_the_night_goes_in_the_morning(
    mill: Table, clock: Any, asked: str, words: str, night: str, sent: str
):
    wants(mill, "bob", by_organizers=True, before_night=True, when_due=True)
    clock.move_to(datetime.fromisoformat(asked))
    assert f"<bdi>bob</bdi> {words} by their clocks" in preview(mill)
    remind(mill)
    for moment in (asked, night):
        clock.move_to(datetime.fromisoformat(moment))
        work()
        assert mail.outbox == []
    assert "already has a reminder today." in preview(mill)
    clock.move_to(datetime.fromisoformat(sent))
    for _ in range(2):
        work()
    (message,) = mail.outbox
    assert message.body.startswith("An organizer of your campaign asks you")


def test_where_no_one_hears_of_it_nothing_is_sent(mill: Table, settings: Any):
    settings.JOBS_AT_ONCE = False
    assert "Send reminders" not in preview(mill)
    added(mill.people["ada"].owner, "campaign", mill.key, "https://hook.example.org/club")
    assert "Send reminders" in preview(mill)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("no mail", "gets none: this site sends no mail."),
        ("not verified", "has not verified their email address."),
        ("no address", "has no email address."),
        ("not asked", "did not ask for reminders by organizers."),
    ],
)
def test_the_preview_says_why_someone_is_left_out(mill: Table, settings: Any, state: str, words: str):
    wants(mill, "bob", verified=state != "not verified", by_organizers=state != "not asked", overdue=True)
    if state == "no address":
        EmailAddress.objects.all().delete()
    settings.SENDS_MAIL = state != "no mail"
    assert f"<bdi>bob</bdi> {words}" in preview(mill)
    remind(mill)
    assert not ReminderMail.objects.exists()


def test_only_organizers_of_open_campaigns_remind(mill: Table):
    wants(mill, "bob", by_organizers=True)
    assert "Only an organizer can remind players." in preview(mill, "bob")
    assert "Send reminders" not in preview(mill, "bob")
    assert "Only an organizer can remind players." in remind(mill, "bob").content.decode()
    assert remind(mill, "eve").status_code == 404
    assert not ReminderMail.objects.exists()


def test_a_round_has_a_reminder_of_its_own(mill: Table):
    wants(mill, "bob", by_organizers=True)
    number = round_plan(**mill.asking("ada"), plan=RoundPlan())
    page = f"/campaigns/{mill.key}/rounds/{number}/"
    assert "Remind players" not in mill.people["ada"].client.get(page).content.decode()
    assert "No table waits for a player." in preview(mill, query="?round=1")
    assert "No table waits for a player." in remind(mill, round="1").content.decode()
    scenario_edit(**mill.asking("ada"), scenario=1, plan=replace(state_of(mill, 1).plan, round=number))
    assert "remind/?round=1" in mill.people["ada"].client.get(page).content.decode()
    assert "remind/" not in mill.people["bob"].client.get(page).content.decode()
    assert 'name="round" value="1"' in preview(mill, query="?round=1")
    assert "1 reminder on the way." in remind(mill, round="1").content.decode()
    for text in ("2", "x", "9" * 30, "-1"):
        assert mill.people["ada"].client.get(f"/campaigns/{mill.key}/remind/", {"round": text}).status_code == 404


def test_the_preview_has_a_fixed_number_of_queries(mill: Table, django_assert_max_num_queries: Any):
    for who in ("ada", "bob", "cleo", "dan"):
        wants(mill, who, by_organizers=True)
    opened(mill, *mill.campaign.warbands.all(), title="Another")
    with django_assert_max_num_queries(18):
        preview(mill)


def test_who_reported_waits_for_no_one(mill: Table, kobolds: CampaignWarband, boars: CampaignWarband):
    field(mill, 1, kobolds)
    field(mill, 1, boars)
    text = preview(mill)
    assert text.count("No one has reported the result.") == 2


# Webhooks


@pytest.fixture
def hook(mill: Table, settings: Any) -> Webhook:
    """A webhook of the campaign that wants everything; nothing is sent."""
    settings.JOBS_AT_ONCE = False
    return added(mill.people["ada"].owner, "campaign", mill.key, "https://hook.example.org/club")[0]


def told(hook: Webhook) -> list[str]:
    """Return the reminders that a webhook got since it was last asked."""
    rows = list(hook.deliveries.order_by("pk").values_list("event", flat=True))
    hook.deliveries.all().delete()
    return rows


@pytest.mark.parametrize(
    ("moment", "events"),
    [
        ("2026-11-19 07:59+01:00", []),
        ("2026-11-19 08:30+01:00", ["night.tomorrow"]),
        ("2026-11-20 08:30+01:00", ["scenario.due"]),
        ("2026-11-20 20:00+01:00", []),
        ("2026-11-21 08:30+01:00", ["scenario.overdue"]),
        ("2026-11-22 08:30+01:00", []),
        ("2026-11-23 08:30+01:00", ["scenario.overdue", "campaign.digest"]),
    ],
)
def test_webhooks_hear_once_a_day_what_is_due(
    mill: Table, hook: Webhook, clock: Any, settings: Any, moment: str, events: list[str]
):
    settings.SENDS_MAIL = False
    clock.move_to(datetime.fromisoformat(moment))
    assert is_reminding_needed()
    for _ in range(3):
        reminders_announce()
    assert told(hook) == events
    assert mail.outbox == []


def test_what_webhooks_hear_has_names_and_days_but_no_place(mill: Table, hook: Webhook, clock: Any):
    clock.move_to(datetime.fromisoformat("2026-11-23 08:30+01:00"))
    reminders_announce()
    overdue, digest = (json.loads(row.body) for row in hook.deliveries.order_by("pk"))
    assert (overdue["data"]["due"], overdue["data"]["days_late"]) == ("2026-11-20", 3)
    assert overdue["data"]["scenario"]["name"] == "The Secret Mill"
    assert (digest["data"]["scenarios"], digest["data"]["late"]) == ({"field": 1}, 1)
    assert "attic" not in json.dumps([overdue, digest])


def test_a_crash_while_announcing_loses_and_repeats_nothing(mill: Table, hook: Webhook, monkeypatch: Any):
    def die(*_: object) -> None:
        raise ProcessKilled

    with monkeypatch.context() as patch:
        patch.setattr(announcing, "publish", die)
        with pytest.raises(ProcessKilled):
            reminders_announce()
    for _ in range(2):
        reminders_announce()
    assert told(hook) == ["night.tomorrow"]


def test_webhooks_hear_of_a_reminder_by_an_organizer_even_without_mail(mill: Table, hook: Webhook, settings: Any):
    settings.SENDS_MAIL = False
    remind(mill)
    (sent,) = hook.deliveries.all()
    assert json.loads(sent.body)["data"]["players"] == ["ada", "bob"]


def test_a_campaign_that_is_over_announces_nothing(mill: Table, hook: Webhook):
    hook.events = ["scenario.announced"]
    hook.save()
    assert not is_reminding_needed()
    hook.events = ["scenario.due"]
    hook.save()
    assert is_reminding_needed()
    Campaign.objects.update(phase="archived")
    assert not is_reminding_needed()
    assert reminders_announce() == 0


# The API


def test_programs_set_reminders_and_remind(mill: Table):
    bob, ada = mill.people["bob"].client, mill.people["ada"].client
    address = "/api/v1/account/reminders/"
    assert bob.get(address).json() == {
        **dict.fromkeys(("before_night", "when_due", "overdue", "digest", "by_organizers"), False),
        "time_zone": "UTC",
        "sends_mail": True,
        "is_verified": False,
    }
    wants(mill, "bob")
    body = {"by_organizers": True, "time_zone": "Europe/Paris"}
    answer = bob.put(address, body, content_type="application/json")
    assert (answer.status_code, answer.json()["by_organizers"], answer.json()["is_verified"]) == (200, True, True)
    assert bob.put(address, {"time_zone": "Nowhere"}, content_type="application/json").status_code == 422
    assert bob.put(address, {"x": 1}, content_type="application/json").status_code == 400
    assert Client().get(address).status_code == 401

    late = f"/api/v1/campaigns/{mill.key}/remind/"
    players = ada.get(late).json()["players"]
    assert [(player["name"], bool(player["obstacle"])) for player in players] == [("ada", True), ("bob", False)]
    assert bob.get(late).status_code == 403
    assert ada.get(f"{late}?round=7").status_code == 404
    assert ada.post(f"{late}?round=7").status_code in (404, 422)
    assert ada.post(late).json()["players"] == players
    assert ReminderMail.objects.get().by_organizer
