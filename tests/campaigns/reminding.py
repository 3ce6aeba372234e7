"""People who ask for reminders, the hourly job that sends them, and who got a mail."""

from typing import Any

from allauth.account.models import EmailAddress
from django.core import mail

from campaigns.services import reminders
from campaigns.services.reminders import (
    reminder_settings_set,
)
from jobs.services.jobs import kind_named
from jobs.tasks import begin_job
from rules.campaigns.reminders import ReminderWishes
from tests.campaigns.verbs import Table

ZONE = "Europe/Paris"
MORNING = "2026-11-19 08:30+01:00"
"""A Thursday, the day before the game night of ``mill``."""


class ProcessKilled(Exception):
    """The process died."""


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
