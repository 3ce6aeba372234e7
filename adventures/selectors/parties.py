"""Possible participants of adventures: members of warbands after their careers, and creatures of the compendium."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from accounts.models import Owner
from campaigns.models import CampaignWarband
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.careers import standing_drafts
from campaigns.selectors.todays_members import roster_today
from common.refusal import Refusal
from compendium.cards import card_from_snapshot
from compendium.models import Creature
from compendium.selectors.creature_list import creatures, with_facet
from compendium.selectors.creatures import creature_get, creatures_named
from rules.adventures.kinds.hexploration.encounters import CreatureWish, creature_wishes
from rules.adventures.kinds.hexploration.play import HexplorationInPlay
from rules.adventures.participants import MAX_ID, AdventureParticipant, member_participant
from rules.building.draft import Draft
from rules.cards.model import Card
from rules.careers.state import CareerState
from rules.errors import require
from rules.lengths import MAX_NAME
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.roster.model import Member
from rules.text import listed, plain
from warbands.models import Warband
from warbands.selectors.warbands import warband_open


@dataclass(frozen=True, slots=True)
class StandingMember:
    """A present member: its purchases, its own card, and its participation."""

    member: Member
    card: Card
    participant: AdventureParticipant


def members_of_warband(prefix: str, warband: Warband, draft: Draft) -> tuple[AdventureParticipant, ...]:
    """Return the members of a warband as participants; those that cannot fight today are out of action.

    ``prefix`` begins their ids: ``w1`` for warband 1. The queries of a rulebook, and one for a warband with a career.
    """
    return tuple(member.participant for member in standing_members(prefix, warband, draft))


def standing_members(prefix: str, warband: Warband, draft: Draft) -> tuple[StandingMember, ...]:
    """Return the members of a warband with their cards, in as many queries as ``members_of_warband``."""
    resolved, today = roster_today(warband, draft)
    parties = []
    for member in resolved.members:
        card = resolved.rulebook.member_card(member.member) if member.card is not None else None
        if card is None:
            continue
        career = today.states.get(member.id)
        if isinstance(career, CareerState) and career.has_ended:
            continue
        is_out = isinstance(career, CareerState) and not career.can_fight
        name, features = member.name[:MAX_NAME], card.features_with(member.member.upgrades)
        participant = member_participant(f"{prefix}.{member.id}"[:MAX_ID], name, card, features, is_out=is_out)
        parties.append(StandingMember(member.member, card, participant))
    return tuple(parties)


def campaign_warbands(view: CampaignView) -> tuple[CampaignWarband, ...]:
    """Return the warbands that are in a campaign. One query."""
    rows = view.campaign.warbands.filter(has_left=False).select_related("warband")
    return tuple(rows.order_by("number"))


def campaign_prefix(row: CampaignWarband) -> str:
    """Return the prefix of the ids of a warband's members in adventures of its campaign."""
    return f"w{row.number}"


def own_prefix(warband: Warband) -> str:
    """Return the prefix of the ids of a warband's members in adventures outside campaigns.

    They keep these ids when the adventure moves into a campaign.
    """
    return f"w-{warband.key}"


def campaign_party(row: CampaignWarband, prefix: str) -> tuple[AdventureParticipant, ...]:
    """Return the members of a campaign's warband as participants whose ids begin with the prefix."""
    draft = standing_drafts([row]).get(row.warband_id)
    return () if draft is None else members_of_warband(prefix, row.warband, draft)


def own_party(owner: Owner, key: str) -> tuple[AdventureParticipant, ...]:
    """Return the members of an owner's warband as participants, none if they have no such warband."""
    opened = warband_open(owner, key)
    return () if opened is None else members_of_warband(own_prefix(opened.warband), opened.warband, opened.draft)


def standing_member(owner: Owner, view: CampaignView | None, participant: str) -> StandingMember | None:
    """Return the member of an adventure's participant, None if its warband no longer exists."""
    prefix, _, _ = participant.partition(".")
    members: tuple[StandingMember, ...] = ()
    if view is not None:
        rows = campaign_warbands(view)
        row = next((row for row in rows if prefix in (campaign_prefix(row), own_prefix(row.warband))), None)
        draft = standing_drafts([row]).get(row.warband_id) if row else None
        members = standing_members(prefix, row.warband, draft) if row and draft else ()
    elif opened := warband_open(owner, prefix.removeprefix("w-")):
        members = standing_members(prefix, opened.warband, opened.draft)
    return next((member for member in members if member.participant.id == participant), None)


MOST_NAMED = 6
"""Creatures that a refusal names."""


def opposing_creature(owner: Owner, wanted: str) -> tuple[AdventureParticipant, Card]:
    """Return a creature as a participant of the other side, with its card; queries, errors as ``wanted_creature``."""
    creature, card = wanted_creature(owner, wanted)
    who = member_participant(
        f"creature.{creature.key}"[:MAX_ID], creature.name[:MAX_NAME], card, card.features, is_rival=True
    )
    return who, card


def wanted_creature(owner: Owner, wanted: str) -> tuple[Creature, Card]:
    """Return a creature with its card.

    ``wanted`` is its key, or enough of its name to be unique. The owner finds their own homebrew too. Two queries,
    three by name. Raises ``Refusal`` if there is no such creature, or several.
    """
    creature = creature_get(wanted, owner) if wanted else None
    creature = creature or _named(owner, wanted)
    if creature.current is None:
        raise _no_creature(wanted)
    return creature, card_from_snapshot(creature.current.document)


def _named(owner: Owner, wanted: str) -> Creature:
    rows = creatures_named(wanted, MOST_NAMED, owner)
    exact = [row for row in rows if row.name.casefold() == wanted.casefold()]
    words = plain(wanted).split()
    named = [row for row in rows if all(word in plain(row.name) for word in words)]
    chosen = exact or named or rows
    if not chosen:
        raise _no_creature(wanted)
    if len(chosen) > 1:
        names = listed([f"{creature.name} ({creature.key})" if exact else creature.name for creature in chosen])
        raise Refusal(f"There are several: {names}. Type the whole name or the key.", code="command.invalid")
    return require(creature_get(chosen[0].key, owner), _no_creature(wanted))


def _no_creature(wanted: str) -> Refusal:
    return Refusal(f"No creature in the compendium is called “{wanted[:40]}”.", code="command.invalid")


MOST_OFFERS = 3
MOST_CREATURES = 8


@dataclass(frozen=True, slots=True)
class CreatureOffer:
    """A waiting encounter, with matching creatures (key, name, level) and the address of all that match."""

    wish: CreatureWish
    creatures: tuple[tuple[str, str, int], ...]
    address: str

    @property
    def levels(self) -> str:
        """The levels in words."""
        return f"levels {self.wish.lowest} to {self.wish.highest}"


def creature_offers(state: HexplorationInPlay) -> tuple[CreatureOffer, ...]:
    """Return the first few creatures that fit the waiting encounters. One query each."""
    return tuple(_offer(wish) for wish in creature_wishes(state)[:MOST_OFFERS])


def _offer(wish: CreatureWish) -> CreatureOffer:
    rows = creatures().filter(level__gte=wish.lowest, level__lte=wish.highest)
    # The list of creatures knows no levels beyond those of cards.
    lowest, highest = (min(max(level, MIN_LEVEL), MAX_LEVEL) for level in (wish.lowest, wish.highest))
    query: dict[str, str | int] = {"level_from": lowest, "level_to": highest}
    if wish.tag:
        rows, query = with_facet(rows, "tag", [wish.tag]), {**query, "tag": wish.tag}
    listed = rows.order_by("level", "search_name").values_list("key", "name", "level")[:MOST_CREATURES]
    return CreatureOffer(wish, tuple(listed), f"{reverse('compendium:creature-list')}?{urlencode(query)}")
