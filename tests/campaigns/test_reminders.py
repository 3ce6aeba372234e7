"""Reminders by mail: what a person asks for, at most one a day, to verified addresses, without typed texts."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from campaigns.models import Campaign, CampaignWarband, ReminderMail, ReminderSettings
from campaigns.models.reminders import ReminderMailState
from campaigns.selectors.reminders import unsubscribe_token
from campaigns.services import announcing, reminders
from campaigns.services.game_nights import game_night_remove, game_night_set
from campaigns.services.leagues import round_plan
from campaigns.services.reminders import (
    is_reminding_needed,
    reminder_settings_set,
    reminders_announce,
    reminders_clear,
    reminders_queue,
    reminders_send,
    reminders_stop,
)
from campaigns.services.scenarios import scenario_edit
from jobs.models import Job
from jobs.services.jobs import kind_named
from jobs.tasks import begin_job
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.reminders import ReminderWishes
from tests.campaigns.play import field, opened, state_of
from tests.campaigns.verbs import Table
from tests.webhooks.hooks import added
from webhooks.models import Webhook

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium", "server")]

ZONE = "Europe/Paris"
MORNING = "2026-11-19 08:30+01:00"
"""A Thursday, the day before the game night of ``mill``."""


@pytest.fixture
def server(settings: Any) -> None:
    """Let the site have a mail server."""
    settings.SENDS_MAIL = True


@pytest.fixture
def clock() -> Iterator[Any]:
    """Let it be the morning before the game night."""
    with time_machine.travel(datetime.fromisoformat(MORNING), tick=False) as traveler:
        yield traveler


@pytest.fixture
def mill(winter: Table, clock: Any, kobolds: CampaignWarband, boars: CampaignWarband) -> Table:
    """Scenario 1 of ada's and bob's warbands is open and is played tomorrow in a secret place."""
    scenario = opened(winter, kobolds, boars, title="The Secret Mill")
    starts = datetime(2026, 11, 20, 19, 30)  # noqa: DTZ001 # clocks of a place
    night = {"starts": starts, "time_zone": ZONE, "minutes": 180, "place": "Ada’s attic"}
    game_night_set(**winter.asking("ada"), scenario=scenario, **night)
    return winter


def wants(table: Table, who: str, *, zone: str = ZONE, verified: bool = True, **wishes: bool) -> Any:
    """Let somebody ask for reminders; return their account."""
    user = table.people[who].owner.user
    assert user is not None
    EmailAddress.objects.get_or_create(
        user=user, email=f"{who}@example.org", defaults={"verified": verified, "primary": True}
    )
    reminder_settings_set(user=user, wishes=ReminderWishes(**wishes), time_zone=zone, site="https://muster.example")
    return user


def work() -> None:
    """Do the hourly job."""
    kind = kind_named(reminders.REMIND)
    assert kind is not None
    begin_job(kind=kind, title=kind.label, arguments={}, by=None)


def mailed() -> list[str]:
    return sorted(address for message in mail.outbox for address in message.to)


def test_the_mail_before_a_night_has_dates_and_links_and_nothing_that_was_typed(mill: Table):
    wants(mill, "bob", before_night=True)
    work()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["bob@example.org"], "Your game night is tomorrow")
    assert "Game night tomorrow: Friday 20 November, 19:30 (Europe/Paris)" in sent.body
    assert "Field your warband (due in 1 day)" in sent.body
    assert f"https://muster.example/campaigns/{mill.key}/scenarios/1/" in sent.body
    everything = sent.subject + sent.body
    for typed in ("Secret", "Mill", "attic", "Winter", "ada", "boars"):
        assert typed.casefold() not in everything.casefold()
    assert Job.objects.get().result == {"announced": 0, "queued": 1, "sent": 1}


def test_no_one_gets_mail_without_asking(mill: Table):
    user = wants(mill, "bob")
    wants(mill, "ada", by_organizers=True)
    work()
    assert mail.outbox == []
    assert not ReminderMail.objects.filter(user=user).exists()


@pytest.mark.parametrize(
    ("moment", "wishes", "is_mailed"),
    [
        ("2026-11-20 09:00+01:00", {"when_due": True}, True),
        ("2026-11-20 09:00+01:00", {"overdue": True, "before_night": True}, False),
        ("2026-11-21 09:00+01:00", {"overdue": True}, True),
        ("2026-11-21 09:00+01:00", {"when_due": True}, False),
        ("2026-11-22 09:00+01:00", {"overdue": True}, False),
        ("2026-11-23 09:00+01:00", {"digest": True}, True),
        ("2026-11-24 09:00+01:00", {"digest": True}, False),
        ("2026-11-19 07:59+01:00", {"before_night": True}, False),
        ("2026-11-19 20:00+01:00", {"before_night": True}, False),
    ],
)
def test_each_reminder_has_its_days_and_hours(mill: Table, clock: Any, moment: str, wishes: Any, is_mailed: bool):
    wants(mill, "bob", **wishes)
    clock.move_to(datetime.fromisoformat(moment))
    work()
    assert mailed() == ["bob@example.org"] * is_mailed


def test_days_and_hours_are_those_of_the_person(mill: Table, clock: Any):
    wants(mill, "bob", zone="Pacific/Auckland", before_night=True)  # half past eight in the evening
    wants(mill, "ada", zone="America/New_York", before_night=True)  # half past two in the night
    work()
    assert mail.outbox == []
    clock.shift(timedelta(hours=6))
    work()
    assert mailed() == ["ada@example.org"]


def test_what_is_done_is_not_mentioned(mill: Table, clock: Any, boars: CampaignWarband):
    wants(mill, "bob", overdue=True)
    field(mill, 1, boars)
    clock.move_to(datetime.fromisoformat("2026-11-21 09:00+01:00"))
    work()
    assert mail.outbox == []


def test_without_a_night_the_last_day_of_the_round_counts(mill: Table, clock: Any):

    game_night_remove(**mill.asking("ada"), scenario=1)
    number = round_plan(**mill.asking("ada"), plan=RoundPlan(starts="2026-11-16", ends="2026-11-22"))
    scenario_edit(**mill.asking("ada"), scenario=1, plan=replace(state_of(mill, 1).plan, round=number))
    wants(mill, "bob", when_due=True)
    clock.move_to(datetime.fromisoformat("2026-11-20 09:00+01:00"))
    work()
    assert mail.outbox == []
    clock.move_to(datetime.fromisoformat("2026-11-22 09:00+01:00"))
    work()
    assert "Field your warband (due today)" in mail.outbox[0].body


def test_at_most_one_mail_a_day_over_all_campaigns(mill: Table, clock: Any):
    wants(mill, "bob", before_night=True, when_due=True, overdue=True, digest=True)
    for _ in range(30):  # until 14:30 of the next day
        work()
        clock.shift(timedelta(hours=1))
    assert [row.day.isoformat() for row in ReminderMail.objects.all()] == ["2026-11-19", "2026-11-20"]
    assert len(mail.outbox) == 2


@pytest.mark.parametrize("state", ["no address", "not verified", "not active", "no longer verified"])
def test_only_verified_addresses_of_active_accounts_get_mail(mill: Table, state: str):
    user = wants(mill, "bob", before_night=True)
    if state == "no longer verified":
        reminders_queue()
    if state == "no address":
        EmailAddress.objects.all().delete()
    elif state == "not active":
        type(user).objects.filter(pk=user.pk).update(is_active=False)
    else:
        EmailAddress.objects.update(verified=False)
    work()
    assert mail.outbox == []
    assert not ReminderMail.objects.exists()


class Died(Exception):
    """The process died."""


def test_a_process_that_dies_before_sending_sends_nothing_twice(mill: Table, monkeypatch: pytest.MonkeyPatch):
    wants(mill, "ada", before_night=True)
    wants(mill, "bob", before_night=True)
    assert reminders_queue() == 2

    def die(*_: object) -> None:
        raise Died

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", die)
        with pytest.raises(Died):
            reminders_send()
    states = list(ReminderMail.objects.order_by("user").values_list("state", flat=True))
    assert states == [ReminderMailState.SENDING, ReminderMailState.WAITING]
    work()
    assert mailed() == ["bob@example.org"]
    work()
    assert len(mail.outbox) == 1


def test_a_process_that_dies_after_sending_sends_nothing_twice(mill: Table, monkeypatch: pytest.MonkeyPatch):
    wants(mill, "bob", before_night=True)

    send = EmailBackend.send_messages

    def send_and_die(backend: Any, messages: Any) -> None:
        send(backend, messages)
        raise Died

    reminders_queue()
    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", send_and_die)
        with pytest.raises(Died):
            reminders_send()
    work()
    assert len(mail.outbox) == 1


def test_a_process_that_dies_between_two_people_goes_on_with_the_others(mill: Table):
    wants(mill, "ada", before_night=True)
    wants(mill, "bob", before_night=True)
    looks = iter((None, Died))

    def look() -> None:
        if fault := next(looks):
            raise fault

    with pytest.raises(Died):
        reminders_queue(look)
    work()
    assert mailed() == ["ada@example.org", "bob@example.org"]


def test_a_mail_server_that_is_away_gets_them_later_the_same_day(mill: Table, settings: Any, clock: Any):
    wants(mill, "bob", before_night=True)
    usual = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    work()
    assert ReminderMail.objects.get().state == ReminderMailState.WAITING
    settings.EMAIL_BACKEND = usual
    clock.shift(timedelta(hours=1))
    work()
    assert mailed() == ["bob@example.org"]


def test_a_mail_of_yesterday_is_not_sent(mill: Table, clock: Any):
    wants(mill, "bob", before_night=True)
    reminders_queue()
    clock.shift(timedelta(days=1))
    assert reminders_send() == 0
    assert mail.outbox == []
    assert not ReminderMail.objects.exists()


def test_without_a_mail_server_the_job_has_nothing_to_do(mill: Table, settings: Any):
    assert not is_reminding_needed()
    wants(mill, "bob", before_night=True)
    assert is_reminding_needed()
    settings.SENDS_MAIL = False
    assert not is_reminding_needed()
    page = mill.people["bob"].client.get("/accounts/reminders/").content.decode()
    assert "This site sends no mail" in page


def test_one_click_ends_all_reminders_without_signing_in(mill: Table):
    user = wants(mill, "bob", before_night=True, by_organizers=True)
    work()
    (sent,) = mail.outbox
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = sent.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("https://muster.example")
    stranger = Client(enforce_csrf_checks=True)
    assert "Stop all reminders?" in stranger.get(address).content.decode()
    assert ReminderSettings.objects.get(user=user).before_night
    answer = stranger.post(address, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert ReminderSettings.objects.get(user=user).wishes == ReminderWishes()
    assert address in sent.body


def test_a_token_of_nothing_ends_nothing(mill: Table):
    user = wants(mill, "bob", before_night=True)
    for token in ("1", "x:y", unsubscribe_token(user.pk)[:-1], f"{user.pk}:", "-"):
        assert Client().post(f"/reminders/off/{token}/").status_code == 404
    assert not reminders_stop(token="1")
    assert ReminderSettings.objects.get().before_night


def test_a_stop_reaches_a_mail_that_waits(mill: Table):
    user = wants(mill, "bob", before_night=True)
    reminders_queue()
    assert reminders_stop(token=unsubscribe_token(user.pk))
    assert reminders_send() == 0
    assert mail.outbox == []


def test_the_page_saves_what_a_person_asks_for(winter: Table):
    bob = winter.people["bob"].client
    page = bob.get("/accounts/reminders/").content.decode()
    assert "verify your email" in " ".join(page.split())
    assert "checked" not in page
    assert " data-own-zone" in page
    form = {"before_night": "on", "digest": "on", "time_zone": "Europe/Paris"}
    answer = bob.post("/accounts/reminders/", form, follow=True)
    assert "Your reminders are saved." in answer.content.decode()
    row = ReminderSettings.objects.get()
    assert row.wishes == ReminderWishes(before_night=True, digest=True)
    assert (row.time_zone, row.site) == ("Europe/Paris", "http://testserver")
    assert bob.get("/accounts/reminders/").content.decode().count("checked") == 2
    answer = bob.post("/accounts/reminders/", {"time_zone": "Middle/Earth"})
    assert answer.status_code == 422
    assert "Choose a time zone from the list." in answer.content.decode()
    assert Client().get("/accounts/reminders/")["Location"].startswith("/accounts/login/")


def test_old_mails_are_forgotten(mill: Table, clock: Any):
    wants(mill, "bob", before_night=True)
    work()
    clock.shift(timedelta(days=30))
    assert reminders_clear() == 0
    clock.shift(timedelta(days=2))
    assert reminders_clear() == 1


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
    assert "Remind who is late" not in mill.people["ada"].client.get(page).content.decode()
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
        raise Died

    with monkeypatch.context() as patch:
        patch.setattr(announcing, "publish", die)
        with pytest.raises(Died):
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
