"""What tests of battles share: a table, rules of their own, and counts of requests that begin anew with each test."""

import pytest
from django.conf import settings

from battles.web.families import PAGES
from common.limits import RequestRate
from played_logs.web import polling
from rules.families import FAMILIES
from tests.battles.coin_fights import SECRET_COINS, CoinPages, SecretCoins
from tests.battles.marbles import MARBLES
from tests.battles.play import BattleTable, small_battle
from tests.programs import Program, program_of


@pytest.fixture
def table() -> BattleTable:
    """Return a battle of two small warbands."""
    return small_battle()


@pytest.fixture
def ada(table: BattleTable) -> Program:
    """Return a program that may do everything for the battle's owner."""
    return program_of(table.owner.owner)


@pytest.fixture
def coins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site know rules that only tests have, with the pages that all declared rules have."""
    monkeypatch.setitem(FAMILIES, SECRET_COINS.key, SECRET_COINS)


@pytest.fixture
def marbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site know the game that the page on families tells."""
    monkeypatch.setitem(FAMILIES, MARBLES.key, MARBLES)


@pytest.fixture
def coin_pages(coins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rules that only tests have answer with pages that tell what they were asked."""
    monkeypatch.setattr("battles.web.families.PAGES", [(SecretCoins, CoinPages()), *PAGES])


@pytest.fixture(autouse=True)
def uncounted_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what earlier tests asked: copies of their rows bring back the same sessions and battles."""
    monkeypatch.setattr(polling, "browser_rate", RequestRate(settings.BATTLE_RATE_BROWSER))
    monkeypatch.setattr(polling, "link_rate", RequestRate(settings.BATTLE_RATE_LINK))
