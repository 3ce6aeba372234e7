"""Vehicles at the table: damage rolled by the site with a receipt, or by own dice; the plain that players see."""

from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from adventures.services.adventures import adventure_make
from rules.adventures.events.running import HiddenFactShown
from rules.adventures.kinds.vehicles.events import CrewSeated
from rules.adventures.kinds.vehicles.steering import VehicleMoved
from tests.adventures.pages import join, page, press
from tests.adventures.play import SEED, AdventureTable
from tests.rules.adventures.drivers import CARRIAGE, GOBLIN, WALL, WARSHIP, at, drive, drives
from tests.warbands.verbs import account, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AdventureTable:
    """An adventure that ada runs and bo plays in by the link; the carriage is about to ram a wall."""
    person = account("ada")
    hidden = at(WARSHIP, hidden=True, name="The Hidden Warship", x=800, y=800)
    things = (WALL, replace(GOBLIN, x=700, y=300))
    row = adventure_make(owner=person.owner, adventure=drive(CARRIAGE, hidden, things=things), seed=SEED)
    table = AdventureTable(row.key, {"ada": person})
    join(table, "bo", account("bo"))
    table.do(CrewSeated(("n1",), "carriage", pilots=True), drives(15, "run-over"), VehicleMoved("n1"))
    return table


def test_the_site_rolls_the_damage_where_no_own_dice_are_entered(table: AdventureTable) -> None:
    answer = press(table, "bo", do="blow-rolled", blow="1", faces="")
    assert answer.status_code == 302, text_of(answer)[:2_000]
    line = page(table, "bo")
    assert "(rolled by Muster)" in text_of(line)
    assert "Driver 1 has taken" in text_of(line)


def test_own_dice_are_read_as_people_write_them_and_wrong_ones_are_refused(table: AdventureTable) -> None:
    for faces, sentence in (("7, 1", "shows 1 to 6"), ("3", "A d6 is missing"), ("a b", "Enter a whole number")):
        answer = press(table, "bo", do="blow-rolled", blow="1", faces=faces)
        assert answer.status_code == 422
        assert sentence in text_of(answer)
    assert press(table, "bo", do="blow-rolled", blow="1", faces="6, 5").status_code == 302
    assert "6 + 5 = 11 (entered)" in text_of(page(table, "bo"))


def test_players_see_the_plain_without_what_is_hidden(table: AdventureTable) -> None:
    assert "The Hidden Warship" not in text_of(page(table, "bo"))
    tree = LexborHTMLParser(page(table, "bo").content.decode())
    assert len(tree.css("svg.plain-map .plain-vehicle circle")) == 1
    assert len(tree.css("svg.plain-map circle.plain-turn")) == 2
    assert len(tree.css("svg.plain-map circle.plain-thing")) == 2
    table.do(HiddenFactShown("warship"))
    tree = LexborHTMLParser(page(table, "bo").content.decode())
    assert len(tree.css("svg.plain-map .plain-vehicle circle")) == 2
    assert "The Hidden Warship" in text_of(page(table, "bo"))


def test_the_token_of_a_vehicle_is_large_enough_for_a_finger_on_a_phone(table: AdventureTable) -> None:
    plain = LexborHTMLParser(page(table).content.decode()).css_first("svg.plain-map")
    _, _, width, depth = (float(number) for number in (plain.attributes["viewBox"] or "").split())
    radii = [float(token.attributes["r"] or 0) for token in plain.css(".plain-vehicle circle")]
    # The plain is as wide as a phone of 360 px without its margins.
    assert min(2 * radius * 334 / max(width, depth) for radius in radii) >= 28
