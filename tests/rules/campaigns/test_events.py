"""Every event goes into its document and back."""

import json

from rules.campaigns.events import CampaignEvent, event_document, event_from_document
from tests.rows import every_row
from tests.rules.campaigns.examples import EXAMPLES


@every_row("event", EXAMPLES, ids=lambda event: event.kind)
def test_an_event_reads_back_as_it_was_written(event: CampaignEvent):
    document = json.loads(json.dumps(event_document(event)))
    assert event_from_document(document) == event


def test_every_kind_of_event_has_an_example():
    assert {event.kind for event in EXAMPLES} == CampaignEvent.by_kind.keys()
