"""Deliveries from the transaction that makes them to their end: tried again, given up, switched off, never lost."""

import json
import socket
import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from campaigns.selectors.webhooks import CampaignNews
from jobs.models import Job, JobState
from tests.campaigns.verbs import Table, table
from tests.webhooks.hooks import added, states, work, work_on_schedule
from tests.webhooks.receiver import Receiver, answering
from webhooks import tasks
from webhooks.models import DeliveryState, Webhook, WebhookDelivery
from webhooks.services import publishing as services
from webhooks.services.messages import BOX, WebhookNews
from webhooks.services.publishing import (
    FAILING_AT_MOST,
    MAX_AN_HOUR,
    MAX_WAITING,
    NO_MANAGER,
    RETRIES,
    deliveries_add,
    deliveries_claim,
    deliveries_clear,
    publish,
)
from webhooks.services.sending import SendingOutcome

pytestmark = pytest.mark.django_db


@pytest.fixture
def winter(settings) -> Table:
    """Return a campaign whose jobs wait for a worker."""
    settings.JOBS_AT_ONCE = False
    return table("ada", "bob")


def hook_of(winter: Table, receiver: Receiver, **values: object) -> Webhook:
    return added(winter.people["ada"].owner, "campaign", winter.key, receiver.address, **values)[0]


def tell(winter: Table, text: str = "The Ford") -> None:
    news = WebhookNews(CampaignNews.ANNOUNCED, "/", "{name}", {"name": text}, {"name": text})
    publish("campaign", winter.key, {CampaignNews.ANNOUNCED: lambda: [news]})


def test_what_is_published_is_sent_after_the_commit_and_once(winter, receiver, django_capture_on_commit_callbacks):
    webhook = hook_of(winter, receiver)
    with django_capture_on_commit_callbacks(execute=True):
        tell(winter)
        assert (states(webhook), Job.objects.count()) == ([(CampaignNews.ANNOUNCED, "waiting", 0)], 0)
    assert work() == 1
    assert work() == 0
    assert states(webhook) == [(CampaignNews.ANNOUNCED, "delivered", 1)]
    (request,) = receiver.requests
    assert json.loads(request.body)["data"]["name"] == "The Ford"
    Verifier(BOX.decrypt(webhook.secret)).verify(request.body, request.headers)
    assert WebhookDelivery.objects.get().body == ""


def test_what_is_taken_back_is_not_told(winter, receiver):
    webhook = hook_of(winter, receiver)

    def fail() -> None:
        with transaction.atomic():
            tell(winter)
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert states(webhook) == []


def test_a_process_that_dies_after_the_commit_loses_nothing(winter, receiver):
    webhook = hook_of(winter, receiver)
    tell(winter)  # and no callback runs
    assert Job.objects.count() == 0
    work_on_schedule()
    assert states(webhook) == [(CampaignNews.ANNOUNCED, "delivered", 1)]


def test_the_schedule_begins_no_job_while_nothing_is_due(winter):
    work_on_schedule()
    assert not Job.objects.filter(kind="webhooks.deliver").exists()


def test_what_a_dead_worker_held_is_sent_again_under_the_same_id(winter, receiver):
    webhook = hook_of(winter, receiver)
    tell(winter)
    (held,) = deliveries_claim(most=5)
    assert deliveries_claim(most=5) == []
    with time_machine.travel(timezone.now() + services.CLAIM + timedelta(seconds=1)):
        work_on_schedule()
    assert states(webhook) == [(CampaignNews.ANNOUNCED, "delivered", 1)]
    assert receiver.requests[0].headers["webhook-id"] == held.key


def test_a_claim_from_before_the_clock_was_set_back_is_not_waited_for(winter, receiver):
    hook_of(winter, receiver)
    tell(winter)
    WebhookDelivery.objects.update(claimed_until=timezone.now() + timedelta(days=3))
    assert len(deliveries_claim(most=5)) == 1


def test_a_failed_try_is_made_again_at_growing_distances_and_given_up(winter, receiver):
    receiver.answers = [answering(500)]
    webhook = hook_of(winter, receiver)
    tell(winter)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        waits = []
        for number in range(1, len(RETRIES) + 1):
            work_on_schedule()
            row = WebhookDelivery.objects.get()
            assert (row.state, row.tries, row.status, row.reason) == ("waiting", number, 500, "It answered 500.")
            waits.append(row.next_try_at - timezone.now())
            work_on_schedule()
            assert len(receiver.requests) == number
            clock.move_to(row.next_try_at + timedelta(minutes=1))
        work_on_schedule()
    assert states(webhook) == [(CampaignNews.ANNOUNCED, "given-up", len(RETRIES) + 1)]
    assert all(usual <= wait <= 1.1 * usual for usual, wait in zip(RETRIES, waits, strict=True))
    assert sum(RETRIES, timedelta()) < timedelta(days=4)
    assert len({request.headers["webhook-id"] for request in receiver.requests}) == 1
    webhook.refresh_from_db()
    assert (webhook.is_enabled, webhook.needs_a_look) == (True, True)


def test_one_that_gets_through_makes_good_again(winter, receiver):
    receiver.answers = [answering(500), answering(200)]
    webhook = hook_of(winter, receiver)
    tell(winter)
    work_on_schedule()
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since is None, webhook.quiet_until is None) == (1, False, False)
    with time_machine.travel(timezone.now() + timedelta(minutes=3)):
        work_on_schedule()
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since, webhook.quiet_until) == (0, None, None)


def test_an_address_that_fails_is_left_alone_whatever_else_waits_for_it(winter, receiver):
    receiver.answers = [answering(500)]
    hook_of(winter, receiver)
    for number in range(5):
        tell(winter, f"Scenario {number}")
    work_on_schedule()
    assert len(receiver.requests) == 1


def test_a_busy_address_says_when_to_come_back_within_bounds(winter, receiver):
    receiver.answers = [answering(429, "Retry-After: 1800"), answering(429, "Retry-After: 999999")]
    webhook = hook_of(winter, receiver)
    tell(winter)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        work_on_schedule()
        webhook.refresh_from_db()
        assert webhook.quiet_until == timezone.now() + timedelta(minutes=30)
        clock.shift(timedelta(hours=1))
        work_on_schedule()
        webhook.refresh_from_db()
        assert webhook.quiet_until == timezone.now() + timedelta(hours=1)


def test_one_that_fails_for_days_is_switched_off(winter, receiver):
    receiver.answers = [answering(500)]
    webhook = hook_of(winter, receiver)
    tell(winter)
    work_on_schedule()
    with time_machine.travel(timezone.now() + FAILING_AT_MOST + timedelta(hours=1)):
        tell(winter)
        work_on_schedule()
    webhook.refresh_from_db()
    assert (webhook.is_enabled, webhook.stopped_for) == (False, "Every try failed for 5 days.")
    assert {state for _, state, _ in states(webhook)} == {"given-up"}


def test_one_that_answers_that_it_is_gone_is_switched_off_at_once(winter, receiver):
    receiver.answers = [answering(410)]
    webhook = hook_of(winter, receiver)
    tell(winter)
    work_on_schedule()
    webhook.refresh_from_db()
    assert (webhook.is_enabled, "410" in webhook.stopped_for) == (False, True)
    tell(winter)
    assert len(states(webhook)) == 1


def test_one_that_no_longer_manages_is_told_nothing(winter, receiver):
    webhook = hook_of(winter, receiver)
    winter.campaign.participants.update(role="player")
    tell(winter)
    webhook.refresh_from_db()
    assert (states(webhook), webhook.is_enabled, webhook.stopped_for) == ([], False, NO_MANAGER)


def test_an_address_that_the_settings_no_longer_allow_gets_nothing(winter, receiver, settings):
    webhook = hook_of(winter, receiver)
    tell(winter)
    settings.WEBHOOK_NETWORKS = []
    work_on_schedule()
    assert receiver.connections == 0
    assert "anyone on the internet" in WebhookDelivery.objects.get(webhook=webhook).reason


def test_a_webhook_whose_key_is_lost_fails_and_does_not_stop_the_others(winter, receiver, settings):
    lost, kept = hook_of(winter, receiver), hook_of(winter, receiver)
    Webhook.objects.filter(pk=lost.pk).update(address="fernet:nonsense")
    tell(winter)
    work_on_schedule()
    assert [states(hook)[0][1] for hook in (lost, kept)] == ["waiting", "delivered"]
    assert "lost the key" in WebhookDelivery.objects.get(webhook=lost).reason


def test_a_slow_address_does_not_hold_up_the_others(winter, receiver):
    arrived = threading.Event()

    def wait_for_the_others(connection: socket.socket) -> None:
        arrived.wait(8)
        answering(204)(connection)

    def note(connection: socket.socket) -> None:
        arrived.set()
        answering(204)(connection)

    receiver.answers = [note]
    with Receiver(answers=[wait_for_the_others]) as slow:
        slow_ones = [hook_of(winter, slow) for _ in range(4)]
        quick = hook_of(winter, receiver)
        tell(winter)
        work_on_schedule()
    assert arrived.is_set()
    assert [states(hook) for hook in (*slow_ones, quick)] == 5 * [[(CampaignNews.ANNOUNCED, "delivered", 1)]]
    assert WebhookDelivery.objects.filter(milliseconds__gt=7_000).count() == 0


def test_a_webhook_gets_so_many_in_an_hour_and_has_no_more_waiting_than_it_may(winter, receiver):
    webhook = hook_of(winter, receiver)
    news = WebhookNews(CampaignNews.ANNOUNCED, "/", "x")
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert len(deliveries_add(webhook, [news] * (MAX_AN_HOUR + 5))) == MAX_AN_HOUR
        assert deliveries_add(webhook, [news]) == []
        clock.shift(timedelta(hours=2))
        deliveries_add(webhook, [news] * MAX_AN_HOUR)
        clock.shift(timedelta(hours=2))
        assert len(deliveries_add(webhook, [news] * MAX_AN_HOUR)) == MAX_WAITING - 2 * MAX_AN_HOUR


def test_a_job_ends_after_a_while_and_another_goes_on(winter, receiver, monkeypatch):
    monkeypatch.setattr(tasks, "SECONDS_AT_MOST", -1.0)
    webhook = hook_of(winter, receiver)
    for _ in range(3):
        tell(winter)
    work_on_schedule()
    assert Job.objects.filter(kind="webhooks.deliver", state=JobState.DONE).count() >= 3
    assert [state for _, state, _ in states(webhook)] == ["delivered"] * 3


def test_one_that_was_switched_off_or_deleted_while_it_was_sent_stays_so(winter, receiver):
    off, gone = hook_of(winter, receiver), hook_of(winter, receiver)
    tell(winter)
    rows = {row.webhook_id: row for row in deliveries_claim(most=5)}
    services.webhook_stop(Webhook.objects.get(pk=off.pk))
    Webhook.objects.filter(pk=gone.pk).delete()
    for row in rows.values():
        services.outcome_store(delivery=row, outcome=SendingOutcome(500, "It answered 500.", 5))
    assert states(off) == [(CampaignNews.ANNOUNCED, "given-up", 1)]
    assert not Webhook.objects.filter(pk=gone.pk).exists()


def test_old_and_many_deliveries_are_cleared_and_waiting_ones_stay(winter, receiver, monkeypatch):
    webhook = hook_of(winter, receiver)
    for _ in range(6):
        tell(winter)
    keys = list(WebhookDelivery.objects.order_by("pk").values_list("pk", flat=True))
    WebhookDelivery.objects.filter(pk__in=keys[1:]).update(state=DeliveryState.DELIVERED)
    WebhookDelivery.objects.filter(pk__in=keys[:2]).update(made_at=timezone.now() - services.KEPT - timedelta(hours=1))
    monkeypatch.setattr(services, "KEPT_MOST", 3)
    assert deliveries_clear() == 2
    assert list(webhook.deliveries.order_by("pk").values_list("pk", flat=True)) == [keys[0], *keys[3:]]


def test_the_jobs_that_sent_deliveries_are_cleared_after_a_day(winter, receiver):
    hook_of(winter, receiver)
    tell(winter)
    work_on_schedule()
    deliveries_clear()
    assert Job.objects.filter(kind="webhooks.deliver").count() == 1
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        deliveries_clear()
    assert not Job.objects.filter(kind="webhooks.deliver").exists()


def test_webhooks_go_with_what_they_are_about(winter, receiver):
    hook_of(winter, receiver)
    Webhook.objects.update(subject_key="nothing")
    deliveries_clear()
    assert not Webhook.objects.exists()
