"""A campaign with one of each kind of people, and a scenario that two of its warbands fight."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.core.management import call_command

from campaigns.models import CampaignWarband
from campaigns.selectors.journal_results import known_results
from campaigns.services.game_nights import game_night_set
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened, report
from tests.campaigns.reminding import MORNING, ZONE
from tests.campaigns.verbs import Table, usual_table
from tests.replays import replayed


@pytest.fixture(autouse=True)
def _journals_unread() -> None:
    """Let nothing be known yet of what follows from journals: replayed steps bring those of earlier tests back."""
    known_results.clear()


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
@replayed
def fought(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband) -> Table:
    """Scenario 1 is open: both warbands are fielded, Old Boar was eliminated."""
    scenario = opened(winter, kobolds, boars)
    field(winter, scenario, kobolds)
    field(winter, scenario, boars)
    report(winter, scenario, {kobolds: 7, boars: 2}, (boars, "m1"))
    return winter


@pytest.fixture
def server(settings: Any) -> None:
    """Let the site have a mail server."""
    settings.SENDS_MAIL = True


@pytest.fixture
def clock() -> Iterator[Any]:
    """Let it be the morning before the game night."""
    with time_machine.travel(datetime.fromisoformat(MORNING), tick=False) as traveler:
        yield traveler


@pytest.fixture
def mill(clock: Any, winter: Table, kobolds: CampaignWarband, boars: CampaignWarband) -> Table:
    """Scenario 1 of ada's and bob's warbands is open and is played tomorrow in a secret place."""
    scenario = opened(winter, kobolds, boars, title="The Secret Mill")
    starts = datetime(2026, 11, 20, 19, 30)  # noqa: DTZ001 # clocks of a place
    night = {"starts": starts, "time_zone": ZONE, "minutes": 180, "place": "Ada’s attic"}
    game_night_set(**winter.asking("ada"), scenario=scenario, **night)
    return winter
