"""Gambits in the compendium: what is loaded, what editors write, and where it shows."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from common.refusal import Refusal
from compendium.builtin import built_in_cards
from compendium.builtin.creatures import built_in_gambits
from compendium.models import Creature, CreatureGambits, Source
from compendium.selectors.creatures import creature_get, creature_tactics, gambits_of
from compendium.services.builtin import gambits_delete, gambits_load, gambits_reset, gambits_save
from compendium.services.creatures import creature_create
from rules.p2v_combat.solo.gambits import plan_actions
from rules.p2v_combat.solo.readings import MonsterCard
from rules.p2v_combat.solo.targets import PREFERENCES_BY_KEY
from tests.copies import copied
from tests.rows import every_row

CARDS = {card.key: card for card in built_in_cards()}
KEYS = ("taxidermic-dog", "flash-beetle", "boar")
OWN = "1 I Shift\n2-6 II Stride > Tusk"


def _store_creatures() -> None:
    source = Source.objects.create(key="p2v-orc", name="Cards", license="ORC", is_built_in=True)
    for key in KEYS:
        creature_create(card=CARDS[key], source=source, key=key, built_in=True)


@pytest.fixture
def loaded(db: None) -> None:
    copied(_store_creatures)
    gambits_load()


def _row(key: str) -> CreatureGambits:
    return CreatureGambits.objects.select_related("creature").get(creature__key=key)


def _write(key: str, lines: str, prefers: str = "") -> CreatureGambits:
    row = CreatureGambits(creature=Creature.objects.get(key=key), lines=lines, prefers=prefers)
    row.full_clean()
    gambits_save(gambits=row)
    return row


@every_row("key", list(built_in_gambits()))
def test_built_in_gambits_are_about_what_their_creature_can_do(key):
    gambits = built_in_gambits()[key]
    assert gambits.prefers in ("", *PREFERENCES_BY_KEY)
    monster = MonsterCard(CARDS[key])
    unknown = [
        action.words
        for row in gambits.rows
        for action in plan_actions(row.plan)
        if monster.read(action).clause.startswith("does this")
    ]
    # The dog's resistance is on no line of its card. Ruling 92.
    assert unknown == (["Resist all 2d6 until the end of the round"] if key == "taxidermic-dog" else [])


def test_a_choice_of_the_same_action_is_kept_as_it_is_printed():
    """Ruling 177."""
    assert [action.words for action in plan_actions(built_in_gambits()["rocking-horse"].row(6).plan)] == ["Trample"] * 2


def test_loading_stores_what_is_known_and_a_second_time_changes_nothing(loaded: None):
    assert set(gambits_of(KEYS)) == {"taxidermic-dog", "flash-beetle"}
    assert gambits_of(["taxidermic-dog"])["taxidermic-dog"] == built_in_gambits()["taxidermic-dog"]
    report = gambits_load()
    assert (report.loaded, report.kept) == (0, [])


def test_loading_keeps_what_a_person_edited_and_it_can_be_taken_back(loaded: None):
    row = _row("taxidermic-dog")
    row.lines = "1-6 II Jaws"
    gambits_save(gambits=row)
    assert gambits_load().kept == ["taxidermic-dog"]
    assert (_row("taxidermic-dog").lines, _row("taxidermic-dog").is_edited) == ("1-6 II Jaws", True)
    gambits_reset(gambits=row)
    assert not _row("taxidermic-dog").is_edited
    assert gambits_load().kept == []


def test_loading_renews_what_came_with_an_earlier_version(loaded: None):
    old = "1-6 II Jaws"
    CreatureGambits.objects.filter(creature__key="taxidermic-dog").update(
        lines=old, prefers="", built_in_lines=f"\n{old}"
    )
    assert gambits_load().loaded == 1
    assert _row("taxidermic-dog").value == built_in_gambits()["taxidermic-dog"]


def test_gambits_of_ones_own_can_be_deleted_and_built_in_ones_cannot(loaded: None):
    row = _write("boar", OWN)
    with pytest.raises(Refusal, match="did not come with Muster"):
        gambits_reset(gambits=row)
    gambits_delete(gambits=[row])
    assert not gambits_of(["boar"])
    with pytest.raises(Refusal, match="comes with Muster"):
        gambits_delete(gambits=[_row("taxidermic-dog")])


@pytest.mark.parametrize(("lines", "words"), [("1-5 I Shift", "No row says what happens on 6"), ("six", "A line has")])
def test_a_fault_is_told_beside_the_lines(loaded: None, lines: str, words: str):
    with pytest.raises(ValidationError) as fault:
        _write("boar", lines)
    assert words in fault.value.message_dict["lines"][0]


def test_lines_are_stored_in_one_form(loaded: None):
    assert _write("boar", " 1 I Shift\r\n2-6  II Stride>Tusk ").lines == OWN


def test_a_creature_without_gambits_is_played_by_a_stock_table(loaded: None):
    boar = creature_get("boar")
    assert boar is not None
    assert boar.current is not None
    tactics = creature_tactics(boar, boar.current)
    assert tactics.stock is not None
    assert tactics.stock.key == "fast"
    _write("boar", OWN, "alone")
    boar = creature_get("boar")
    assert boar is not None
    assert boar.current is not None
    tactics = creature_tactics(boar, boar.current)
    assert tactics.stock is None
    assert tactics.sheet.prefers == "Prefers enemies that are adjacent to none of their own allies."
    assert [line.sentence for line in tactics.sheet.lines] == ["It Shifts.", "It Strides, then attacks with Tusk."]


def test_the_page_of_a_creature_shows_its_gambits(loaded: None, client: Client):
    page = client.get("/creatures/taxidermic-dog/").text
    assert "Its own table" in page
    assert "It attacks with Jaws, then Repositions." in page
    assert "Prefers enemies that are adjacent to one of its allies." in page
    stock = client.get("/creatures/boar/").text
    assert "Stock table: Fast" in " ".join(stock.split())
    assert "Muster’s own design" in stock


def test_cards_are_printed_with_gambits_where_they_are_ticked(loaded: None, client: Client):
    address = "/print/creatures/?creature=taxidermic-dog&paper=a4"
    assert 'name="gambits"' in client.get(address).text
    plain = client.get(f"{address}").text
    assert "Reposition &gt; Jaws" not in plain
    page = client.get(f"{address}&gambits=1").text
    assert "gambits=1" in page
    pdf = client.get("/print/creatures.pdf?creature=taxidermic-dog&paper=a4&gambits=1")
    assert pdf.status_code == 200
    assert len(pdf.content) > len(client.get("/print/creatures.pdf?creature=taxidermic-dog&paper=a4").content)
