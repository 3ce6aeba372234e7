"""One's own homebrew is found by name in pasted lists, lists of figures and the random box; a stranger's is not."""

import pytest

from common.refusal import Refusal
from compendium.selectors.creature_list import name_index, names_of
from compendium.services.homebrew import homebrew_share
from tests.homebrew_cards import brewed
from tests.warbands.verbs import text_of
from warbands.models import Step
from warbands.selectors.collections import figures_of, figures_read, figures_text
from warbands.selectors.pasted import pasted_read
from warbands.services.collections import collection_save, figures_change

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
def troll(ada):
    """Return the key of Ada's troll, which she shares by its link."""
    key = brewed(ada.owner).key
    homebrew_share(owner=ada.owner, key=key)
    return key


def test_names_lead_to_ones_own_homebrew_and_to_nobody_elses(ada, bob, troll):
    for words in ("Moss Troll", troll):
        assert [name.key for name in names_of([words], ada.owner).called(words)] == [troll]
        assert names_of([words], bob.owner).creatures == names_of([words]).creatures == ()
    entry = name_index(ada.owner).find("moss trolls")
    assert entry is not None
    assert entry.key == troll
    assert name_index(bob.owner).find("moss trolls") is None


def test_a_creature_of_the_compendium_is_meant_before_homebrew_of_its_name(ada):
    own = brewed(ada.owner, "Boar", license="ORC").key
    for line, key in (("2 Boar", "boar"), ("2 boars", "boar"), ("2 Boar (homebrew)", own)):
        assert figures_read(line, ada.owner).figures == {key: 2}
    assert [member.creature for member in pasted_read("boar\nboar homebrew", {}, ada.owner).members] == ["boar", own]
    text = figures_text({"boar": 1, own: 2}, ada.owner)
    assert figures_read(text, ada.owner).figures == {"boar": 1, own: 2}


def test_a_pasted_list_becomes_a_warband_with_ones_own_homebrew(ada, bob, troll):
    fields = {"list": "3 moss trolls\nboar", "play_mode": "unlimited", "points_limit": "200"}
    assert ada.client.post("/warbands/paste/", fields).status_code == 302
    members = Step.objects.get().draft["roster"]["members"]
    assert [(member["creature"], member.get("revision")) for member in members] == [(troll, 1)] * 3 + [("boar", 1)]
    answer = bob.client.post("/warbands/paste/", fields)
    assert answer.status_code == 422
    assert "Moss Troll" not in text_of(answer).replace("moss trolls", "")
    assert pasted_read("moss trolls", {"moss trolls": f"creature {troll}"}, bob.owner).questions


def test_figures_are_read_counted_and_found_by_their_player(ada, bob, troll):
    fields = {"figures": "2 Moss Troll", "how": "add"}
    assert ada.client.post("/collection/list/", fields).status_code == 302
    assert [(figure.name, figure.number) for figure in figures_of(ada.owner)] == [("Moss Troll", 2)]
    assert "Moss Troll" in text_of(ada.client.get("/collection/?q=moss"))
    assert bob.client.post("/collection/list/", fields).status_code == 422
    assert "Moss Troll" not in text_of(bob.client.get("/collection/?q=moss"))
    figures_change(owner=ada.owner, more={troll: 1})
    with pytest.raises(Refusal, match="There is no creature"):
        figures_change(owner=bob.owner, more={troll: 1})


def test_the_name_of_a_strangers_homebrew_does_not_show_by_its_key(bob, troll):
    collection_save(owner=bob.owner, owned={troll: 1})
    assert "Moss Troll" not in text_of(bob.client.get("/collection/"))
    assert "Moss Troll" not in text_of(bob.client.get("/random-box/?mine=1"))


def test_the_random_box_fields_ones_own_homebrew_and_pins_its_card(ada, bob, troll):
    box = {"figures": "2 Moss Troll", "limit": "50", "ranking": "bodies"}
    answer = ada.client.post("/random-box/", box)
    assert (answer.status_code, "Moss Troll" in text_of(answer)) == (200, True), text_of(answer)
    opened = ada.client.post("/random-box/open/", box | {"members": f"2 {troll}"})
    assert opened.status_code == 302
    assert [member["revision"] for member in Step.objects.get().draft["roster"]["members"]] == [1, 1]
    assert bob.client.post("/random-box/", box).status_code == 422
