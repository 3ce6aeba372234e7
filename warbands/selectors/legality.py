"""Warbands checked with the present compendium: rulebooks, verdicts, sheets, prints, and the places where they play."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, Protocol

from django.db.models import F

from accounts.models import Owner
from compendium.selectors.creatures import card_sheet, lay_out, printed_sources_of
from compendium.selectors.homebrew import closed_keys
from compendium.selectors.rulebook import rulebook_get
from printing.canvas import Canvas, PageSize, Paper, paper_size
from printing.cards.sheets import card_size, draw_warband_cards
from printing.pdf import bounded_pdf
from printing.roster import draw_roster
from rules.building.changes import Change, ChangeSet, MemberChange
from rules.building.draft import Draft, draft_from_document, draft_of
from rules.building.enlisting import MembersEnlist
from rules.building.extras import SecretChoose, SecretReveal
from rules.building.groups import GroupChange
from rules.building.members import MemberAdd, MemberNotes
from rules.cards.model import Card
from rules.cards.sheet import CreatureCard
from rules.errors import RulesError
from rules.legality.resolved import ResolvedRoster, Rulebook, is_unlicensed_homebrew, resolve
from rules.legality.verdict import Verdict, verdict, verdict_of
from rules.roster import Roster
from rules.sheets.members import member_groups, sheet_of_resolved
from rules.sheets.model import MemberSheet, RosterSheet
from rules.text import slug
from warbands.models import Step, Warband
from warbands.selectors.warbands import OpenWarband


def roster_verdict(roster: Roster) -> Verdict:
    """Return the verdict on a roster by the present compendium; few queries for any roster (see below)."""
    return verdict(roster, rulebook_of([roster]))


def public_verdict(roster: Roster) -> Verdict:
    """Return the verdict on a roster by public data; private homebrew is unknown, as if it never existed.

    The queries of ``public_rulebook``.
    """
    return verdict(roster, public_rulebook(roster))


def public_rulebook(roster: Roster) -> Rulebook:
    """Return a rulebook of the public things that a roster names.

    The queries of ``rulebook_of``, one more for a roster that names homebrew.
    """
    rulebook = rulebook_of([roster])
    if closed := closed_keys(Owner(), {*rulebook.cards, *(key for key, _ in rulebook.revisions)}):
        cards = {key: card for key, card in rulebook.cards.items() if key not in closed}
        revisions = {pin: card for pin, card in rulebook.revisions.items() if pin[0] not in closed}
        rulebook = replace(rulebook, cards=cards, revisions=revisions)
    if any(is_unlicensed_homebrew(key, card) for (key, _), card in rulebook.revisions.items()):
        revisions = {pin: card for pin, card in rulebook.revisions.items() if not is_unlicensed_homebrew(pin[0], card)}
        rulebook = replace(rulebook, revisions=revisions)
    return rulebook


def rulebook_of(
    rosters: Iterable[Roster],
    *,
    creatures: Iterable[str] = (),
    items: Iterable[str] = (),
    revisions: Iterable[tuple[str, int]] = (),
) -> Rulebook:
    """Return a rulebook of everything that these rosters name, and of those creatures, items and revisions of cards.

    At most four queries however many rosters, plus one if house rules name sources, and three for cards that this
    process has not loaded yet.
    """
    rosters = tuple(rosters)
    members = [member for roster in rosters for member in roster.members]
    named = {member.creature for member in members}
    named |= {key for roster in rosters if roster.house_rules for key in roster.house_rules.banned}
    carried = {choice.item for member in members for choice in member.items}
    minions = {key for roster in rosters for card in roster.cards for key in card.starts_with}
    allowed = [roster.house_rules.sources for roster in rosters if roster.house_rules]
    named_sources = [sources for sources in allowed if sources is not None]
    return rulebook_get(
        creatures=named | minions | {slug(key) for key in named} | set(creatures),  # who writes a name meant its key
        items=carried | {slug(key) for key in carried} | set(items),
        revisions={(member.creature, member.revision) for member in members if member.revision is not None}
        | set(revisions),
        sources={key for sources in named_sources for key in sources} if named_sources else None,
    )


class BuilderOffers(NamedTuple):
    """The builder's offers for a warband.

    ``withheld`` are the kinds of changes that would be refused. ``revisions_at`` is the address where new revisions of
    cards are accepted instead, ``dismissals`` is True if members are dismissed on a page that asks about their items.
    """

    withheld: frozenset[str] = frozenset()
    revisions_at: str = ""
    dismissals: bool = False

    def offers(self, change: Change) -> bool:
        """Return True if a change is offered, of a set or a group each change."""
        if isinstance(change, GroupChange):
            return self.offers(change.each)
        changes = change.changes if isinstance(change, ChangeSet) else (change,)
        return not any(change.kind in self.withheld for change in changes)


EVERYTHING = BuilderOffers()
"""The offers of the builder for a warband without a career."""
LOCKED = BuilderOffers(
    frozenset(kind for kind, change in Change.by_kind.items() if issubclass(change, MemberChange))
    - {MemberNotes.kind, SecretChoose.kind, SecretReveal.kind}
    | {MemberAdd.kind, MembersEnlist.kind}
)
"""The offers of the builder for a warband with locked members: notes and secrets can still change."""


class CampaignPlace(NamedTuple):
    """The campaign in which a warband plays: its name, the address of its page, and the builder's offers there."""

    name: str
    address: str
    offers: BuilderOffers = EVERYTHING


class TodaysMembers(NamedTuple):
    """The careers of members, by their ids: their present cards, and lines that explain these.

    ``states`` are equal if the careers are; ``numbers`` distinguish namesakes. ``limit`` are the points that all can
    cost, None without a limit, and ``limit_words`` say why.
    """

    cards: Mapping[str, Card] = {}
    marks: Mapping[str, tuple[str, ...]] = {}
    states: Mapping[str, Hashable] = {}
    numbers: Mapping[str, int] = {}
    limit: int | None = None
    limit_words: str = ""


NO_CAREERS = TodaysMembers()
"""A warband without a career: its members are as their cards have them."""


class CampaignPlaces(Protocol):
    """Finds the campaigns of warbands, and the careers of their members."""

    def find(self, warbands: Collection[Warband]) -> Mapping[int, CampaignPlace]:
        """Return the places of those that play in a campaign, by the ids of their rows. One query, or none."""

    def todays_members(self, drafts: Mapping[int, Draft], rulebook: Rulebook) -> Mapping[int, TodaysMembers]:
        """Return the present members of warbands with a career, by the ids of their rows.

        For a warband that has left its campaign, they are as it left. One query, or none.
        """

    def todays_cards(self, drafts: Mapping[int, Draft], rulebook: Rulebook) -> Mapping[int, Mapping[str, Card]]:
        """Return only the cards of ``todays_members``. One query, or none."""


def members_today(places: CampaignPlaces | None, opened: OpenWarband, rulebook: Rulebook) -> TodaysMembers:
    """Return the present members of one warband. One query, none for a warband without a career."""
    warband = opened.warband
    if places is None or not warband.has_career:
        return NO_CAREERS
    return places.todays_members({warband.pk: opened.draft}, rulebook).get(warband.pk, NO_CAREERS)


def rulebook_today(places: CampaignPlaces | None, opened: OpenWarband, rulebook: Rulebook) -> Rulebook:
    """Return a rulebook with the cards that the members of one warband have today. The query of ``members_today``."""
    today = members_today(places, opened, rulebook)
    return rulebook.with_member_cards(today.cards, today.numbers) if today.cards else rulebook


class EvaluatedDraft(NamedTuple):
    """A draft resolved, checked and laid out, each once."""

    resolved: ResolvedRoster
    verdict: Verdict
    sheet: RosterSheet


def evaluate(draft: Draft, rulebook: Rulebook, today: TodaysMembers = NO_CAREERS) -> EvaluatedDraft:
    """Return a draft resolved, checked and laid out, with its present members. No queries."""
    if today.cards:
        rulebook, draft = (
            rulebook.with_member_cards(today.cards, today.numbers),
            replace(draft, roster=with_limit(draft.roster, today)),
        )
    resolved = resolve(draft.roster, rulebook)
    verdict = verdict_of(resolved)
    sheet = sheet_of_resolved(draft, resolved, verdict, card_sheet=partial(_laid_out, rulebook=rulebook, today=today))
    if today.marks:
        sheet = replace(sheet, members=tuple(_with_career(member, today) for member in sheet.members))
    return EvaluatedDraft(resolved, verdict, sheet)


def verdict_today(opened: OpenWarband, places: CampaignPlaces | None, rulebook: Rulebook) -> Verdict:
    """Return the verdict on a warband with its present members. The query of ``members_today``."""
    today = members_today(places, opened, rulebook)
    roster = opened.draft.roster
    if today.cards:
        rulebook, roster = rulebook.with_member_cards(today.cards, today.numbers), with_limit(roster, today)
    return verdict_of(resolve(roster, rulebook))


def _laid_out(card: Card, rulebook: Rulebook, today: TodaysMembers) -> CreatureCard:
    # A career makes its cards anew for each page, so nothing is to be kept of them.
    if any(card is current for current in today.cards.values()):
        return lay_out(card, rulebook.emblems.get(card.key, ""))
    return card_sheet(card, rulebook.emblems)


def _with_career(member: MemberSheet, today: TodaysMembers) -> MemberSheet:
    return replace(member, career=today.marks.get(member.id, ()), career_state=today.states.get(member.id))


def with_limit(roster: Roster, today: TodaysMembers) -> Roster:
    """Return the roster of a warband with a career with the limit that it has today, if any."""
    return replace(without_limit(roster), points_limit=today.limit)


def without_limit(roster: Roster) -> Roster:
    """Return the roster of a warband with a career without its limits, which no longer apply."""
    # Members grow in a campaign, and only those that are fielded keep to a limit. Ruling 29.
    return replace(roster, points_limit=None)


def sheet_of(draft: Draft, rulebook: Rulebook | None = None) -> RosterSheet:
    """Return the sheet of a draft; for other viewers than its player, pass ``draft.shared``.

    No queries but those of ``rulebook_of``, and none if the rulebook is given.
    """
    return evaluate(draft, rulebook or rulebook_of([draft.roster])).sheet


def sheet_today(opened: OpenWarband, places: CampaignPlaces, draft: Draft | None = None) -> RosterSheet:
    """Return the sheet of a warband, with its members' careers; ``draft`` is the part that the reader may see.

    The queries of ``rulebook_of``, and one for a warband with a career.
    """
    draft = draft or opened.draft
    rulebook = rulebook_of([draft.roster])
    return evaluate(draft, rulebook, members_today(places, opened, rulebook)).sheet


def warbands_that_fail() -> Iterator[tuple[str, str]]:
    """Yield the key of each stored warband that cannot be opened, with the reason; deleted warbands too.

    A few queries for each warband.
    """
    yield from ((key, "It has no current step.") for key in _without_step())
    for step in Step.objects.filter(number=F("warband__position")).select_related("warband").order_by("pk").iterator():
        if reason := _reason_not_to_open(step):
            yield step.warband.key, reason


def _without_step() -> list[str]:
    standing = Step.objects.filter(number=F("warband__position")).values("warband")
    return list(Warband.objects.exclude(pk__in=standing).order_by("pk").values_list("key", flat=True))


def _reason_not_to_open(step: Step) -> str:
    """Return why a warband cannot be opened and laid out, "" if it can."""
    try:
        sheet_of(draft_from_document(step.draft))
    except RulesError as fault:
        return str(fault)
    return ""


MOST_ITEMS = 300
"""Cards of items in one file."""
LARGE = 150_000
"""Characters of cards beyond which a print does not happen while a person waits."""


@dataclass(frozen=True, slots=True)
class RosterPrint:
    """A print of a roster: the ``kind`` is ``sheet`` or ``cards``."""

    kind: str
    paper: Paper = "a4"
    single: bool = False
    landscape: bool = False
    low_ink: bool = False
    backs: bool = False
    bleed: bool = False
    items: bool = False

    @property
    def size(self) -> PageSize:
        """The size of its pages."""
        if self.kind == "cards":
            return card_size("card" if self.single else self.paper, bleed=self.bleed)
        return paper_size(self.paper, landscape=self.landscape)


def print_weight(roster: Roster, wanted: RosterPrint) -> int:
    """Return the approximate number of characters of a print: twice those of cards with backs. Six queries at most."""
    rulebook = public_rulebook(roster)
    cards = (rulebook.member_card(member) for member in roster.members)
    letters = sum(
        500 + sum(len(feature.effect) + 200 for feature in card.features) for card in cards if card is not None
    )
    return letters * (2 if wanted.kind == "cards" and wanted.backs else 1)


def roster_pdf(roster: Roster, wanted: RosterPrint) -> bytes:
    """Return a roster as a PDF, from public data; homebrew is included. At most nine queries.

    Raise ``DrawingTooLong`` if that takes more than the present budget.
    """
    draft = draft_of(roster).shared
    sheet = sheet_of(draft, public_rulebook(roster))
    sources = printed_sources_of(member.card for member in sheet.members if member.card)

    def _draw(canvas: Canvas) -> None:
        if wanted.kind == "cards":
            groups = member_groups(sheet)
            draw_warband_cards(
                canvas, sheet, groups, sources, items=wanted.items, backs=wanted.backs, bleed=wanted.bleed
            )
        else:
            draw_roster(canvas, sheet, "", sources)

    return bounded_pdf(_draw, wanted.size, low_ink=wanted.low_ink)
