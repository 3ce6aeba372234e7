"""Correcting what a scenario has, in one call each."""

from typing import Any

from accounts.models import Owner
from campaigns.services.corrections import (
    FeatCorrection,
    ReportCorrection,
    RollCorrection,
    ScenarioCorrection,
    scenario_correct,
)


def roll_correct(*, actor: Owner, key: str, scenario: int, reason: str, **roll: Any) -> None:
    """Correct a roll; the other fields are those of ``RollCorrection``."""
    _correct(actor, key, scenario, reason, RollCorrection(**roll))


def feat_correct(*, actor: Owner, key: str, scenario: int, reason: str, **feat: Any) -> None:
    """Correct a chosen feat; the other fields are those of ``FeatCorrection``."""
    _correct(actor, key, scenario, reason, FeatCorrection(**feat))


def report_correct(*, actor: Owner, key: str, scenario: int, reason: str, **report: Any) -> None:
    """Correct a report."""
    _correct(actor, key, scenario, reason, ReportCorrection(**report))


def _correct(actor: Owner, key: str, scenario: int, reason: str, correction: ScenarioCorrection) -> None:
    scenario_correct(actor=actor, key=key, scenario=scenario, correction=correction, reason=reason)
