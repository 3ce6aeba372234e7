"""Steps of a warband: what is undone and done again, and two windows that write at the same moment."""

import random
import threading
from collections.abc import Callable

import pytest
from django.db import connection

from common.refusal import Refusal
from rules.building.changes import Change
from rules.building.draft import Draft
from rules.building.extras import HeroPointsSet, ItemAdd, PositioningSet, UpgradeSet
from rules.building.members import MemberAdd, MemberDuplicate, MemberMove, MemberRemove, MemberRename
from rules.building.warband import AlignmentChoose, LimitSet, WarbandRename
from rules.legality.verdict import verdict_document
from rules.roster import roster_document, roster_from_document
from tests.examples import THOROUGH
from tests.small_compendium import CREATURES, ITEMS
from tests.warbands.verbs import account, building, visitor
from warbands.selectors.legality import roster_verdict, sheet_of
from warbands.selectors.warbands import warband_open
from warbands.services.drafts import HISTORY, EditConflict, draft_change, draft_redo, draft_undo

POSITIONING = ("false-object", "summonable")


def any_change(dice: random.Random, draft: Draft) -> Change:
    """Return some change, of a member of the draft where it has any."""
    if not draft.roster.members or dice.random() < 0.25:
        return MemberAdd(dice.choice(CREATURES))
    member = dice.choice(draft.roster.members)
    changes: tuple[Callable[[], Change], ...] = (
        lambda: MemberRemove(member.id),
        lambda: MemberDuplicate(member.id),
        lambda: MemberMove(member.id, dice.choice((None, member.id, "m1"))),
        lambda: MemberRename(member.id, dice.choice(("", "Snik", "Rust"))),
        lambda: HeroPointsSet(member.id, dice.randrange(4)),
        lambda: ItemAdd(member.id, dice.choice(ITEMS)),
        lambda: PositioningSet(member.id, dice.choice(POSITIONING), dice.random() < 0.7),
        lambda: UpgradeSet(member.id, "sling", dice.random() < 0.7),
        lambda: WarbandRename(dice.choice(("Ash", "Cinder"))),
        lambda: AlignmentChoose(dice.choice(("LE", "TN", None))),
        lambda: LimitSet(dice.choice((150, 200, 500))),
    )
    return dice.choice(changes)()


@pytest.mark.django_db
@pytest.mark.usefixtures("small_compendium")
@pytest.mark.parametrize("seed", range(8 if THOROUGH else 3))
def test_any_walk_along_changes_undo_and_redo_is_where_a_plain_list_of_drafts_is(seed):
    dice = random.Random(seed)
    table = building(account("mira"))
    owner, line, at = table.person.owner, [table.draft], 0
    for _ in range(60):
        version, way = table.warband.version, dice.random()
        if way < 0.2:
            if at > 0:
                at -= 1
                assert draft_undo(owner=owner, key=table.key, version=version).draft == line[at]
            else:
                with pytest.raises(Refusal, match="nothing to undo"):
                    draft_undo(owner=owner, key=table.key, version=version)
        elif way < 0.4:
            if at + 1 < len(line):
                at += 1
                assert draft_redo(owner=owner, key=table.key, version=version).draft == line[at]
            else:
                with pytest.raises(Refusal, match="nothing to redo"):
                    draft_redo(owner=owner, key=table.key, version=version)
        else:
            try:
                changed = draft_change(owner=owner, key=table.key, version=version, change=any_change(dice, line[at]))
            except Refusal:
                assert table.draft == line[at]
                continue
            if changed.description:
                line[at + 1 :] = [changed.open_warband.draft]
                at += 1
        assert table.draft == line[at]
    built_at_once = roster_from_document(roster_document(line[at].roster))
    opened = warband_open(owner, table.key)
    assert opened is not None
    assert opened.draft.roster == built_at_once
    sheet, verdict = sheet_of(opened.draft), verdict_document(roster_verdict(built_at_once))
    assert (sheet.points, sheet.left, sheet.legal) == (verdict["points"], verdict["points_left"], verdict["legal"])


@pytest.mark.django_db
@pytest.mark.usefixtures("small_compendium")
def test_undo_then_redo_and_redo_then_undo_are_identity_at_every_step():
    table = building(visitor())
    owner = table.person.owner
    for creature in ("boar", "basilisk", "kobold-warrior"):
        draft_change(owner=owner, key=table.key, version=table.warband.version, change=MemberAdd(creature))
    drafts = [table.draft]
    for _ in range(3):
        drafts.append(draft_undo(owner=owner, key=table.key, version=table.warband.version).draft)
    for expected in reversed(drafts[:-1]):
        assert draft_redo(owner=owner, key=table.key, version=table.warband.version).draft == expected
        draft_undo(owner=owner, key=table.key, version=table.warband.version)
        assert draft_redo(owner=owner, key=table.key, version=table.warband.version).draft == expected


@pytest.mark.django_db
@pytest.mark.usefixtures("small_compendium")
def test_a_hundred_steps_can_be_undone_and_no_more():
    table = building(account("mira"))
    owner = table.person.owner
    for number in range(HISTORY + 20):
        draft_change(owner=owner, key=table.key, version=table.warband.version, change=WarbandRename(f"Name {number}"))
    undone = 0
    while True:
        try:
            draft_undo(owner=owner, key=table.key, version=table.warband.version)
        except Refusal:
            break
        undone += 1
    assert undone == HISTORY - 1
    assert table.draft.roster.name == "Name 20"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("small_compendium")
def test_of_windows_that_write_at_once_one_changes_the_warband_and_the_others_are_told():
    table = building(account("mira"))
    owner, version = table.person.owner, table.warband.version
    start, results = threading.Barrier(4), []

    def write(name: str) -> None:
        try:
            start.wait(10)
            draft_change(owner=owner, key=table.key, version=version, change=WarbandRename(name))
            results.append(name)
        except EditConflict as meanwhile:
            results.append(tuple(change.words for change in meanwhile.changes))
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(f"Name {number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    won = [result for result in results if isinstance(result, str)]
    assert len(won) == 1
    assert table.draft.roster.name == won[0]
    assert [answer for answer in results if isinstance(answer, tuple)] == [(f"Renamed the warband “{won[0]}”",)] * 3
    assert table.warband.steps.count() == 2
