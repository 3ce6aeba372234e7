"""Reminders by mail: what a person asks for, at most one a day, to verified addresses, without typed texts."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from campaigns.models import CampaignWarband, ReminderMail, ReminderSettings
from campaigns.models.reminders import ReminderMailState
from campaigns.selectors.reminders import Agenda, unsubscribe_token
from campaigns.services import reminders
from campaigns.services.game_nights import game_night_remove
from campaigns.services.reminders import (
    is_reminding_needed,
    reminders_clear,
    reminders_queue,
    reminders_send,
    reminders_stop,
)
from campaigns.services.scenarios import scenario_edit
from campaigns.services.takeovers import organizer_answer, takeover_ask
from jobs.models import Job
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.reminders import ReminderWishes
from rules.errors import RulesError
from tests.campaigns.league_play import round_plan
from tests.campaigns.play import field, state_of
from tests.campaigns.reminding import ProcessKilled, mailed, wants, work
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium", "server")]


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


def test_a_process_that_dies_before_sending_sends_nothing_twice(mill: Table, monkeypatch: pytest.MonkeyPatch):
    wants(mill, "ada", before_night=True)
    wants(mill, "bob", before_night=True)
    assert reminders_queue() == 2

    def die(*_: object) -> None:
        raise ProcessKilled

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", die)
        with pytest.raises(ProcessKilled):
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
        raise ProcessKilled

    reminders_queue()
    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", send_and_die)
        with pytest.raises(ProcessKilled):
            reminders_send()
    work()
    assert len(mail.outbox) == 1


def test_a_process_that_dies_between_two_people_goes_on_with_the_others(mill: Table):
    wants(mill, "ada", before_night=True)
    wants(mill, "bob", before_night=True)
    looks = iter((None, ProcessKilled))

    def look() -> None:
        if fault := next(looks):
            raise fault

    with pytest.raises(ProcessKilled):
        reminders_queue(look)
    work()
    assert mailed() == ["ada@example.org", "bob@example.org"]


def test_a_campaign_that_cannot_be_read_keeps_no_mail_from_others(mill: Table, monkeypatch: pytest.MonkeyPatch):
    broken = wants(mill, "ada", before_night=True)
    wants(mill, "bob", before_night=True)
    reminders_queue()
    usual = reminders.agenda_of

    def agenda(settings: ReminderSettings) -> Agenda:
        if settings.user == broken:
            raise RulesError("The journal cannot be read.")
        return usual(settings)

    monkeypatch.setattr(reminders, "agenda_of", agenda)
    work()
    assert mailed() == ["bob@example.org"]


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


def test_everyone_hears_of_a_request_to_take_the_campaign_over(clock: Any, winter: Table):
    for who, wish in (("ada", "before_night"), ("bob", "by_organizers"), ("cleo", "overdue"), ("eve", "overdue")):
        wants(winter, who, **{wish: True})
    wants(winter, "dan")
    takeover_ask(**winter.asking("cleo"))
    days = {}
    for day in range(8):
        mail.outbox.clear()
        work()
        days[day] = mailed()
        clock.shift(timedelta(days=1))
    both = ["ada@example.org", "bob@example.org"]
    assert days == {day: both if day in (0, 1, 3, 7) else [] for day in range(8)}
    sent = mail.outbox[0]
    assert sent.subject == "1 task on Muster"
    assert "A request to take over your campaign is open" in sent.body
    assert f"https://muster.example/campaigns/{winter.key}/" in sent.body
    assert "Winter" not in sent.body
    organizer_answer(**winter.asking("ada"))
    mail.outbox.clear()
    clock.shift(timedelta(days=7))
    work()
    assert mail.outbox == []


def test_old_mails_are_forgotten(mill: Table, clock: Any):
    wants(mill, "bob", before_night=True)
    work()
    clock.shift(timedelta(days=30))
    assert reminders_clear() == 0
    clock.shift(timedelta(days=2))
    assert reminders_clear() == 1
