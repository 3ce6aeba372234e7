"""Large prints that are made in the background: begun within bounds, and removed after a day with their files."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from common.refusal import Refusal
from compendium.services.uploads import upload_remove
from jobs.models import ENDED, Job, JobState

PRINT_KIND: Final = "compendium.print"
ROSTER_KIND: Final = "warbands.print"
KEPT_HOURS: Final = 24
MOST_OF_CALLER: Final = 2
"""Prints that one caller may have in the making at once."""
MOST_OF_ADDRESS: Final = 12
MOST_OF_ALL: Final = 60
MOST_A_DAY_OF_CALLER: Final = 60
"""Prints that are stored of one caller, made or not: each is stored for a day."""
MOST_A_DAY_OF_ADDRESS: Final = 600


def check_open_prints(*, caller: str, address: str) -> None:
    """Raise ``Refusal`` where a caller, an address or all together have enough prints in the making, or stored.

    Three queries.
    """
    prints = Job.objects.filter(kind__in=(PRINT_KIND, ROSTER_KIND)).order_by()
    stated = list(prints.exclude(state__in=ENDED).values_list("arguments__caller", "arguments__address")[:MOST_OF_ALL])
    of_caller = sum(one == caller for one, _ in stated) if caller else 0
    if of_caller >= MOST_OF_CALLER or sum(one == address for _, one in stated) >= MOST_OF_ADDRESS:
        raise Refusal("Your other prints are still being made. Try again when one of them is done.", code="print.full")
    if len(stated) >= MOST_OF_ALL:
        raise Refusal("The site has many prints to make just now. Try again in a few minutes.", code="print.full")
    stored_of_caller = prints.filter(arguments__caller=caller).count() if caller else 0
    if (
        stored_of_caller >= MOST_A_DAY_OF_CALLER
        or prints.filter(arguments__address=address).count() >= MOST_A_DAY_OF_ADDRESS
    ):
        raise Refusal("You have had many large prints made. Try again in a day.", code="print.full")


def prints_clear() -> int:
    """Remove the prints that were kept for a day, and those that no one made in that time; return how many."""
    return _remove(Q(finished_at__lt=_oldest()) | Q(state=JobState.WAITING, made_at__lt=_oldest()))


@transaction.atomic
def prints_forget(*, user: User) -> int:
    """Remove the prints of an account; return how many."""
    return _remove(Q(made_by=user))


def is_kept(job: Job) -> bool:
    """Return True while what a job has printed may be fetched."""
    return job.finished_at is None or job.finished_at >= _oldest()


def _oldest() -> Any:
    return timezone.now() - timedelta(hours=KEPT_HOURS)


def _remove(condition: Q) -> int:
    jobs = list(Job.objects.filter(condition, kind__in=(PRINT_KIND, ROSTER_KIND)))
    for job in jobs:
        upload_remove(str(job.result.get("file", "")))
        job.delete()
    return len(jobs)
