"""Notes that are saved as they are typed: consecutive edits of one note are one step to undo."""

from urllib.parse import urlencode

import pytest

from tests.warbands.verbs import HTMX, Building, account, building
from warbands.models import Step

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
def desk() -> Building:
    return building(account("ada"), "boar", "basilisk")


def note(desk: Building, text: str, member: str = "m1"):
    return desk.do("member-notes", member=member, text=text)


def described(desk: Building) -> list[str]:
    return list(Step.objects.filter(warband=desk.warband).values_list("words", flat=True))


def test_what_is_typed_on_is_one_step(desk):
    for text in ("Old", "Old F", "Old Flint"):
        note(desk, text)
    assert desk.draft.member_notes == {"m1": "Old Flint"}
    assert described(desk) == ["Made the warband", "Edited the notes on Boar"]
    desk.step("undo")
    assert desk.draft.member_notes == {}
    desk.step("redo")
    assert desk.draft.member_notes == {"m1": "Old Flint"}


def test_another_note_and_another_change_begin_a_step_of_their_own(desk):
    note(desk, "Old")
    note(desk, "New", "m2")
    note(desk, "Newer", "m2")
    desk.do("hero-points-set", member="m2", number=1)
    note(desk, "Newest", "m2")
    desk.do("warband-notes", text="We")
    desk.do("warband-notes", text="We ride")
    assert desk.warband.position == 6
    for before in ({"m1": "Old", "m2": "Newest"}, {"m1": "Old", "m2": "Newer"}, {"m1": "Old", "m2": "Newer"}):
        desk.step("undo")
        assert (desk.draft.member_notes, desk.draft.notes) == (before, "")
    desk.step("undo")
    assert desk.draft.member_notes == {"m1": "Old"}


def test_a_note_that_is_as_it_was_leaves_no_step(desk):
    desk.do("hero-points-set", member="m1", number=1)
    note(desk, "Old")
    page = note(desk, "")
    assert page.status_code == 302
    assert desk.warband.position == 2
    assert "Undo: Gave Boar 1 hero point" in desk.look().content.decode()


def test_typing_after_undo_drops_what_was_undone(desk):
    note(desk, "Old")
    desk.do("hero-points-set", member="m1", number=1)
    desk.step("undo")
    note(desk, "Old F")
    assert (desk.warband.position, len(described(desk))) == (2, 2)
    assert "nothing to redo" in desk.step("redo").content.decode()


def test_a_step_that_cannot_be_undone_is_not_written_over(desk):
    note(desk, "Old")
    desk.warband.__class__.objects.filter(key=desk.key).update(undo_limit=2)
    note(desk, "Older")
    assert desk.warband.position == 3


def test_a_saved_note_is_answered_with_the_version_and_undo_alone(desk):
    form = {"version": 1, "text": "Old", "change": urlencode({"change": "member-notes", "member": "m1"})}
    target = HTMX | {"HX-Target": "member-note-saved"}
    answer = desk.person.client.post(f"{desk.address}change/", form, headers=target)
    page = answer.content.decode()
    assert page.strip().startswith("Saved")
    assert "Undo: Edited the notes on Boar" in page
    assert 'id="roster"' not in page
    assert answer.headers["HX-Trigger-After-Swap"] == '{"note-saved": {"version": 2, "step": 2}}'
    conflict = desk.person.client.post(f"{desk.address}change/", form | {"text": "New"}, headers=target)
    assert (conflict.status_code, conflict.headers["HX-Retarget"]) == (409, "#roster")
    too_long = form | {"version": 2, "text": "x" * 2_001}
    refused = desk.person.client.post(f"{desk.address}change/", too_long, headers=target)
    assert (refused.status_code, refused.headers["HX-Retarget"]) == (422, "#refusal")


def test_the_save_buttons_stay_in_the_page(desk):
    page = desk.look(member="m1").content.decode()
    assert 'id="keep-notes"' in page
    assert 'id="keep-warband-note"' in page
