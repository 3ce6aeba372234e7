"""Creatures that come with their roster: edited as others are, and like all that is long never kept as drawn."""

from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from common import caches
from rules.roster import Member
from rules.roster.model import ItemChoice
from tests.warbands.verbs import building

pytestmark = pytest.mark.usefixtures("small_compendium")

MANY = 50
"""Items: as many as one member may have."""


@pytest.fixture
def desk(ada, built_in):
    oni = replace(built_in["caldera-oni"], key="ash-oni", name="Ash Oni")
    ash_oni = Member("ash-oni", id="m1", items=(ItemChoice("fiery-weapon"),))
    return building(ada, ash_oni, Member("caldera-oni"), cards=(oni,))


def test_its_own_strikes_are_offered_for_an_item(desk):
    page = LexborHTMLParser(desk.look(member="m1").content.decode())
    assert [node.text(strip=True) for node in page.css(".picks button")] == ["Katana"]


def test_only_cards_of_the_compendium_are_kept_as_drawn(desk):
    caches.drawn_parts.clear()
    for _ in range(2):
        assert "Ash Oni" in desk.person.get(f"{desk.address}sheet/").content.decode()
    assert len(caches.drawn_parts) == 1


def test_a_member_with_very_much_to_say_is_not_kept(ada, monkeypatch):
    desk = building(ada, Member("boar", items=(ItemChoice("nothing"),) * MANY), "boar")
    caches.drawn_parts.clear()
    assert desk.person.get(f"{desk.address}sheet/").status_code == 200
    assert len(caches.drawn_parts) == 2
    caches.drawn_parts.clear()
    monkeypatch.setattr(caches.drawn_parts, "most", 20_000)
    assert desk.person.get(f"{desk.address}sheet/").status_code == 200
    assert len(caches.drawn_parts) == 1


def test_its_row_in_the_builder_is_not_kept_either(ada, monkeypatch):
    desk = building(ada, Member("boar", items=(ItemChoice("nothing"),) * MANY), "boar")
    rendered, render = [], caches.render_to_string
    monkeypatch.setattr(caches, "render_to_string", lambda name, values: rendered.append(name) or render(name, values))
    for most, expected in ((caches.drawn_parts.most, 0), (12_000, 1)):
        caches.drawn_parts.clear()
        monkeypatch.setattr(caches.drawn_parts, "most", most)
        assert desk.look().status_code == 200
        rendered.clear()
        assert desk.look().status_code == 200
        assert rendered.count("warbands/member_item.html") == expected
