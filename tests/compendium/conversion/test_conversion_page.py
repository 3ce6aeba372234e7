"""Converting PF2e creatures on a page: what is read, chosen and saved, and where it then says it came from."""

import hashlib
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.core.management import call_command
from django.test import Client

from accounts.models import Owner, User
from compendium.cards import card_from_snapshot
from compendium.models import Creature, Homebrew
from compendium.services.homebrew import homebrew_revise
from tests.compendium.conversion.pages import MANY, PAGE, SAVE, text_of
from tests.compendium.importing.pf2e_forms import as_bytes, foundry_2021_lurker, foundry_lurker, pf2etools_lurker
from tests.compendium.importing.pf2e_texts import HERON
from tests.printing.reading import quick_texts
from tests.rows import every_row

pytestmark = pytest.mark.django_db


@every_row(
    "document",
    [foundry_lurker(), foundry_2021_lurker(), pf2etools_lurker(), [foundry_lurker()]],
)
def test_one_creature_is_shown_as_stat_block_and_card_with_its_steps(client: Client, document: object):
    response = client.post(PAGE, {"block": json.dumps(document)})
    shown = text_of(response)
    assert response.status_code == 200
    assert "Creature 5" in shown
    assert response.context["card"].name == "Marsh Lurker"
    assert "Fight is the highest attack bonus, without the level." in shown
    assert Creature.objects.count() == 0


def test_a_copied_text_is_converted_and_what_cannot_be_read_stands_beside_the_card(client: Client):
    first = client.post(PAGE, {"block": HERON})
    shown = text_of(first)
    assert first.context["card"].name == "Bog Heron"
    assert first.context["card"].alignment.code == "TN"
    assert "Line 5: <bdi>(20 with &lt;b raised &amp; wide wings)</bdi>" in shown
    assert '<a href="#unread">1 piece</a>' in shown
    # What was not read stays with the draft until it is saved.
    again = client.post(PAGE, {"draft": first.context["draft"], "choice-power": "15"}, headers={"HX-Request": "true"})
    assert "Line 5: <bdi>" in text_of(again)
    client.post(SAVE, {"draft": again.context["draft"]})
    assert Homebrew.objects.get().creature.name == "Bog Heron"
    assert "Not read" not in text_of(
        client.post(PAGE, {"block": HERON.replace(" (20 with <b raised & wide wings)", "")})
    )


def test_texts_in_a_zip_are_listed_and_each_keeps_what_was_not_read(client: Client, upload):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("one.txt", HERON)
        archive.writestr("two.txt", HERON.replace("Bog Heron", "Moor Heron").replace("HP 30", "HP 30 each"))
        archive.writestr("three.json", json.dumps(foundry_lurker()))
    listed = upload(packed.getvalue())
    assert [creature.card.name for creature, _ in listed.context["rows"]] == ["Bog Heron", "Moor Heron", "Marsh Lurker"]
    for place, count in (("0", 1), ("1", 2), ("2", 0)):
        opened = client.post(PAGE, {"draft": listed.context["draft"], "open": place})
        assert len(opened.context["unread"]) == count


def test_two_stat_blocks_in_one_text_are_refused_in_a_sentence(client: Client):
    response = client.post(PAGE, {"block": HERON + HERON.replace("Bog", "Moor")})
    assert response.status_code == 422
    assert "This text has 2 stat blocks (Bog Heron and Moor Heron)." in text_of(response)


def test_the_stat_block_says_what_the_file_says(paste):
    shown = text_of(paste(foundry_lurker()))
    for words in (
        "<b>AC</b> 22",
        "<b>Fort</b> +14",
        "<b>HP</b> 73",
        "25 feet, fly 40 feet",
        "Jaws +15",
        "Slime Breath",
    ):
        assert words in shown, words
    assert "2d8+6 piercing plus grab" in shown
    assert "A Bestiary of Marshes, license ORC" in shown


def test_what_has_no_pick_is_asked_first_and_each_choice_redraws_the_card(client, paste):
    first = paste(foundry_lurker())
    names = [control.name for control in first.context["controls"]]
    assert names[0] == "choice-alignment"
    assert first.context["open_count"] == 1
    fields = {"draft": first.context["draft"], "style": "rulebook", "choice-alignment": "CE", "choice-power": "17"}
    second = client.post(PAGE, fields, headers={"HX-Request": "true"})
    assert second.context["card"].alignment.code == "CE"
    assert second.context["open_count"] == 0
    assert "<html" not in text_of(second)
    assert "<html" in text_of(client.post(PAGE, fields))
    assert "HX-Request" in second["Vary"]


def test_the_style_is_chosen_and_the_rulebook_is_the_default(client, paste):
    assert paste(foundry_lurker()).context["style"] == "rulebook"
    assert paste(foundry_lurker(), style="author").context["style"] == "author"
    assert paste(foundry_lurker(), style="none").context["style"] == "rulebook"


def test_several_creatures_are_listed_with_level_points_and_what_is_open(paste):
    response = paste(MANY)
    rows = response.context["rows"]
    cards = [creature.card for creature, _ in rows]
    assert [(card.name, card.level, card.points, card.license) for card in cards] == [
        ("Marsh Lurker", 5, 32, "ORC"),
        ("Bog Lurker", 5, 32, "ORC"),
    ]
    assert all(row[0].undecided > 0 for row in rows)
    assert "Pit is not a PF2e creature" in text_of(response)


def test_one_of_several_is_opened_and_the_way_back_stays_open(client, paste):
    listed = paste(MANY).context["draft"]
    opened = client.post(PAGE, {"draft": listed, "open": "1"})
    assert opened.context["card"].name == "Bog Lurker"
    assert opened.context["others_count"] == 2
    chosen = client.post(PAGE, {"draft": opened.context["draft"], "others": listed, "choice-alignment": "CE"})
    assert chosen.context["others_count"] == 2
    back = client.post(PAGE, {"draft": chosen.context["others"]})
    assert len(back.context["rows"]) == 2


def test_a_saved_creature_is_private_homebrew_with_its_choices_and_its_provenance(client, upload):
    data = as_bytes(foundry_lurker())
    draft = upload(data).context["draft"]
    fields = {"draft": draft, "style": "author", "choice-alignment": "NE", "choice-power": "19"}
    response = client.post(SAVE, fields, follow=True)
    homebrew = Homebrew.objects.get()
    creature = homebrew.creature
    assert response.redirect_chain == [(f"/creatures/{creature.key}/", 302)]
    assert (creature.source.key, creature.license, creature.alignment, homebrew.is_shared) == ("hb", "ORC", "NE", False)
    revision, origin = creature.current, creature.origin
    assert (origin.file_name, origin.sha256) == ("lurker.json", hashlib.sha256(data).hexdigest())
    assert (origin.license, origin.style, origin.source.key, origin.imported_by) == ("ORC", "author", "hb", None)
    decided = {step["field"]: step["gave"] for step in revision.steps if step.get("decided")}
    assert decided == {"alignment": "NE"}
    assert card_from_snapshot(revision.document).stats.power == 19
    shown = text_of(response)
    for words in ("lurker.json", origin.sha256, "in the style author", "How it was converted from PF2e", "your choice"):
        assert words in shown, words
    assert "It has no alignment yet" not in shown
    assert Client().get(f"/creatures/{creature.key}/").status_code == 404


def test_a_creature_is_saved_and_opened_in_the_form_by_hand(client, paste):
    response = client.post(SAVE, {"draft": paste(foundry_lurker()).context["draft"], "adjust": "1"}, follow=True)
    assert response.redirect_chain == [(f"/homebrew/{Creature.objects.get().key}/edit/", 302)]
    assert "It has no alignment yet. Edit it to choose one." in text_of(response)


def test_who_is_signed_in_stands_in_the_provenance(client, paste):
    ada = User.objects.create_user("ada", "ada@muster.example", "a long passphrase")
    client.force_login(ada)
    response = client.post(SAVE, {"draft": paste(foundry_lurker()).context["draft"]}, follow=True)
    assert Homebrew.objects.get().owner == ada
    assert Creature.objects.get().origin.imported_by == ada
    assert "by ada" in text_of(response)


def test_an_edit_by_hand_keeps_the_provenance_and_is_told(client, paste, capsys):
    client.post(SAVE, {"draft": paste(foundry_lurker()).context["draft"]})
    homebrew = Homebrew.objects.get()
    creature = homebrew.creature
    key, owner = creature.key, homebrew.owner_token
    card = replace(card_from_snapshot(creature.current.document), name="Old Lurker")
    homebrew_revise(owner=Owner(token=owner), key=key, card=card)
    current = text_of(client.get(f"/creatures/{key}/"))
    assert "edited by hand" in current
    assert "pasted text" in current
    first = text_of(client.get(f"/creatures/{key}/revisions/1/"))
    assert "edited by hand" not in first
    assert "How it was converted" in first
    assert "<bdi>pasted text</bdi>" in text_of(client.get(f"/creatures/{key}/history/"))


def test_ticked_creatures_are_saved_together(client, paste):
    draft = paste(MANY).context["draft"]
    response = client.post(SAVE, {"draft": draft, "creature": ["0", "1", "1", "7", "x", "-1"]}, follow=True)
    assert response.redirect_chain == [("/homebrew/", 302)]
    assert "Saved 2 creatures: Marsh Lurker and Bog Lurker." in text_of(response)
    assert sorted(Creature.objects.values_list("name", flat=True)) == ["Bog Lurker", "Marsh Lurker"]
    assert Creature.objects.values("origin").distinct().count() == 1


def test_all_creatures_of_a_list_are_saved_without_ticking_them(client, paste):
    client.post(SAVE, {"draft": paste(MANY).context["draft"], "all": "1"})
    assert Creature.objects.count() == 2


def test_nothing_ticked_is_told_and_the_list_stays(client, paste):
    draft = paste(MANY).context["draft"]
    response = client.post(SAVE, {"draft": draft})
    assert response.status_code == 422
    assert "Tick the creatures" in text_of(response)
    assert response.context["draft"]


def test_the_bound_of_an_owner_is_told_and_nothing_is_half_saved(client, paste, monkeypatch):
    monkeypatch.setitem(site_settings.QUOTAS, "creatures", (1, 1))
    draft = paste(MANY).context["draft"]
    response = client.post(SAVE, {"draft": draft, "creature": ["0", "1"]})
    assert response.status_code == 422
    assert "You have 1 creature" in text_of(response)
    assert Creature.objects.count() == 0


def test_an_unknown_license_is_told_before_it_is_saved(paste):
    response = paste(foundry_lurker(details={"level": {"value": 5}}))
    assert "stays private until you" in text_of(response)


def test_a_zip_of_creatures_is_read(upload):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("a.json", json.dumps(foundry_lurker()))
        archive.writestr("b.json", json.dumps(pf2etools_lurker(name="Bog Lurker")))
    assert [creature.card.name for creature, _ in upload(held.getvalue(), "pack.zip").context["rows"]] == [
        "Marsh Lurker",
        "Bog Lurker",
    ]


@pytest.fixture
def imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Creature:
    """Return a creature that a command converted for the compendium."""
    path = tmp_path / "lurker.json"
    path.write_text(json.dumps(foundry_lurker()))
    with pytest.raises(SystemExit):
        call_command("import_pf2e", str(path), "--source", "club", "--json")
    capsys.readouterr()
    return Creature.objects.get()


def test_the_export_of_a_converted_creature_has_its_steps(imported, capsys):
    call_command("export_creature", imported.key, "--json")
    provenance = json.loads(capsys.readouterr().out)["provenance"]
    assert (provenance["style"], provenance["license"], provenance["revision"]) == ("rulebook", "ORC", 1)
    assert provenance["steps"] == imported.current.steps


def test_a_printed_card_says_its_source_its_license_and_that_it_was_converted(client, imported):
    (front, *_) = quick_texts(client.get(f"/print/creatures.pdf?creature={imported.key}").content)
    assert "club, converted from PF2e · ORC" in " ".join(front.split())


@every_row("address", ["/warbands/", "/creatures/", "/homebrew/"])
def test_the_page_is_found_from_the_pages_to_build_and_the_list_of_creatures(client: Client, address: str):
    assert f'href="{PAGE}"' in text_of(client.get(address))


def test_reading_takes_no_query(paste, django_assert_num_queries):
    with django_assert_num_queries(0):
        paste(foundry_lurker())


def test_saving_twice_stores_one_until_it_is_changed(client, paste):
    fields = {"draft": paste(foundry_lurker()).context["draft"], "style": "rulebook", "choice-alignment": "CE"}
    first, second = (client.post(SAVE, fields)["Location"] for _ in range(2))
    assert first == second
    assert Creature.objects.count() == 1
    creature, homebrew = Creature.objects.get(), Homebrew.objects.get()
    card = card_from_snapshot(creature.current.document)
    homebrew_revise(owner=Owner(token=homebrew.owner_token), key=creature.key, card=replace(card, name="Bog Lurker"))
    assert client.post(SAVE, fields)["Location"] != first
    assert client.post(SAVE, fields | {"choice-alignment": "LE"})["Location"] != first
    assert Creature.objects.count() == 3


def test_saving_a_list_twice_stores_each_creature_once(client, paste):
    draft = paste(MANY).context["draft"]
    for _ in range(2):
        client.post(SAVE, {"draft": draft, "all": "1"})
    assert Creature.objects.count() == 2


def test_all_of_a_list_are_ticked_by_a_button_and_stay_ticked_when_something_is_refused(client, paste):
    first = paste(MANY)
    fields = {"draft": first.context["draft"], "style": "rulebook"}

    def ticked(**more) -> list[bool]:
        return [is_ticked for _, is_ticked in client.post(PAGE, fields | more).context["rows"]]

    assert [is_ticked for _, is_ticked in first.context["rows"]] == [False, False]
    assert "Tick all" in text_of(first)
    assert ticked(tick="all") == [True, True]
    assert "Untick" in text_of(client.post(PAGE, fields | {"tick": "all"}))
    assert ticked(tick="none", creature=["0", "1"]) == [False, False]
    assert ticked(creature="1") == [False, True]
