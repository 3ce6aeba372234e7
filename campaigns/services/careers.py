"""The careers of warbands, folded again from the first change, and the drafts that show the results."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from campaigns.models import Campaign, CampaignWarband, CareerPoint
from campaigns.selectors.careers import CareerInputs, careers_inputs, opening_of
from campaigns.selectors.scenarios import open_side
from rules.campaigns.fielding import warband_points
from rules.campaigns.rosters import same_members
from rules.campaigns.state.warbands import FORMAT, WarbandRecord, counts_everything, record_document
from rules.legality.resolved import Rulebook
from warbands.selectors.warbands import A_CAMPAIGN, OpenWarband
from warbands.services.careers import career_mark, career_members_write, career_reopen

ALL = 0
"""Since the first scenario."""


def careers_refresh(campaign: Campaign, numbers: Iterable[int], since: int, *, with_drafts: bool = True) -> None:
    """Fold the careers of some warbands again from before the scenario of that played number.

    Updates their drafts with the resulting members, except those of warbands that have left, which may be in another
    campaign.
    """
    rows = list(campaign.warbands.select_related("warband").filter(number__in=list(numbers)))
    # A record that does not count everything yet is folded anew from the first scenario on.
    current = [row for row in rows if counts_everything(row.record)]
    _refold(current, since, with_drafts=with_drafts)
    _refold([row for row in rows if row not in current], ALL, with_drafts=with_drafts)


def _refold(rows: Sequence[CampaignWarband], since: int, *, with_drafts: bool) -> None:
    if rows:
        CareerPoint.objects.filter(warband__in=rows, played__gte=since).delete()
    points: list[CareerPoint] = []
    for inputs in careers_inputs(rows, since).values():
        row, history = inputs.warband, inputs.history()
        points += [
            CareerPoint(
                warband=row,
                played=point.played,
                scenario=point.scenario,
                record=record_document(point.record),
                points=warband_points(point.record.careers, inputs.rulebook),
            )
            for point in history.points
            if point.played >= since
        ]
        _store(row, history.now, inputs.rulebook)
        if with_drafts and not row.has_left:
            _write_draft(inputs, history.now)
    CareerPoint.objects.bulk_create(points, batch_size=500)


@transaction.atomic
def campaign_refold(*, key: str) -> int:
    """Fold the warbands of a campaign again whose records have an earlier format; return how many there were.

    Raises ``RulesError`` if the journal cannot be folded.
    """
    campaign = Campaign.objects.select_for_update().get(key=key)
    old = campaign.warbands.exclude(record__format=FORMAT.tag)
    numbers = list(old.values_list("number", flat=True))
    careers_refresh(campaign, numbers, ALL, with_drafts=False)
    return len(numbers)


def opening_refresh(campaign: Campaign, number: int) -> None:
    """Fold a warband again from its opening, after a decision about its starting careers."""
    row = campaign.warbands.select_related("warband").get(number=number)
    row.opening = record_document(opening_of(row))
    row.save(update_fields=["opening"])
    careers_refresh(campaign, [number], ALL)


def lock_refresh(row: CampaignWarband) -> None:
    """Lock the roster of a warband that is fielded in an open scenario, and free any other."""
    side = open_side(row)
    opened = career_reopen(warband_id=row.warband_id)
    if side is None:
        career_mark(opened=opened)
    else:
        career_mark(
            opened=opened,
            locked_for=f"{row} is fielded in “{side.scenario}” of {row.campaign}: its members cannot be changed until"
            " that scenario is applied or canceled.",
        )


def left_mark(row: CampaignWarband, opened: OpenWarband) -> None:
    """Lock the roster of a warband that has left: it stays as it was."""
    career_mark(
        opened=opened,
        locked_for=f"{row} has left {row.campaign}, and its members stay as they were. To change them, let it join "
        f"another campaign, or copy it: a copy has no careers.",
    )


def _store(row: CampaignWarband, record: WarbandRecord, rulebook: Rulebook) -> None:
    row.name, row.record = record.name, record_document(record)
    row.points = warband_points(record.careers, rulebook)
    row.save(update_fields=["name", "record", "points"])


def _write_draft(inputs: CareerInputs, record: WarbandRecord) -> None:
    # Who changes the members of a warband with a career holds the lock of its campaign, so the draft is the last one.
    wanted = tuple(career.member for career in record.careers.by_id.values())
    if inputs.draft is None or not same_members(inputs.draft.roster.members, wanted):
        row = inputs.warband
        opened = career_reopen(warband_id=row.warband_id)
        words = f"Followed the journal of {row.campaign}"
        career_members_write(opened=opened, members=wanted, description=words, made_by=_last_writer(row))


def _last_writer(row: CampaignWarband) -> str:
    """Return the author's name of the campaign's last entry, "" for the player of the warband. Two queries."""
    number = row.campaign.entries.order_by("-number").values_list("actor", flat=True).first()
    if number is None:
        return A_CAMPAIGN
    writer = row.campaign.participants.select_related("user").filter(number=number).first()
    if writer is None:
        return A_CAMPAIGN
    return "" if writer.pk == row.participant_id else writer.display_name
