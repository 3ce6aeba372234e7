"""What tests of battles share: their compendium, and counts of requests that begin anew with each test."""

from __future__ import annotations

import pytest
from django.conf import settings

from battles.web import polling
from common.rates import RequestRate
from tests.small_compendium import store_small_compendium


@pytest.fixture
def small_compendium(db: None) -> None:
    """Store eight creatures and two items as they come with Muster."""
    store_small_compendium()


@pytest.fixture(autouse=True)
def uncounted_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what earlier tests asked: copies of their rows bring back the same sessions and battles."""
    monkeypatch.setattr(polling, "_browsers", RequestRate(settings.BATTLE_RATE_BROWSER))
    monkeypatch.setattr(polling, "_links", RequestRate(settings.BATTLE_RATE_LINK))
