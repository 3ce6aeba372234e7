"""Pages of cards in the admin: looked at first, written when confirmed, by those who may."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from compendium.models import Creature, ImportOrigin
from tests.compendium.importing.invented_pages import card, feature, page
from tests.rows import every_row

pytestmark = pytest.mark.django_db
URL = "admin:compendium_card_page"


def check(client, data: bytes, source: str = "club", license: str = ""):
    file = SimpleUploadedFile("page.html", data)
    return client.post(reverse(URL), {"file": file, "source": source, "license": license})


def confirm(client, response):
    return client.post(reverse(URL), {"confirmed": response.context["confirmed"]}, follow=True)


def test_a_page_is_shown_before_it_is_written(editor):
    looked_at = check(editor, page(card(Will="nan"), card(name="<b>x</b>"), card(name="Odd", tags="Medium", points="")))
    shown = looked_at.content.decode()
    assert "Will is printed as “nan”" in shown
    assert "No level is printed, and no points are printed." in shown
    assert not Creature.objects.exists()
    written = confirm(editor, looked_at).content.decode()
    assert "2 creatures added, 0 changed, 0 as they were, 1 rejected." in written
    origin = ImportOrigin.objects.get()
    assert (origin.file_name, origin.imported_by, origin.license) == ("page.html", editor.user, "ORC")


def test_the_preview_says_what_changes(editor):
    confirm(editor, check(editor, page(card(), card(name="Same"))))
    shown = check(editor, page(card(HP="44", features=feature("Bite", "●")), card(name="Same"))).content.decode()
    assert "0 new, 1 changed, 1 as they are, 0 rejected" in shown
    assert "HP: 30 → 44" in shown
    assert "Bite added" in shown
    assert "same--club" not in shown


def test_a_name_with_markup_is_shown_escaped(editor):
    shown = check(editor, page(card(name="&lt;script&gt;alert(1)&lt;/script&gt;"))).content.decode()
    assert "&lt;script&gt;alert(1)" in shown
    assert "<script>alert(1)" not in shown


@every_row("source", ["p2v-orc", "hb", "♥"])
def test_a_source_that_is_taken_is_refused_beside_its_field(editor, source: str):
    response = check(editor, page(card()), source=source)
    assert response.context["form"].errors["source"]


def test_what_is_no_page_is_refused_beside_the_file(editor):
    assert check(editor, b"nothing").context["form"].errors["file"] == [
        "This page has no cards: none of its parts has the class that cards have."
    ]
    assert "at most 2 MB" in str(check(editor, b" " * (2 * 2**20 + 1)).context["form"].errors["file"])


def test_a_page_with_more_cards_than_a_browser_waits_for_is_refused(editor):
    cards = [f'<div class="card"><div class="name">Drummer {number}</div></div>' for number in range(1_001)]
    shown = check(editor, page(*cards)).context["form"].errors["file"]
    assert shown == ["A page has at most 1,000 cards here; this one has 1,001. import_cards takes more."]


def test_a_confirmation_is_signed_and_good_for_one_time(editor):
    refused = editor.post(reverse(URL), {"confirmed": "/etc/passwd"}, follow=True).content.decode()
    assert "Choose the file again" in refused
    looked_at = check(editor, page(card()))
    confirm(editor, looked_at)
    assert "Choose the file again" in confirm(editor, looked_at).content.decode()


@every_row("who", ["viewer", "idle_staff", "player"])
def test_only_who_may_add_and_change_creatures_may_import(request, who: str):
    response = request.getfixturevalue(who).get(reverse(URL))
    assert response.status_code in (302, 403)
