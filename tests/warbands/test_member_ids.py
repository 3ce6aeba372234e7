"""Ids of members never come back: not after a removal, not after undo, not when a stored warband is counted."""

from importlib import import_module
from random import Random

import pytest
from django.apps import apps

from common.refusal import Refusal
from rules.building.draft import Draft, draft_document, draft_of
from rules.building.fixes import FixTake
from rules.building.members import MemberAdd, MemberDuplicate, MemberRemove
from rules.roster import Member, Roster, roster_document, roster_from_document
from tests.warbands.verbs import account, building
from warbands.models import Step, Warband
from warbands.selectors.warbands import draft_at, warband_open
from warbands.services.drafts import draft_change, draft_redo, draft_undo
from warbands.services.warbands import warband_copy, warband_create

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

MIGRATION = import_module("warbands.migrations.0002_warband_next_member")


def ids(desk) -> list[str]:
    return [member.id for member in desk.draft.roster.members]


def test_the_id_of_a_removed_member_is_not_given_again(mira):
    for _ in range(3):
        mira.do("member-add", creature="boar")
    mira.do("member-remove", member="m3")
    mira.do("member-add", creature="boar")
    assert ids(mira) == ["m1", "m2", "m4"]
    for member in ids(mira):
        mira.do("member-remove", member=member)
    mira.do("member-add", creature="boar")
    assert ids(mira) == ["m5"]


def test_the_id_of_an_undone_step_is_not_given_again(mira):
    mira.do("member-add", creature="boar")
    mira.step("undo")
    mira.do("member-add", creature="basilisk")
    assert ids(mira) == ["m2"]
    mira.step("undo")
    mira.step("redo")
    assert ids(mira) == ["m2"]


def test_a_warband_from_elsewhere_counts_on_from_its_own_ids(ada):
    elsewhere = roster_document(Roster((Member("boar", id="m41"), Member("boar", id="late")), points_limit=200))
    imported = warband_create(owner=ada.owner, draft=draft_of(roster_from_document(elsewhere)))
    assert imported.next_member == 42


def test_a_copy_counts_for_itself(ada):
    desk = building(ada, "boar", "boar")
    desk.do("member-remove", member="m2")
    source = warband_open(ada.owner, desk.key)
    copy = warband_copy(owner=ada.owner, source=source)
    assert (desk.warband.next_member, copy.next_member) == (3, 2)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_no_id_is_given_twice(ada, seed):
    random, desk = Random(seed), building(ada, "kobold-druid-1")
    seen = {member.id: member.creature for member in desk.draft.roster.members}
    for _ in range(25):
        here = [member.id for member in desk.draft.roster.members]
        what = random.choice(["add", "add", "copy", "remove", "fix", "undo", "redo"])
        change = {
            "add": MemberAdd(random.choice(["boar", "kobold-druid-1", "basilisk"])),
            "copy": MemberDuplicate(random.choice(here)) if here else None,
            "remove": MemberRemove(random.choice(here)) if here else None,
            "fix": FixTake("minion.missing", random.choice(here), None, 0) if here else None,
        }.get(what)
        way = {"undo": draft_undo, "redo": draft_redo}.get(what)
        handle = {"owner": ada.owner, "key": desk.key, "version": desk.warband.version}
        try:
            if way:
                way(**handle)
            elif change:
                draft_change(**handle, change=change)
        except Refusal:
            continue
        for member in desk.draft.roster.members:
            if member.id in here:
                continue
            if way is None:
                assert member.id not in seen
            assert seen.setdefault(member.id, member.creature) == member.creature


def test_stored_warbands_are_counted_from_all_their_steps():
    owner = account("mira").owner
    desk = building(account("tarn"), "boar")
    for _ in range(3):
        desk.do("member-add", creature="boar")
    for _ in range(3):
        desk.step("undo")
    for step in desk.warband.steps.all():  # stored whole, as steps were when ids were counted
        before = draft_at(desk.warband, step.version)
        assert before
        desk.warband.steps.filter(pk=step.pk).update(draft=draft_document(before), packed=None)
    empty = warband_create(owner=owner, draft=Draft(Roster()))
    broken = warband_create(owner=owner, draft=Draft(Roster()))
    Step.objects.filter(warband=broken).update(
        draft={"roster": {"members": [{"id": 3}, "x", {"minion_of": "m8"}], "overrides": [{"member": "m9"}]}}
    )
    unread = warband_create(owner=owner, draft=Draft(Roster()))
    Step.objects.filter(warband=unread).update(draft=["x"])
    far = warband_create(owner=owner, draft=Draft(Roster()))
    Step.objects.filter(warband=far).update(
        draft={"roster": {"members": [{"id": "m" + "9" * 15}, {"id": "m" + "9" * 18}]}}
    )
    Warband.objects.update(next_member=1)
    MIGRATION.count_ids(apps, None)
    counted = dict(Warband.objects.values_list("pk", "next_member"))
    assert counted == {desk.warband.pk: 5, empty.pk: 1, broken.pk: 10, unread.pk: 1, far.pk: 10**15}
