"""What is done to warbands from their list: copy, archive, delete and bring back, tag."""

import datetime as dt

import pytest
import time_machine
from django.conf import settings as site_settings
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from tests.warbands.listing import LIST, act, names, notice, page
from tests.warbands.verbs import documented as make
from warbands.models import Step, Tag, Warband
from warbands.selectors.warbands import DELETED_FOR, warband_open
from warbands.services import warbands as services
from warbands.services.warbands import (
    MAX_DELETED,
    warband_archive,
    warband_delete,
    warband_restore,
    warband_share,
)

pytestmark = pytest.mark.django_db


def test_a_copy_has_the_same_draft_and_tags_and_is_not_shared(mine, owner):
    made = make(owner, tags=["friday", "kobolds"])
    warband_share(owner=owner, key=made.key, shared=True)
    answer = act(mine, made, "copy")
    copied = Warband.objects.exclude(pk=made.pk).get()
    assert answer.headers["Location"] == f"/warbands/{copied.key}/"
    assert copied.share_token is None
    assert [tag.word for tag in copied.tags.all()] == ["friday", "kobolds"]
    original, copy = (warband_open(owner, row.key).draft.roster for row in (made, copied))
    assert (copy.name, copy.members) == ("Ash Company (copy)", original.members)


def test_a_row_leads_to_the_sheet_to_print_and_to_the_link(mine, owner):
    made = make(owner)
    leads_to = {link.text(): link.attributes["href"] for link in page(mine).css(".row-menu a")}
    assert leads_to == {name.title(): f"/warbands/{made.key}/{name}/" for name in ("sheet", "print", "share")}


def test_nobody_copies_past_the_bound(mine, owner, monkeypatch):
    monkeypatch.setitem(site_settings.QUOTAS, "warbands", (2, 2))
    made = make(owner)
    gone = make(owner)
    warband_delete(owner=owner, key=gone.key)
    assert act(mine, made, "copy").status_code == 302  # what is deleted makes room
    refused = act(mine, made, "copy")
    assert refused.status_code == 422
    assert "Delete some first" in refused.content.decode()
    assert act(mine, gone, "restore").status_code == 422
    assert Warband.objects.filter(deleted_at=None).count() == 2


def test_a_warband_goes_into_the_archive_and_comes_out_again(mine, owner):
    made = make(owner)
    answer = mine.post(f"/warbands/{made.key}/archive/", follow=True)
    assert "“Ash Company” is in the archive now." in notice(answer)
    assert names(page(mine, "/warbands/?archived=1")) == ["Ash Company"]
    answer = act(mine, made, "archive", "?archived=1", out="1")
    assert answer.headers["Location"] == "/warbands/?archived=1"
    assert names(page(mine)) == ["Ash Company"]


def test_deleting_can_be_undone_at_once(mine, owner):
    made = make(owner, tags=["friday"])
    warband_share(owner=owner, key=made.key, shared=True)
    answer = act(mine, made, "delete", "?tag=friday")
    assert answer.headers["Location"] == f"/warbands/?tag=friday&gone={made.key}"
    html = page(mine, answer.headers["Location"])
    assert names(html) == []
    undo = html.css_first("form.undo")
    assert "“Ash Company” is deleted." in undo.text()
    token = undo.css_first("[name=csrfmiddlewaretoken]").attributes["value"]
    answer = mine.post(undo.attributes["action"], {"csrfmiddlewaretoken": token})
    assert answer.headers["Location"] == "/warbands/?tag=friday"
    restored = Warband.objects.get()
    assert (restored.deleted_at, restored.tags.count()) == (None, 1)
    assert names(page(mine)) == ["Ash Company"]


def test_undo_is_offered_only_while_there_is_something_to_undo(mine, owner):
    made = make(owner)
    warband_delete(owner=owner, key=made.key)
    assert page(mine, f"/warbands/?gone={made.key}").css_first("form.undo")
    warband_restore(owner=owner, key=made.key)
    assert not page(mine, f"/warbands/?gone={made.key}").css_first("form.undo")


def test_an_archived_warband_comes_back_into_the_archive(mine, owner):
    made = make(owner)
    warband_archive(owner=owner, key=made.key, archived=True)
    warband_delete(owner=owner, key=made.key)
    mine.post(f"/warbands/{made.key}/restore/")
    assert names(page(mine, "/warbands/?archived=1")) == ["Ash Company"]


def test_what_was_deleted_is_listed_until_it_is_gone_for_good(mine, owner):
    start = dt.datetime(2026, 5, 1, 12, tzinfo=dt.UTC)
    with time_machine.travel(start, tick=False) as clock:
        old, young = make(owner, "Old"), make(owner, "Young")
        warband_delete(owner=owner, key=old.key)
        clock.move_to(start + dt.timedelta(days=1))
        warband_delete(owner=owner, key=young.key)
        html = page(mine, "/warbands/?deleted=1")
        assert names(html) == ["Young", "Old"]
        assert [node.text() for node in html.css(".warbands time")] == ["1 June 2026", "31 May 2026"]
        assert not html.css(".warbands th a")

        clock.move_to(start + dt.timedelta(days=DELETED_FOR, seconds=1))
        assert names(page(mine, "/warbands/?deleted=1")) == ["Young"]
        assert act(mine, old, "restore").status_code == 404
        assert not page(mine, f"/warbands/?gone={old.key}").css_first("form.undo")
        assert Warband.objects.count() == 2

        warband_delete(owner=owner, key=make(owner, "Third").key)
        assert sorted(Warband.objects.values_list("key", flat=True)) == sorted(
            {young.key, Warband.objects.latest("pk").key}
        )
        assert set(Step.objects.values_list("warband__key", flat=True)) == set(
            Warband.objects.values_list("key", flat=True)
        )


def test_purging_leaves_what_is_not_deleted_and_what_is_not_the_owners(owner, bob):
    start = dt.datetime(2026, 5, 1, tzinfo=dt.UTC)
    with time_machine.travel(start, tick=False) as clock:
        warband_delete(owner=bob.owner, key=make(bob.owner).key)
        make(owner, "Kept")
        warband_delete(owner=owner, key=make(owner, "Gone").key)
        clock.move_to(start + dt.timedelta(days=DELETED_FOR + 1))
        assert services.warbands_purge(owner=owner) == 1
        assert services.warbands_purge(owner=owner) == 0
    assert Warband.objects.filter(owner=bob.owner.user).count() == 1
    assert Warband.objects.filter(owner=owner.user, deleted_at=None).count() == 1


def test_only_the_last_deleted_warbands_are_kept(owner, monkeypatch):
    assert MAX_DELETED == 100
    monkeypatch.setattr(services, "MAX_DELETED", 2)
    made = [make(owner, f"Company {number}") for number in range(3)]
    for created in made:
        warband_delete(owner=owner, key=created.key)
    assert set(Warband.objects.values_list("key", flat=True)) == {made[1].key, made[2].key}


def test_tags_are_typed_with_commas_and_kept_tidy(mine, owner):
    made = make(owner, tags=["old"])
    answer = act(mine, made, "tags", tags=" Friday ,kobolds,, FRIDAY,two  words,nul\0")
    assert answer.status_code == 302
    assert [tag.word for tag in made.tags.all()] == ["friday", "kobolds", "nul", "two words"]
    act(mine, made, "tags")
    assert not Tag.objects.exists()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (",".join(f"tag{number}" for number in range(11)), "at most 10 tags; these are 11"),
        ("fine," + "x" * 41, "at most 40 characters"),
    ],
)
def test_unfit_tags_are_told_beside_the_warband_and_kept_as_typed(mine, owner, typed, expected):
    make(owner, "Other", tags=["a"])
    made = make(owner, tags=["b"])
    answer = act(mine, made, "tags", "?q=Company", tags=typed)
    assert answer.status_code == 422
    html = HTMLParser(answer.content.decode())
    (menu,) = [node for node in html.css("details.row-menu") if "open" in node.attributes]
    field = menu.css_first("[name=tags]")
    assert field.attributes["value"] == typed
    assert field.attributes["aria-invalid"] == "true"
    assert expected in html.css_first(f"#{field.attributes['aria-describedby']}").text()
    assert names(html) == ["Ash Company"]
    assert [tag.word for tag in made.tags.all()] == ["b"]


def test_unfit_tags_of_a_warband_that_is_not_listed_are_told_above(mine, owner):
    made = make(owner)
    answer = act(mine, made, "tags", "?q=other", tags="x" * 41)
    assert answer.status_code == 422
    assert "at most 40 characters" in notice(answer)


def test_what_is_done_ends_on_the_list_from_which_it_was_done(mine, owner):
    made = make(owner, tags=["friday"])
    state = "?q=Ash&tag=friday"
    html = page(mine, LIST + state)
    targets = {node.attributes["formaction"] for node in html.css("button[formaction]")}
    assert targets == {f"/warbands/{made.key}/{action}/{state}" for action in ("copy", "archive", "delete")}
    assert act(mine, made, "archive", state).headers["Location"] == LIST + state
    assert act(mine, made, "archive", "?next=//muster.example").headers["Location"] == LIST


def test_a_shared_warband_is_marked(mine, owner):
    made = make(owner)
    assert "shared" not in page(mine).css_first(".warbands tbody").text()
    warband_share(owner=owner, key=made.key, shared=True)
    assert "shared" in page(mine).css_first(".warbands tbody th").text()
