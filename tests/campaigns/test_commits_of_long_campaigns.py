"""A commit reads no more of a long campaign than of a short one: its queries search what grows by more than a key."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.services.aftermath import dice_roll_all
from campaigns.services.scenarios import scenario_commit
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium"), pytest.mark.sqlite]

GROWING = ("journalentry", "careerpoint", "campaignscenario", "scenarioside")
"""Tables with rows for each scenario."""
WHOLE = re.compile(r"SCAN|\((?:campaign_id|warband_id)=\?\)$")
"""What SQLite says of a search that looks at all rows of a campaign or a warband."""


def test_a_commit_searches_the_whole_of_no_table_that_grows(fought: Table) -> None:
    dice_roll_all(**fought.asking("ada"), scenario=1)
    with CaptureQueriesContext(connection) as captured:
        scenario_commit(**fought.asking("ada"), scenario=1)
    scans = []
    with connection.cursor() as cursor:
        for query in captured.captured_queries:
            if query["sql"].startswith("SELECT"):
                cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
                steps = [step for *_, step in cursor.fetchall() if any(name in step for name in GROWING)]
                scans += [f"{step}: {query['sql']}" for step in steps if WHOLE.search(step)]
    assert scans == []
