"""Members of a campaign are pinned to revisions of their cards: an edit of the compendium waits to be taken."""

from dataclasses import replace

import pytest

from campaigns.models import CampaignWarband
from campaigns.selectors.members import member_sheet
from campaigns.selectors.warbands import warband_view
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.warbands import (
    revision_take,
    warband_career_accept,
    warband_join,
    warband_leave,
)
from common.refusal import Refusal
from compendium.models import Creature, Source
from compendium.services.creatures import creature_create, creature_delete, creature_revise
from rules.building.changes import ChangeSet
from rules.building.draft import Draft
from rules.building.members import (
    MemberAdd,
    MemberDuplicate,
    MemberRevision,
)
from rules.campaigns.events import event_from_document
from rules.campaigns.events.warbands import WarbandJoined
from rules.roster import Member, Roster
from tests.campaigns.play import (
    BOARS,
    KOBOLDS,
    career,
    change,
    enlist,
    played,
    record_of,
    step,
)
from tests.campaigns.verbs import Table
from warbands.selectors.legality import rulebook_of
from warbands.selectors.warbands import warband_open
from warbands.services.drafts import draft_redo, draft_undo
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def draft_members(table: Table, name: str, row: CampaignWarband) -> tuple[Member, ...]:
    """Return the members whom the builder shows."""
    warband = warband_open(table.people[name].owner, row.warband.key)
    assert warband is not None
    return warband.draft.roster.members


def level_up(creature: str) -> None:
    """Edit a creature in the compendium: its card is two levels higher, and so costs more."""
    card = rulebook_of((), creatures={creature}).cards[creature]
    assert creature_revise(creature=Creature.objects.get(key=creature), card=replace(card, level=card.level + 2))


def stored(row: CampaignWarband) -> tuple[object, ...]:
    """Return what is stored of a warband, and what the sheet of its first member says.

    The numbers of namesakes are left out, which an undone recruiting keeps.
    """
    view = warband_view(row.campaign, row.number)
    assert view is not None
    row.refresh_from_db()
    sheet = member_sheet(view, record_of(row).careers.by_id["m1"])
    record = record_of(row)
    record = replace(record, careers=replace(record.careers, undone=()))
    return record, row.points, list(row.career_points.values_list("record", "points")), sheet


def test_an_edit_of_the_compendium_changes_a_career_only_when_its_revision_is_taken(winter):
    row = enlist(winter, "ada", KOBOLDS[0])
    assert career(row, "m1").member.revision == 1
    played(winter, {row: 1})
    before = stored(row)
    level_up("kobold-warrior")
    assert stored(row) == before
    winter.assert_sound()
    played(winter, {row: 0})
    scenario_void(**winter.asking("ada"), scenario=2, reason="The edit counts for nothing here")
    assert stored(row) == before
    winter.assert_sound()
    revision_take(**winter.asking("ada"), number=row.number, member="m1", revision=2)
    assert career(row, "m1").member.revision == 2
    assert row.points > before[1]
    assert draft_members(winter, "ada", row)[0].revision == 2
    winter.assert_sound()


def test_joining_pins_in_the_journal_and_in_the_builder(winter):
    level_up("boar")
    row = enlist(winter, "ada", replace(BOARS[0], revision=1), BOARS[1], Member("boar", "m3", revision=9))
    pinned = [("m1", 1), ("m2", 1), ("m3", 2)]
    joined = event_from_document(winter.entries[-1].event)
    assert isinstance(joined, WarbandJoined)
    for members in (joined.members, draft_members(winter, "ada", row)):
        assert [(member.id, member.revision) for member in members] == pinned
    with pytest.raises(Refusal, match="since the warband joined its campaign"):
        step(winter, "ada", row, draft_undo)
    for revision in (None, 2):
        with pytest.raises(Refusal, match="you take a new revision of a card on"):
            change(winter, "ada", row, MemberRevision("m1", revision))
    winter.assert_sound()


def test_recruits_are_pinned(winter, kobolds):
    unpinned = ChangeSet((MemberAdd("boar"), MemberRevision("m3", None)), "Recruited a boar")
    for wanted in (unpinned, MemberDuplicate("m3"), MemberAdd("boar")):
        change(winter, "ada", kobolds, wanted)
    step(winter, "ada", kobolds, draft_undo)
    step(winter, "ada", kobolds, draft_redo)
    before = stored(kobolds)
    level_up("boar")
    assert stored(kobolds) == before
    change(winter, "ada", kobolds, MemberAdd("boar"))
    step(winter, "ada", kobolds, draft_undo)
    assert stored(kobolds) == before
    entry_void(**winter.asking("ada"), number=winter.campaign.head, reason="The latest boar stays")
    assert [member.revision for member in draft_members(winter, "ada", kobolds)] == [1, 1, 1, 1, 1, 2]
    winter.assert_sound()


def test_a_recruit_keeps_its_card_when_its_creature_is_deleted(winter, kobolds):
    boar = rulebook_of((), creatures={"boar"}).cards["boar"]
    hog = creature_create(card=replace(boar, name="River Hog"), source=Source.objects.create(key="river", name="River"))
    change(winter, "ada", kobolds, MemberAdd(hog.key))
    before = stored(kobolds)
    creature_delete(creature=hog)
    winter.assert_sound()
    played(winter, {kobolds: 1})
    scenario_void(**winter.asking("ada"), scenario=1, reason="Fold it anew")
    assert stored(kobolds) == before
    winter.assert_sound()


def test_members_with_a_card_of_their_own_need_no_revision(winter):
    own = replace(rulebook_of((), creatures={"boar"}).cards["boar"], key="river-hog", name="River Hog")
    roster = Roster((Member("river-hog", "m1"),), play_mode="campaign", points_limit=100, cards=(own,))
    warband = warband_create(owner=winter.people["ada"].owner, draft=Draft(roster))
    row = warband_join(**winter.asking("ada"), warband_key=warband.key)
    assert career(row, "m1").member.revision is None
    winter.assert_sound()


def test_accepted_careers_go_on_with_the_cards_to_which_they_were_pinned(winter, kobolds):
    played(winter, {kobolds: 1})
    warband_leave(**winter.asking("ada"), number=kobolds.number)
    level_up("kobold-warrior")
    row = warband_join(**winter.asking("ada"), warband_key=kobolds.warband.key)
    row = warband_career_accept(**winter.asking("ada"), number=row.number)
    assert [career(row, member_id).member.revision for member_id in ("m1", "m2")] == [1, 1]
    winter.assert_sound()


def test_a_revision_is_taken_as_an_entry_if_it_exists(winter, kobolds):
    head = winter.campaign.head
    with pytest.raises(Refusal, match="has no revision 2"):
        revision_take(**winter.asking("ada"), number=kobolds.number, member="m1", revision=2)
    assert winter.campaign.head == head
    level_up("kobold-warrior")
    revision_take(**winter.asking("ada"), number=kobolds.number, member="m1", revision=2)
    assert [career(kobolds, member_id).member.revision for member_id in ("m1", "m2")] == [2, 1]
    assert [member.revision for member in draft_members(winter, "ada", kobolds)] == [2, 1]
    winter.assert_sound()
