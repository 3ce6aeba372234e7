"""Holding a campaign as it is while something is written to it, so that no editor overwrites another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from accounts.models import Owner
from campaigns.models import GameNight
from campaigns.selectors.scenarios import scenario_head
from campaigns.services.journal import journal_open


@contextmanager
def campaign_held(*, actor: Owner, key: str, scenario: int | None = None) -> Iterator[int]:
    """Lock a campaign and yield its version, or that of one of its scenarios; what follows is in one transaction.

    The version is the number of the last entry of the journal, or of the last one about the scenario, 0 where there is
    none. Raises ``Refusal`` as ``journal_open``.
    """
    with transaction.atomic():
        campaign = journal_open(actor=actor, key=key, also_archived=True).campaign
        yield campaign.head if scenario is None else scenario_head(campaign, scenario)


@contextmanager
def game_night_held(*, actor: Owner, key: str, scenario: int) -> Iterator[int]:
    """Do as ``campaign_held`` with the version of a scenario's game night: how often it was set, 0 for none."""
    with transaction.atomic():
        campaign = journal_open(actor=actor, key=key).campaign
        night = GameNight.objects.filter(scenario__campaign=campaign, scenario__number=scenario).first()
        yield night.version + 1 if night else 0
