"""Two windows on the same settings, whose settings they are, and what they cost."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from compendium.models import Creature
from rules.roster import Member
from rules.roster.model import HouseRules, Override
from tests.reading import read
from tests.warbands.filling import NEW, error, fields, save, shown
from tests.warbands.verbs import account, building, visitor
from warbands.services.collections import collection_save
from warbands.services.drafts import draft_change
from warbands.services.warbands import warband_delete, warband_tag

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


# --- Two windows ----------------------------------------------------------------------------------------------------


def test_a_change_of_another_window_is_told_and_nothing_typed_is_lost(ada):
    desk = building(ada, "boar")
    early = shown(desk)
    save(desk, name="Cinder")
    desk.do("member-add", creature="boar")
    page = read(save(desk, 409, **early | {"notes": "Mine", "ban": "Basilisk", "limit": "500"}), 409)
    answer, again = ([item.text() for item in node.css("li")] for node in page.css(".notice.warn > div:not(.buttons)"))
    assert answer == ["Changed the settings: name", "Added Boar"]
    assert again == ["Set the limit to 500 points", "Edited the warband’s notes", "Changed the house rules"]
    kept = fields(page)
    assert (kept["notes"], kept["ban"], kept["limit"]) == ("Mine", "Basilisk", "500")
    assert kept["version"] == str(desk.warband.version)
    assert desk.draft.notes == ""
    ada.client.post(f"{desk.address}settings/", kept)
    roster = desk.draft.roster
    assert (roster.name, desk.draft.notes, roster.points_limit) == ("Cinder", "Mine", 500)
    assert roster.house_rules == HouseRules(banned=("basilisk",))
    assert desk.creatures == ["boar", "boar"]


def test_what_both_windows_changed_is_the_later_ones_after_a_look(ada):
    desk = building(ada, house_rules=HouseRules(("p2v-orc",)), collection={"boar": 1})
    early = shown(desk)
    save(desk, name="Cinder", sources_from="every", only_owned=None, notes="Theirs")
    page = read(save(desk, 409, **early | {"name": "Ash"}), 409)
    kept = fields(page)
    assert (kept["name"], kept["notes"], kept["sources_from"]) == ("Ash", "Theirs", "every")
    assert "only_owned" not in kept
    ada.client.post(f"{desk.address}settings/", kept)
    assert (desk.draft.roster.name, desk.draft.notes) == ("Ash", "Theirs")
    assert desk.draft.roster.house_rules is desk.draft.roster.collection is None


def test_a_state_that_is_kept_no_more_leaves_the_whole_form_as_it_was_sent(ada):
    desk = building(ada)
    early = shown(desk) | {"notes": "Mine"}
    save(desk, name="Cinder")
    desk.step("undo")
    desk.step("redo")
    page = read(save(desk, 409, **early | {"version": "3"}), 409)
    assert fields(page)["name"] == "Ash Company"
    assert fields(page)["notes"] == "Mine"


def test_a_warband_that_is_gone_meanwhile_is_not_there(ada):
    desk = building(ada)
    form = shown(desk)
    warband_delete(owner=ada.owner, key=desk.key)
    assert ada.client.post(f"{desk.address}settings/", form).status_code == 404
    assert ada.get(f"{desk.address}settings/").status_code == 404


def test_a_change_between_the_look_and_the_lock_is_told_too(ada, monkeypatch):
    desk = building(ada)
    form = shown(desk) | {"notes": "Mine"}

    def _overtaken(**values: Any) -> Any:
        monkeypatch.undo()
        desk.do("warband-rename", to="Cinder")
        return draft_change(**values)

    monkeypatch.setattr("warbands.web.settings.draft_change", _overtaken)
    page = read(ada.client.post(f"{desk.address}settings/", form), 409)
    assert (fields(page)["name"], fields(page)["notes"]) == ("Cinder", "Mine")
    assert "Renamed the warband “Cinder”" in page.css_first(".notice.warn").text()


def test_faults_of_a_form_that_is_late_are_told_with_what_was_done_meanwhile(ada):
    desk = building(ada)
    early = shown(desk)
    save(desk, name="Cinder")
    page = read(save(desk, 409, **early | {"max_items": "few"}), 409)
    assert page.css_first(".notice.warn")
    assert error(page, "max_items").startswith("Enter a whole number")


# --- Whose they are, and what they cost ------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [lambda: account("ada"), visitor])
def test_settings_are_their_owners_alone(make):
    owner = make()
    desk = building(owner)
    form = shown(desk)
    for stranger in (account("bob").client, visitor().client, Client()):
        assert stranger.get(f"{desk.address}settings/").status_code == 404
        assert stranger.post(f"{desk.address}settings/", form | {"name": "Mine now"}).status_code == 404
    save(desk, name="Still mine")
    assert desk.draft.roster.name == "Still mine"


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_refused(ada, method):
    desk = building(ada)
    assert getattr(ada.client, method)(NEW).status_code == 405
    assert getattr(ada.client, method)(f"{desk.address}settings/").status_code == 405


def test_a_form_without_its_token_is_refused(ada):
    desk = building(ada)
    form = shown(desk)
    guarded = Client(enforce_csrf_checks=True)
    guarded.cookies = ada.client.cookies.copy()
    del guarded.cookies["csrftoken"]
    assert guarded.post(f"{desk.address}settings/", form).status_code == 403
    assert guarded.post(NEW, {"name": "Forged"}).status_code == 403


def test_settings_take_the_same_queries_for_small_and_large_warbands(ada):
    collection_save(owner=ada.owner, owned={"boar": 1})
    small = building(ada, "boar", house_rules=HouseRules(banned=("boar",)))
    large = building(
        ada,
        *(Member("boar", f"m{number}") for number in range(50)),
        house_rules=HouseRules(banned=tuple(Creature.objects.values_list("key", flat=True))),
        overrides=tuple(Override("creature.over_half", "agreed", f"m{number}") for number in range(50)),
        collection={f"creature-{number}": 1 for number in range(300)},
    )
    warband_tag(owner=ada.owner, key=large.key, words="one two three".split())
    for desk in (small, large):
        save(desk, name="Cinder")  # a card that was read once is kept
    assert queries_of(lambda: shown(small)) == queries_of(lambda: shown(large)) <= 9
    forms = {desk.key: shown(desk) | {"notes": "New"} for desk in (small, large)}
    costs = {
        queries_of(lambda desk=desk: ada.client.post(f"{desk.address}settings/", forms[desk.key]))
        for desk in (small, large)
    }
    assert len(costs) == 1


def queries_of(act: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)
