"""Steps of a warband as they are stored: the one at which it stands whole, the others as what is different."""

import json

import pytest

from common.refusal import Refusal
from rules.building.draft import draft_document
from rules.building.members import MemberAdd, MemberNotes
from tests.warbands.verbs import account, building
from warbands.models import Step
from warbands.selectors.warbands import draft_at
from warbands.services.drafts import draft_change, draft_redo, draft_undo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def test_a_step_is_stored_in_a_small_part_of_a_large_draft():
    desk = building(account("mira"), *["boar"] * 40)
    for member in desk.draft.roster.members:
        handle = {"owner": desk.person.owner, "key": desk.key, "version": desk.warband.version}
        draft_change(**handle, change=MemberNotes(member.id, f"{member.id} " * 200))
    steps = list(desk.warband.steps.order_by("number"))
    whole = len(json.dumps(steps[-1].draft))
    assert [step.number for step in steps if step.draft is not None] == [desk.warband.position]
    assert whole > 30_000
    assert max(len(step.packed) for step in steps[:-1]) < 1_000
    assert sum(len(step.packed) for step in steps[:-1]) < whole / 2


def test_the_draft_of_any_step_can_be_read_from_wherever_the_warband_stands():
    desk = building(account("mira"))
    drafts = {desk.warband.version: desk.draft}
    for _ in range(5):
        desk.do("member-add", creature="boar")
        drafts[desk.warband.version] = desk.draft
    for _ in range(6):
        for version, draft in drafts.items():
            if desk.warband.steps.filter(version=version).exists():
                assert draft_at(desk.warband, version) == draft
        if desk.warband.position > 1:
            desk.step("undo")


def test_steps_of_earlier_versions_are_whole_and_still_undone_and_made_again():
    desk = building(account("mira"))
    for _ in range(3):
        desk.do("member-add", creature="boar")
    handle = {"owner": desk.person.owner, "key": desk.key}
    for step in desk.warband.steps.all():
        before = draft_at(desk.warband, step.version)
        assert before
        desk.warband.steps.filter(pk=step.pk).update(draft=draft_document(before), packed=None)
    full = desk.draft
    for _ in range(2):
        draft_undo(**handle, version=desk.warband.version)
    draft_change(**handle, version=desk.warband.version, change=MemberAdd("boar"))
    draft_undo(**handle, version=desk.warband.version)
    draft_undo(**handle, version=desk.warband.version)
    assert len(desk.draft.roster.members) == len(full.roster.members) - 3
    draft_redo(**handle, version=desk.warband.version)
    draft_redo(**handle, version=desk.warband.version)
    assert len(desk.draft.roster.members) == len(full.roster.members) - 1


def test_a_step_that_no_longer_fits_its_neighbor_is_refused_and_changes_nothing(caplog):
    desk = building(account("mira"), "boar")
    desk.do("member-add", creature="boar")
    Step.objects.filter(warband=desk.warband, number=desk.warband.position).update(
        draft={**draft_document(desk.draft), "notes": "Changed behind the services."}
    )
    before = desk.warband.version
    with pytest.raises(Refusal, match="can no longer be read"):
        draft_undo(owner=desk.person.owner, key=desk.key, version=before)
    assert desk.warband.version == before
    assert "cannot be unpacked" in caplog.text
