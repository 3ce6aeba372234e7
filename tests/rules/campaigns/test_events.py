"""Every event goes into its document and back."""

import json

import pytest

from rules.campaigns.events import CampaignEvent, event_document, event_from_document
from rules.campaigns.events.leagues import LeagueRulesSet
from rules.campaigns.leagues.settings import LeagueRules
from rules.errors import DocumentError
from tests.rows import every_row
from tests.rules.campaigns.examples import EXAMPLES


@every_row("event", EXAMPLES, ids=lambda event: event.kind)
def test_an_event_reads_back_as_it_was_written(event: CampaignEvent):
    document = json.loads(json.dumps(event_document(event)))
    assert event_from_document(document) == event


def test_every_kind_of_event_has_an_example():
    assert {event.kind for event in EXAMPLES} == CampaignEvent.by_kind.keys()


PARTS = ("edit", "plan", "report", "rules", "settings")
"""Parts of events without which no campaign can be folded."""


@every_row("event", [event for event in EXAMPLES if event_document(event).keys() & set(PARTS)])
def test_no_part_of_an_event_is_null(event: CampaignEvent):
    for part in event_document(event).keys() & set(PARTS):
        with pytest.raises(DocumentError, match=f"{part}: Expected .*, found null"):
            event_from_document({**event_document(event), part: None})


def test_null_for_the_points_of_a_league_means_the_usual_ones():
    document = event_document(LeagueRulesSet(LeagueRules(), ""))
    document["rules"]["points"] = None
    assert event_from_document(document) == LeagueRulesSet(LeagueRules(), "")
