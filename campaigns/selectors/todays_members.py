"""The members of warbands as their careers have made them, for the sheets, prints and lists of warbands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from django.db.models import OuterRef, QuerySet, Subquery

from campaigns.entries import settings_of, stored_record
from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.careers import standing_drafts
from campaigns.selectors.warbands import warbands_in
from rules.building.draft import Draft
from rules.campaigns.allowances import allowance_limit
from rules.campaigns.fielding import explained_rows
from rules.cards.model import Card
from rules.careers.card import career_card, explain, feat_title, wound_title
from rules.careers.state import CareerState
from rules.legality.resolved import ResolvedRoster, Rulebook, resolve
from rules.roster.model import Member
from rules.sheets.model import RosterSheet
from rules.text import tallied
from warbands.models import Warband
from warbands.selectors.legality import NO_CAREERS, TodaysMembers, evaluate, rulebook_of, without_limit

_LATEST_FIRST = ("has_left", "-left_at", "-pk")
"""The order of a warband's rows in campaigns: the one in which it plays, then the one that it left last."""


def todays_members(drafts: Mapping[int, Draft], rulebook: Rulebook) -> dict[int, TodaysMembers]:
    """Return the present members of warbands with a career, by the ids of their rows; of one that has left, its last
    ones.

    ``rulebook`` knows the cards of all drafts except a draft's own. One query, or none.
    """
    return {row.warband_id: _members(row, drafts[row.warband_id], rulebook) for row in _rows_of(drafts)}


def roster_today(warband: Warband, draft: Draft) -> tuple[ResolvedRoster, TodaysMembers]:
    """Return a warband's roster with the cards of its present members, and these members; a career has no limit.

    The queries of a rulebook, and one for a warband with a career.
    """
    roster, rulebook = draft.roster, rulebook_of([draft.roster])
    if not warband.has_career:
        return resolve(roster, rulebook), NO_CAREERS
    today = todays_members({warband.pk: draft}, rulebook).get(warband.pk, NO_CAREERS)
    return resolve(without_limit(roster), rulebook.with_member_cards(today.cards, today.numbers)), today


def todays_cards(drafts: Mapping[int, Draft], rulebook: Rulebook) -> dict[int, dict[str, Card]]:
    """Return only the cards of ``todays_members``. One query, or none."""
    return {row.warband_id: _cards(row, drafts[row.warband_id], rulebook)[0] for row in _rows_of(drafts)}


def members_at_home(keys: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return, by the keys of these warbands, the names of members that are out of action today. One query.

    Warbands without such members are left out, and so are members whose careers have ended.
    """
    ever = CampaignWarband.objects.filter(warband=OuterRef("pk")).order_by(*_LATEST_FIRST).values("pk")
    last = Warband.objects.filter(key__in=list(keys)).order_by().values_list(Subquery(ever[:1]))
    records = CampaignWarband.objects.filter(pk__in=last).order_by().values_list("warband__key", "record")
    careers = {key: stored_record(record).careers.going_on.values() for key, record in records}
    at_home = {key: tuple(career.name for career in own if career.is_out_of_action) for key, own in careers.items()}
    return {key: names for key, names in at_home.items() if names}


def _rows_of(drafts: Mapping[int, Draft]) -> Iterable[CampaignWarband]:
    return _latest(CampaignWarband.objects.filter(warband__in=list(drafts)).select_related("campaign"))


def _latest(ever: QuerySet[CampaignWarband]) -> Iterable[CampaignWarband]:
    rows: dict[int, CampaignWarband] = {}
    for row in ever.order_by(*_LATEST_FIRST).defer("opening", "frozen"):
        rows.setdefault(row.warband_id, row)
    return rows.values()


def warbands_in_campaigns(warbands: Sequence[int]) -> list[CampaignWarband]:
    """Return the rows of warbands that play in a campaign now, each with its campaign. One query, or none."""
    rows = CampaignWarband.objects.filter(warband__in=warbands, has_left=False).order_by()
    return list(rows.select_related("campaign").only("warband", "number", "campaign__key", "campaign__name"))


def _members(row: CampaignWarband, draft: Draft, rulebook: Rulebook) -> TodaysMembers:
    cards, there, book = _cards(row, draft, rulebook)
    if not there:
        return NO_CAREERS
    # The member itself is compared by what the warband has; the rest of its career tells it from others.
    nameless = Member("")
    return TodaysMembers(
        cards,
        {career.id: _marks(career, book) for career in there},
        {career.id: replace(career, member=nameless) for career in there},
        {career.id: career.number for career in there if career.number},
        *_limit(row, book),
    )


def _limit(row: CampaignWarband, book: Rulebook) -> tuple[int | None, str]:
    """Return the points that a warband with an allowance can cost before its first scenario, with why in words."""
    record = stored_record(row.record)
    limit = allowance_limit(record.allowance, record.careers, settings_of(row.campaign), book)
    return (limit.points, limit.words) if limit else (None, "")


def _cards(
    row: CampaignWarband, draft: Draft, rulebook: Rulebook
) -> tuple[dict[str, Card], list[CareerState], Rulebook]:
    """Return the cards of a warband's members today, their careers, and the rulebook with the warband's own cards."""
    book = rulebook.with_cards(draft.roster.cards) if draft.roster.cards else rulebook
    careers = stored_record(row.record).careers.by_id.values()
    there = [career for career in careers if book.card(career.member.creature, career.member.revision)]
    return {career.id: career_card(career, book) for career in there}, there, book


def _marks(career: CareerState, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the changes of a member by its career, a line each: numbers, feats, wounds, its next scenario."""
    lines = [row.text for row in explained_rows(explain(career, rulebook))]
    lines += [
        f"Learned {name}" for name in tallied(feat_title(feat, career_card(career, rulebook)) for feat in career.feats)
    ]
    permanent = tallied(wound_title(wound) for wound in career.wounds if wound.permanent)
    lines += [f"{wound}, permanent" for wound in permanent]
    lines += [f"{wound_title(wound)}, heals after the next scenario" for wound in career.wounds if not wound.permanent]
    if career.has_ended:
        lines.append("Its career has ended: it no longer fights")
    elif career.is_out_of_action:
        lines.append("Out of action in the next scenario")
    return tuple(lines)


def spectator_view(campaign: Campaign) -> CampaignView:
    """Return a campaign as a person who does not take part would see it. One query."""
    return CampaignView(campaign, None, tuple(campaign.participants.select_related("user")))


def printed_sheets(campaign: Campaign) -> Iterator[RosterSheet]:
    """Yield the sheet of each warband that is in a campaign, by number; those that cannot be read are left out."""
    rows = list(warbands_in(campaign))
    drafts = standing_drafts(rows)
    for row in rows:
        draft = drafts.get(row.warband_id)
        if draft is not None:
            rulebook = rulebook_of([draft.roster])
            today = todays_members({row.warband_id: draft}, rulebook).get(row.warband_id, NO_CAREERS)
            yield evaluate(draft.shared, rulebook, today).sheet
