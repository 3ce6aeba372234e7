"""A campaign with one of each kind of people, and a scenario that two of its warbands fight."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command

from campaigns.models import CampaignWarband
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened, report
from tests.campaigns.verbs import Table, usual_table


@pytest.fixture
def winter(db: None) -> Table:
    """Return a campaign: ada organizes, cleo co-organizes, bob and dan play, eve is a stranger."""
    return usual_table()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Any]]:
    """Return a function that runs a command with ``--json``."""

    def _run(*arguments: str) -> tuple[int, Any]:
        with pytest.raises(SystemExit) as ended:
            call_command(*arguments, "--json")
        return int(str(ended.value.code)), json.loads(capsys.readouterr().out)

    return _run


@pytest.fixture
def kobolds(small_compendium: None, winter: Table) -> CampaignWarband:
    """Ada's warband, the first of the campaign."""
    return enlist(winter, "ada", *KOBOLDS)


@pytest.fixture
def boars(small_compendium: None, winter: Table) -> CampaignWarband:
    """Bob's warband, the second of the campaign."""
    return enlist(winter, "bob", *BOARS)


@pytest.fixture
def fought(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband) -> Table:
    """Scenario 1 is open: both warbands are fielded, Old Boar was eliminated."""
    scenario = opened(winter, kobolds, boars)
    field(winter, scenario, kobolds)
    field(winter, scenario, boars)
    report(winter, scenario, {kobolds: 7, boars: 2}, (boars, "m1"))
    return winter
