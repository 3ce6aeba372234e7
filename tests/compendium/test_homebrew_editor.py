"""Writing a creature by hand: the form, the card and the judgment beside it, and who may write what."""

import io
import re
from dataclasses import replace

import pytest
from django.http import HttpResponse
from pypdf import PdfReader

from compendium.models import Creature, Homebrew
from compendium.services.homebrew import homebrew_revise, homebrew_share
from rules.cards.fields import CARD_FIELDS, FEATURE_FIELDS
from tests.homebrew_cards import MOSS_TROLL, brewed
from tests.rows import every_row
from tests.warbands.verbs import account, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

NEW = "/homebrew/new/"
SCRIPT = "<script>alert(1)</script>"
HOUND = {
    "do": "save",
    "name": "Ash Hound",
    "level": "2",
    "alignment": "CE",
    "size": "Medium",
    "tags": "Fire, Hound",
    "license": "own work",
    "fight": "8",
    "armor": "15",
    "hp": "30",
    "speed": "8",
    "features-TOTAL_FORMS": "2",
    "features-INITIAL_FORMS": "0",
    "features-0-name": "Jaws",
    "features-0-kind": "base",
    "features-0-cost": "1",
    "features-0-range": "melee",
    "features-0-strike": "on",
    "features-0-damage": "8 piercing and fire",
    "features-1-name": "Howl",
    "features-1-kind": "base",
    "features-1-effect": "Enemies hear it from afar.",
}
LIVE = {"HX-Request": "true", "HX-Target": "preview"}
IN_LIST = {"HX-Request": "true", "HX-Target": "features"}


def text_of(response: HttpResponse) -> str:
    return response.content.decode()


def values(response: HttpResponse, field: str) -> list[str]:
    """Return what the inputs of a name on a page hold."""
    return re.findall(rf'name="{re.escape(field)}" value="([^"]*)"', text_of(response))


def feature_names(response: HttpResponse) -> list[str]:
    return [name.strip() for name in re.findall(r'class="feature-title">([^<]*)<', text_of(response))]


def edit_address(creature: Creature) -> str:
    return f"/homebrew/{creature.key}/edit/"


def test_a_new_creature_begins_with_the_usual_numbers_and_its_card(ada):
    page = ada.client.get(NEW)
    assert page.status_code == 200
    assert values(page, "speed") == ["5"]
    assert "14 points" in text_of(page)
    assert "Without a name" in text_of(page)


def test_every_field_of_a_card_and_of_its_features_has_a_control_on_the_page(ada):
    text = text_of(ada.client.get(NEW))
    controls = {"name", "level", "license", "emblem", *(field.name for field in CARD_FIELDS)}
    controls |= {f"features-0-{field.name}" for field in FEATURE_FIELDS}
    assert {name for name in controls if f'name="{name}"' not in text} == set()


def test_a_visitor_writes_a_creature_and_owns_it():
    someone = visitor()
    response = someone.client.post(NEW, HOUND)
    (homebrew,) = Homebrew.objects.select_related("creature")
    creature = homebrew.creature
    assert response.status_code == 302
    assert response["Location"] == f"/creatures/{creature.key}/"
    assert (creature.name, creature.level, creature.alignment, creature.hp) == ("Ash Hound", 2, "CE", 30)
    assert [feature.name for feature in creature.features.all()] == ["Jaws", "Howl"]
    assert not homebrew.is_shared
    assert not creature.is_listed
    assert someone.client.get(edit_address(creature)).status_code == 200
    assert visitor().client.get(edit_address(creature)).status_code == 404


def test_what_cannot_be_read_is_told_beside_its_field_and_nothing_typed_is_lost(ada):
    response = ada.client.post(
        NEW, {**HOUND, "name": "", "fight": "lots", "features-0-damage": "a bit of fire", "tags": "Fire, Fire"}
    )
    text = text_of(response)
    assert response.status_code == 422
    assert not Homebrew.objects.exists()
    for field in ("id_name", "id_fight", "id_tags", "id_features-0-damage"):
        assert f'id="{field}_error"' in text
        assert f'href="#{field}"' in text
    assert "Nothing was saved yet." in text
    assert values(response, "features-0-damage") == ["a bit of fire"]
    assert values(response, "features-0-name") == ["Jaws"]
    assert 'id="feature-0" open' in " ".join(text.split())


def test_the_preview_without_javascript_is_the_page_with_the_card_so_far(ada):
    response = ada.client.post(NEW, {**HOUND, "do": "preview"})
    text = text_of(response)
    assert response.status_code == 200
    assert not Homebrew.objects.exists()
    assert "Ash Hound" in text
    assert "piercing and fire damage" in text
    assert "A creature of level 2 costs 18 points" in text
    assert values(response, "features-0-name") == ["Jaws"]


def test_the_live_preview_is_the_card_the_faults_and_the_judgment_alone(ada):
    response = ada.client.post(NEW, {**HOUND, "do": "preview", "name": "", "features-0-damage": "a bit"}, headers=LIVE)
    text = text_of(response)
    assert "<form" not in text
    assert 'data-field="id_features-0-damage"' in text
    assert 'data-field="id_name"' not in text  # still being typed
    assert "Without a name" in text
    assert "Compared with other creatures" in text
    assert "HX-Target" in response["Vary"]


def test_a_blank_form_lists_nothing_that_is_missing_yet(ada):
    text = text_of(ada.client.get(NEW))
    assert "Fill in the form." in text
    assert "Please check" not in text
    assert "Compared with other creatures" not in text


@every_row(
    ("task", "names"),
    [
        ("add", ["Jaws", "Howl", "New feature"]),
        ("up-1", ["Howl", "Jaws"]),
        ("down-0", ["Howl", "Jaws"]),
        ("up-0", ["Jaws", "Howl"]),
        ("down-1", ["Jaws", "Howl"]),
        ("remove-0", ["Howl"]),
        ("remove-7", ["Jaws", "Howl"]),
    ],
)
def test_features_are_added_moved_and_removed(db, task: str, names: list[str]):
    response = visitor().client.post(NEW, {**HOUND, "do": task, "fight": "lots"})
    assert response.status_code == 200
    assert feature_names(response) == names
    assert values(response, "fight") == ["lots"]
    assert 'class="errors"' not in text_of(response)
    assert not Homebrew.objects.exists()


def test_with_htmx_the_list_of_features_is_swapped_alone_and_the_preview_follows(ada):
    response = ada.client.post(NEW, {**HOUND, "do": "down-0"}, headers=IN_LIST)
    assert text_of(response).lstrip().startswith("<section")
    assert feature_names(response) == ["Howl", "Jaws"]
    assert "features-changed" in response["HX-Trigger-After-Settle"]
    assert 'value="up-1"' in text_of(response)
    assert len(re.findall("autofocus", text_of(response))) == 1


def test_a_new_creature_begins_as_a_copy_of_any_creature_that_one_may_see(ada, bob):
    copy = ada.client.get(NEW, {"from": "boar"})
    assert values(copy, "name") == ["Copy of Boar"]
    assert "Tusk" in feature_names(copy)
    assert "Deals {damage}" not in text_of(copy)  # the sentence follows from the fields, and so follows an edit
    assert "This began as a copy of Boar" in text_of(copy)
    theirs = brewed(bob.owner)
    assert ada.client.get(NEW, {"from": theirs.key}).status_code == 404
    homebrew_share(owner=bob.owner, key=theirs.key)
    assert values(ada.client.get(NEW, {"from": theirs.key}), "name") == ["Copy of Moss Troll"]
    assert bob.client.get(NEW, {"from": theirs.key}).status_code == 200


def test_creatures_to_copy_are_found_by_name_and_private_homebrew_is_not(ada, bob):
    brewed(bob.owner, "Boar King")
    page = text_of(ada.client.get(NEW, {"q": "boar"}))
    assert "?from=boar" in page
    assert "Boar King" not in page
    part = text_of(ada.client.get(NEW, {"q": "nothing like it"}, headers={"HX-Request": "true"}))
    assert part.strip() == '<p class="help">No creature has that name.</p>'


@every_row("key", ["no-such-creature", "a\0b", "<b>", "x" * 500, ""])
def test_a_copy_of_nothing_is_not_found(db, key: str):
    assert visitor().client.get(NEW, {"from": key}).status_code == 404


def test_only_the_owner_edits_a_creature(ada, bob):
    troll = brewed(ada.owner)
    homebrew_share(owner=ada.owner, key=troll.key)
    assert ada.client.get(edit_address(troll)).status_code == 200
    for person in (bob, visitor()):
        assert person.client.get(edit_address(troll)).status_code == 404
        assert person.client.post(edit_address(troll), HOUND).status_code == 404
    assert bob.client.get("/homebrew/boar/edit/").status_code == 404
    troll.refresh_from_db()
    assert troll.name == "Moss Troll"


def test_an_edit_makes_a_revision_and_keeps_the_key(ada):
    troll = brewed(ada.owner)
    page = ada.client.get(edit_address(troll))
    assert values(page, "name") == ["Moss Troll"]
    assert feature_names(page) == ["Claws", "Thick Moss"]
    response = ada.client.post(edit_address(troll), {**HOUND, "revision": "1", "emblem": "bear-head"})
    assert response["Location"] == f"/creatures/{troll.key}/"
    troll.refresh_from_db()
    assert (troll.name, troll.emblem, troll.current.number) == ("Ash Hound", "bear-head", 2)


def test_two_windows_that_edit_at_once_are_told_and_nothing_typed_is_lost(ada):
    troll = brewed(ada.owner)
    homebrew_revise(owner=ada.owner, key=troll.key, card=replace(MOSS_TROLL, level=4), expected=1)
    response = ada.client.post(edit_address(troll), {**HOUND, "revision": "1"})
    text = text_of(response)
    assert response.status_code == 409
    assert "Nothing was saved." in text
    assert "save my card over revision 2" in " ".join(text.split())
    assert values(response, "name") == ["Ash Hound"]
    troll.refresh_from_db()
    assert troll.level == 4
    again = ada.client.post(edit_address(troll), {**HOUND, "revision": "1", "seen": "2"})
    assert again.status_code == 302
    troll.refresh_from_db()
    assert (troll.name, troll.current.number) == ("Ash Hound", 3)


def test_the_refusal_of_a_service_stands_above_the_form(ada):
    troll = brewed(ada.owner)
    homebrew_share(owner=ada.owner, key=troll.key)
    response = ada.client.post(edit_address(troll), {**HOUND, "revision": "1", "license": "unknown"})
    assert response.status_code == 422
    assert "is shared, so its license cannot be unknown" in text_of(response)
    assert values(response, "name") == ["Ash Hound"]


def test_scripts_in_names_and_texts_are_shown_as_text(ada):
    hostile = {
        **HOUND,
        "name": f"{SCRIPT} Hound",
        "tags": SCRIPT,
        "features-0-name": SCRIPT,
        "features-1-effect": f"{SCRIPT} {{damage}}</textarea>",
        "license": SCRIPT,
        "skills": SCRIPT,
        "starts_with": SCRIPT,
    }
    for task, headers in (("preview", {}), ("preview", LIVE), ("add", {}), ("save", {})):
        text = text_of(ada.client.post(NEW, {**hostile, "do": task}, headers=headers))
        assert SCRIPT not in text
        assert "&lt;script&gt;" in text
    saved = ada.client.post(NEW, {**hostile, "starts_with": "", "features-1-effect": SCRIPT})
    assert saved.status_code == 302
    key = Homebrew.objects.get().creature.key
    for address in (
        f"/homebrew/{key}/edit/",
        f"{NEW}?from={key}",
        f"/creatures/{key}/",
        f"/creatures/{key}/card/",
        f"/creatures/{key}/history/",
        "/homebrew/",
        f"/print/creatures/?creature={key}",
        f"/compare/?creature={key}&creature=boar",
    ):
        page = ada.client.get(address)
        assert page.status_code == 200, address
        assert SCRIPT not in text_of(page), address
        assert "&lt;script&gt;" in text_of(page), address
    file = ada.client.get(f"/print/creatures.pdf?creature={key}")
    (sheet,) = PdfReader(io.BytesIO(file.content)).pages
    assert SCRIPT in sheet.extract_text().replace("\n", "")


@every_row(
    "changed",
    [
        {"level": "99"},
        {"level": ""},
        {"name": "x" * 5000},
        {"fight": "9" * 400},
        {"tags": ", ".join(f"word {number}" for number in range(200))},
        {"features-TOTAL_FORMS": "many"},
        {"features-TOTAL_FORMS": "99999"},
        {"features-INITIAL_FORMS": "x"},
        {"features-0-kind": "nonsense"},
        {"features-0-effect": "x" * 9000},
        {"features-0-then": "on hit / " * 300},
        {"features-0-caster": "Primal 5: " + "D heal; " * 400},
        {"emblem": "no-such-emblem"},
        {"name": "a\0b"},
        {"do": "remove-99"},
        {"starts_with": "a\0b, boar"},
    ],
)
def test_hostile_input_is_refused_with_a_page(db, changed: dict[str, str]):
    client = visitor().client
    for task in ("preview", "save", "add"):
        response = client.post(NEW, {"do": task, **{k: v for k, v in HOUND.items() if k != "do"}, **changed})
        assert response.status_code in (200, 422), (task, response.status_code)
    assert not Homebrew.objects.exists()


def test_a_form_above_the_bounds_is_told_on_the_page(client, settings):
    troll = brewed(owner := account("ada").owner)
    client.force_login(owner.user, backend="django.contrib.auth.backends.ModelBackend")
    many = {f"field-{number}": "x" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    long = {"name": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)}
    for address, name in (("/homebrew/new/", "New creature"), (f"/homebrew/{troll.key}/edit/", "Edit Moss Troll")):
        for fields in (many, long):
            answer = client.post(address, fields)
            assert answer.status_code == 422
            page = answer.content.decode()
            assert "The form is too large to be read" in page
            assert name in page
    assert client.post("/homebrew/nothing--hb-1/edit/", many).status_code == 404
