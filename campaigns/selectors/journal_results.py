"""What follows from the journal of a campaign alone is worked out once for each last entry: ``once_per_entry``."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from campaigns.entries import stored_record
from campaigns.models import Campaign, CampaignWarband
from common.caches import BoundedCache
from rules.campaigns.state.warbands import WarbandRecord

Asked = ParamSpec("Asked")
Selected = TypeVar("Selected")

known_results: BoundedCache[Any] = BoundedCache(16 * 2**20, parts=4)
"""By the selector, the campaign, the hash of its last entry, which identifies all of the journal, and the arguments."""


def once_per_entry(
    select: Callable[Concatenate[Campaign, Asked], Selected],
) -> Callable[Concatenate[Campaign, Asked], Selected]:
    """Decorate a selector whose result follows from the journal of a campaign and from its other arguments alone.

    What the journal does not have, such as people's names, crests, cards and the day, has to be an argument, which is
    hashed by its content: no row of a model. All callers share the result, so it must not be changed. Services that
    write work it out anew.
    """

    @wraps(select)
    def result(campaign: Campaign, /, *arguments: Asked.args, **options: Asked.kwargs) -> Selected:
        if campaign.is_written:
            return select(campaign, *arguments, **options)
        key = (select.__module__, select.__qualname__, campaign.pk, campaign.head_hash, arguments, *options.items())
        value: Selected = known_results.get_or_make(key, lambda: select(campaign, *arguments, **options))
        return value

    return result


@once_per_entry
def present_records(campaign: Campaign) -> Mapping[int, WarbandRecord]:
    """Return the records of all warbands that are or were in a campaign, by number. One query."""
    rows = campaign.warbands.order_by("number").values_list("number", "record")
    return {number: stored_record(record) for number, record in rows}


def with_records(campaign: Campaign, rows: Iterable[CampaignWarband]) -> dict[CampaignWarband, WarbandRecord]:
    """Return warbands of a campaign with their present records; one that has just joined waits for the next view."""
    records = present_records(campaign)
    return {row: records[row.number] for row in rows if row.number in records}
