"""Changes at the builder: undone and done again, refused, and made in two windows."""

import re
from html import unescape
from urllib.parse import parse_qsl, urlencode

import pytest

from tests.warbands.verbs import HTMX, text_of
from warbands.models import Step
from warbands.services.drafts import HISTORY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def test_undo_then_redo_is_where_one_was(mira):
    mira.do("member-add", creature="boar")
    mira.do("hero-points-set", member="m1", number="2")
    before = mira.draft
    assert mira.step("undo").status_code == 302
    assert mira.draft.roster.members[0].hero_points == 0
    assert mira.step("redo").status_code == 302
    assert mira.draft == before


def test_undo_back_to_the_beginning_and_no_further(mira):
    mira.do("member-add", creature="boar")
    assert mira.step("undo").status_code == 302
    refused = mira.step("undo")
    assert refused.status_code == 422
    assert "There is nothing to undo." in text_of(refused)
    assert mira.step("redo").status_code == 302
    refused = mira.step("redo", htmx=True)
    assert refused.status_code == 422
    assert refused["HX-Retarget"] == "#refusal"


def test_a_change_after_undo_forgets_what_was_undone(mira):
    mira.do("member-add", creature="boar")
    mira.step("undo")
    mira.do("member-add", creature="basilisk")
    assert mira.step("redo").status_code == 422
    assert mira.creatures == ["basilisk"]


def test_the_buttons_say_what_would_be_undone_and_redone(mira):
    mira.do("member-add", creature="boar")
    assert 'aria-label="Undo: Added Boar"' in mira.look().content.decode()
    mira.step("undo")
    body = mira.look().content.decode()
    assert 'aria-label="Redo: Added Boar"' in body
    assert 'aria-label="Undo"' in body


def test_only_so_many_steps_are_kept(mira):
    for number in range(HISTORY + 5):
        mira.do("warband-rename", to=f"Name {number}")
    assert Step.objects.filter(warband=mira.warband).count() == HISTORY


def test_a_change_that_changes_nothing_makes_no_step(mira):
    mira.do("warband-rename", to="Ash Company")
    assert mira.warband.version == 1


def test_a_second_window_is_refused_and_told_what_changed_and_nothing_is_lost(mira):
    seen = mira.warband.version
    mira.do("member-add", creature="boar")
    mira.do("member-add", creature="basilisk")
    for htmx in (False, True):
        refused = mira.do("warband-rename", version=seen, to="Cinder Company", htmx=htmx)
        assert refused.status_code == 409
        page = text_of(refused)
        assert "changed in another window" in page
        assert "Added Boar" in page
        assert "Added Basilisk" in page
        assert "Cinder Company" in page
        assert mira.draft.roster.name == "Ash Company"
    notice = refused.content.decode().partition('id="meanwhile"')[2].partition("</form>")[0]
    hidden = dict(re.findall(r'type="hidden" name="([a-z]+)" value="([^"]*)"', notice))
    again = mira.do(**dict(parse_qsl(unescape(hidden["change"]))))
    assert again.status_code == 302
    assert mira.draft.roster.name == "Cinder Company"
    assert mira.creatures == ["boar", "basilisk"]


def test_a_second_window_is_told_that_something_was_undone(mira):
    mira.do("member-add", creature="boar")
    seen = mira.warband.version
    mira.step("undo")
    refused = mira.do("member-add", version=seen, creature="basilisk")
    assert refused.status_code == 409
    assert "A change was undone" in text_of(refused)


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_undo_and_redo_in_a_second_window_are_refused_too(mira, way):
    mira.do("member-add", creature="boar")
    refused = mira.step(way, version=1)
    assert refused.status_code == 409
    assert mira.creatures == ["boar"]


def test_what_is_too_long_is_refused_and_kept_as_typed(mira):
    mira.do("member-add", creature="boar")
    long = "x" * 81
    state = "member=m1"
    refused = mira.do("member-rename", member="m1", to=long, state=state)
    assert refused.status_code == 422
    assert "A name can have at most 80 characters; this one has 81." in text_of(refused)
    assert f'value="{long}"' in refused.content.decode()
    notes = "y" * 2001
    refused = mira.do("member-notes", member="m1", text=notes, state=state)
    assert refused.status_code == 422
    assert "at most 2,000 characters" in text_of(refused)
    assert notes in refused.content.decode()


def test_a_refusal_by_htmx_touches_nothing_but_the_notice(mira):
    refused = mira.do("member-add", creature="no-such-creature", htmx=True)
    assert refused.status_code == 422
    assert refused["HX-Retarget"] == "#refusal"
    assert "The compendium has no creature “no-such-creature”" in text_of(refused)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"change": "no-such-verb"},
        {"change": "member-add"},
        {"change": "member-add", "creature": "\0"},
        {"change": "member-add", "creature": "x" * 5000},
        {"change": "member-remove", "member": "m999"},
        {"change": "member-remove", "member": "\0"},
        {"change": "member-move", "member": "m999", "before": "9" * 400},
        {"change": "hero-points-set", "member": "m1", "number": "-1"},
        {"change": "hero-points-set", "member": "m1", "number": "4"},
        {"change": "hero-points-set", "member": "m1", "number": "one"},
        {"change": "upgrade-set", "member": "m1", "key": "no-such-upgrade", "bought": "yes"},
        {"change": "item-add", "member": "m1", "item": "no-such-item"},
        {"change": "item-remove", "member": "m1", "place": "7"},
        {"change": "positioning-set", "member": "m1", "key": "nowhere", "bought": "yes"},
        {"change": "secret-choose", "member": "m1", "key": "false-object", "text": "the oak"},
        {"change": "secret-reveal", "member": "m1", "key": "false-object", "revealed": "yes"},
        {"change": "override-add", "code": "no.such", "reason": "because", "member": ""},
        {"change": "override-add", "code": "roster.empty", "reason": " ", "member": ""},
        {"change": "fix-take", "code": "roster.empty", "member": "", "key": "", "number": "0"},
        {"change": "play-mode-choose", "mode": "chess"},
        {"change": "limit-set", "points": "0"},
        {"change": "limit-set", "points": ""},
        {"change": "alignment-choose", "alignment": "XX"},
        {"change": "warband-rename", "to": ""},
        {"change": "member-add" + "&a=b" * 50},
    ],
)
def test_senseless_changes_are_refused_with_a_sentence(mira, fields):
    mira.do("member-add", creature="boar")
    before = mira.draft
    form = {"version": mira.warband.version, "change": urlencode(fields)}
    for headers in ({}, HTMX):
        answer = mira.person.client.post(f"{mira.address}change/", form, headers=headers)
        assert answer.status_code == 422
    assert mira.draft == before


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 30, "²"])
def test_a_senseless_version_is_a_conflict(mira, version):
    answer = mira.person.client.post(
        f"{mira.address}change/", {"version": version, "change": "change=member-add&creature=boar"}
    )
    assert answer.status_code == 409


@pytest.mark.parametrize("state", ["q=boar&page=2&affordable=1", "%00=1", "a" * 5000, "q=%ff", "member=m1&agree=x@y"])
def test_the_page_that_a_plain_form_returns_to_is_as_it_was(mira, state):
    answer = mira.do("member-add", creature="boar", state=state)
    assert answer.status_code == 302
    assert mira.person.client.get(answer["Location"], follow=True).status_code == 200
    if state.startswith("q=boar"):
        assert "q=boar" in answer["Location"]
        assert "affordable=1" in answer["Location"]


def test_a_conflict_says_whose_change_it_was(mira):
    seen = mira.warband.version
    mira.do("member-add", creature="boar")
    own = text_of(mira.do("warband-rename", version=seen, to="Cinder"))
    assert "This warband was changed in another window of yours , so your change was not made." in own
    Step.objects.filter(warband=mira.warband, number=2).update(made_by="Bob <b>")
    other = mira.do("warband-rename", version=seen, to="Cinder")
    assert "This warband was changed by Bob <b> , so your change was not made." in text_of(other)
    assert "Bob <b>" not in other.content.decode()
    mira.do("member-add", creature="basilisk")
    both = text_of(mira.do("warband-rename", version=seen, to="Cinder"))
    assert "was changed in another window of yours and by Bob <b> , so" in both


def test_a_change_that_can_no_longer_be_made_is_told_by_the_name_of_its_member(mira):
    mira.do("member-add", creature="boar")
    mira.do("member-rename", member="m1", to="Old Flint")
    seen = mira.warband.version
    mira.do("member-remove", member="m1")
    page = text_of(mira.do("hero-points-set", version=seen, member="m1", number=1))
    assert "Removed Old Flint" in page
    assert "Your change: Gave Old Flint 1 hero point. It can no longer be made: This creature is no longer in" in page
    assert "Make it now" not in page


def test_a_lock_is_told_as_the_campaigns(mira):
    seen = mira.warband.version
    warband = mira.warband
    warband.version, warband.locked_for = seen + 1, "It is fielded in “Snow”."
    warband.save()
    page = text_of(mira.do("member-add", version=seen, creature="boar"))
    assert "was changed by its campaign , so" in page
    assert "It is fielded in “Snow”" in page
