"""Webhooks in tests: added by somebody, and sent by a worker that takes one job after the other."""

from typing import Any

from accounts.models import Owner
from jobs.services.workers import job_claim, job_run, worker_name
from jobs.tasks import begin_due_jobs
from tests.replays import replayed
from webhooks.models import Webhook, WebhookDelivery
from webhooks.selectors.webhooks import subject_kind_named
from webhooks.services.webhooks import webhook_add

SITE = "https://muster.example"


@replayed
def added(owner: Owner, kind: str, key: str, address: str, **values: Any) -> tuple[Webhook, str]:
    """Add a webhook that is told everything; return it with its secret."""
    subject = subject_kind_named(kind)
    assert subject
    usual: dict[str, Any] = {"format_": "json", "events": [event.name for event in subject.events], "site": SITE}
    return webhook_add(actor=owner, kind=kind, key=key, address=address, **{**usual, **values})


def work() -> int:
    """Do every job that waits, as a worker does; return how many there were."""
    number = 0
    while job := job_claim(worker=worker_name()):
        job_run(job=job)
        number += 1
    return number


def work_on_schedule() -> None:
    """Begin what is due by the schedule, and do it."""
    begin_due_jobs()
    work()


def states(webhook: Webhook) -> list[tuple[str, str, int]]:
    """Return the deliveries of a webhook, the first one first: event, state and tries."""
    rows = WebhookDelivery.objects.filter(webhook=webhook).order_by("pk")
    return list(rows.values_list("event", "state", "tries"))
