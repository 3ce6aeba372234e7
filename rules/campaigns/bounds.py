"""How many entries there can be about one scenario, so that no journal grows without end."""

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.rights import ORGANIZERS
from rules.campaigns.events.scenarios import ScenarioPlanned

MAX_WRITTEN = 1_000
"""The most entries that one person writes about one scenario, except corrections and voids."""
BOUNDED = {
    kind
    for kind, event in CampaignEvent.by_kind.items()
    if event.right.when and (event.right.who != ORGANIZERS or event is ScenarioPlanned)
}
"""The kinds of events that ``MAX_WRITTEN`` limits. Opening, applying, canceling and settling are not among them."""
MAX_REVISIONS = 1_000
"""The most voids, and the most corrections, of entries about one scenario: each folds the scenario anew."""


def endless_fault(event: CampaignEvent, written: int, scenario: int | None) -> str:
    """Return the refusal for one more entry about a scenario, "" below its bound.

    ``written`` counts the entries about it by the same person, or the revisions of the same kind.
    """
    if event.kind in BOUNDED and written >= MAX_WRITTEN:
        return (
            f"You have made {written:,} entries about this scenario, the most for one person. An organizer can finish"
            " it, or cancel it and plan another."
        )
    is_revision = scenario is not None and isinstance(event, EntryVoided | EntryCorrected)
    if is_revision and written >= MAX_REVISIONS:
        return f"Entries about this scenario were undone or corrected {MAX_REVISIONS:,} times, the most there can be."
    return ""
