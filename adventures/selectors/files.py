"""An adventure as a file, ``muster-adventure/1``: alone, in an account's archive, and in the file of a campaign."""

import json
from collections.abc import Iterator
from typing import Any

from accounts.models import User
from accounts.selectors.rooms import ArchivedFile, archived_json
from adventures.models import AdventureRow, AdventureTemplate
from adventures.models.adventures import AdventureStatus
from adventures.selectors.folding import ADVENTURE_LOGS, adventure_of_setup, whole_adventure_view
from adventures.selectors.seats import AdventureSeat
from campaigns.models import Campaign
from campaigns.selectors.checking import CampaignFault
from rules.adventures.documents import AdventureDocument, FiledAdventureSeed, adventure_document
from rules.adventures.views import adventure_view_document
from rules.campaigns.files import FiledAdventure
from rules.campaigns.fold import CampaignState
from rules.campaigns.state.basics import SealedAdventure


def filed_seeds(row: AdventureRow) -> tuple[FiledAdventureSeed, ...]:
    """Return the seed epochs of an adventure; the seeds only once it is closed. One query."""
    is_closed = row.status == AdventureStatus.CLOSED
    return tuple(
        FiledAdventureSeed(
            seed.epoch, seed.from_entry, seed.commitment, bytes(seed.seed) if seed.seed and is_closed else None
        )
        for seed in row.seeds.all()
    )


def whole_adventure(row: AdventureRow) -> dict[str, Any]:
    """Return the document of an adventure with every secret in it: for its organizer. Two queries."""
    entries = tuple(ADVENTURE_LOGS.entries_of(row))
    return adventure_document(AdventureDocument(adventure_of_setup(row.setup), entries, filed_seeds(row)))


def adventure_file(seat: AdventureSeat) -> bytes:
    """Return an adventure as a file: complete for its organizer, the players' view for others."""
    if seat.organizes:
        document = whole_adventure(seat.row)
    else:
        document = adventure_view_document(whole_adventure_view(seat.row, for_players=True))
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def chronicle_text(row: AdventureRow) -> str:
    """Return the summary of an adventure for the chronicle, as everyone may read it. One query at most."""
    view = ADVENTURE_LOGS.folded(row).newest(for_players=True)
    lines = [row.name, *filter(None, [view.adventure.about]), *view.adventure.kind.summary(view.state)]
    if view.state.outcome:
        lines.append(view.state.outcome)
    return "\n".join(dict.fromkeys(lines)) + "\n"


def archived_adventures(user: User) -> Iterator[ArchivedFile]:
    """Yield each adventure and each template that an account made, as files that Muster imports."""
    for row in AdventureRow.objects.filter(owner=user).order_by("pk").iterator():
        yield f"adventures/{row.key}.muster-adventure.json", archived_json(whole_adventure(row))
    for template in AdventureTemplate.objects.filter(owner=user).order_by("pk").iterator():
        yield f"adventures/templates/{template.key}.muster-adventure.json", archived_json(template.setup)


def filed_adventures(campaign: Campaign) -> tuple[FiledAdventure, ...]:
    """Return the adventures of a campaign with every secret: for its organizers.

    One query, and three for each adventure.
    """
    return tuple(
        FiledAdventure(row.number or 0, bytes(row.seal_key), whole_adventure(row))
        for row in campaign.adventures.order_by("number")
    )


def campaign_adventure_faults(campaign: Campaign, state: CampaignState) -> Iterator[CampaignFault]:
    """Yield every adventure of a campaign that its journal does not bear out."""
    rows = {row.number or 0: row for row in campaign.adventures.all()}
    for number in sorted({*rows, *state.adventures}):
        row, sealed = rows.get(number), state.adventures.get(number)
        if row is None or sealed is None or not _is_sealed(row, sealed):
            message = f"Adventure {number}: the stored data differs from the seals of the journal."
            yield CampaignFault("total.adventure", message)
        elif reason := ADVENTURE_LOGS.fault_of(row):
            yield CampaignFault("adventure.log", f"Adventure {number}: {reason}")


def _is_sealed(row: AdventureRow, sealed: SealedAdventure) -> bool:
    """Return True if a stored adventure matches the journal's seals. Two queries."""
    seals = dict(row.entries.filter(number__gte=sealed.begun_with).values_list("number", "seal"))
    known = {number: seal for number, seal in sealed.seals if number}
    epochs = tuple(row.seeds.values_list("epoch", "commitment"))[-len(sealed.commitments) :]
    return (row.name, row.kind, row.follows, row.head, row.seal, row.status == AdventureStatus.CLOSED) == (
        sealed.name,
        sealed.of,
        sealed.follows,
        sealed.entries,
        sealed.seal,
        sealed.is_closed,
    ) and (seals == known and epochs == sealed.commitments)
