"""The job that sends webhook messages: started after a commit, and by the schedule while anything is due."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from common.refusal import Refusal
from jobs.services.jobs import JobKind, JobRun, register_kind
from webhooks.models import WebhookDelivery
from webhooks.services.publishing import (
    DELIVER,
    DeliveryRequest,
    deliveries_claim,
    due_deliveries,
    outcome_store,
    request_of,
    sending_begin,
)
from webhooks.services.sending import SendingOutcome, send

AT_ONCE = 8
"""Addresses that are sent to at once; no one waits for the slowest longer than a request may take."""
SECONDS_AT_MOST = 60.0
"""The maximum duration of a job, so that others get their turn; the next one continues."""


def _deliver(run: JobRun) -> None:
    """Send what is due, a few addresses at a time."""
    began, delivered, tried = time.monotonic(), 0, 0
    run.begin_step("Sending")
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="webhook") as pool:
        while rows := deliveries_claim(most=AT_ONCE):
            for row, outcome in zip(rows, pool.map(_try, [_request(row) for row in rows]), strict=True):
                outcome_store(delivery=row, outcome=outcome)
                delivered, tried = delivered + outcome.is_delivered, tried + 1
            run.advance(done=tried, result={"delivered": delivered, "tried": tried})
            run.look()
            if time.monotonic() - began > SECONDS_AT_MOST:
                sending_begin()
                break


def _request(delivery: WebhookDelivery) -> DeliveryRequest | SendingOutcome:
    """Return the request for a delivery, or why there can be none. Sending threads make no queries."""
    try:
        return request_of(delivery)
    except Refusal as refusal:
        return SendingOutcome(None, refusal.message, 0)


def _try(request: DeliveryRequest | SendingOutcome) -> SendingOutcome:
    return request if isinstance(request, SendingOutcome) else send(*request)


DELIVERIES = register_kind(
    JobKind(
        name=DELIVER,
        label="Messages to webhooks",
        work=_deliver,
        permissions=("webhooks.view_webhook",),
        every=timedelta(minutes=1),
        is_wanted=lambda: due_deliveries().exists(),
    )
)
