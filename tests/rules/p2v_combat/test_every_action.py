"""Every action of every built-in card, every spell and every item is played, and each of its fields shows."""

from dataclasses import replace

import pytest

from compendium.builtin import built_in_cards
from rules import spells
from rules.cards.model import Caster, CasterSpell, Feature, SpellGroup
from rules.items import ITEMS
from rules.items.item import Item
from rules.roster.model import ItemChoice, Member
from rules.spells import Spell
from tests.rules.p2v_combat.field_checks import actions, builds, check_fields
from tests.rules.p2v_combat.tables import card

CARDS = {creature.key: creature for creature in built_in_cards()}
LEARNED = "Caster"
PASSIVE = ("permanent",)


@pytest.mark.parametrize("key", sorted(CARDS))
def test_every_action_of_a_card_does_what_its_fields_say(key: str) -> None:
    for member in builds(CARDS[key]):
        for action, way in actions(CARDS[key], member):
            check_fields(CARDS[key], member, action, way)


@pytest.mark.parametrize("spell", spells.SPELLS, ids=lambda spell: spell.key)
@pytest.mark.parametrize(("more", "uses"), [(0, ("daily",)), (6, ())], ids=["with boxes", "heightened, at will"])
def test_every_spell_does_what_its_fields_say(spell: Spell, more: int, uses: tuple[str, ...]) -> None:
    rank = max(spell.rank, 1) + more
    group = SpellGroup(uses, (CasterSpell(spell.name),))
    caster = Feature(id="caster", name=LEARNED, kind="caster", caster=Caster("Arcane", rank, (group,)))
    boar = replace(card("boar"), features=(*card("boar").features, caster), license=spell.license)
    member = Member(boar.key, id="m1")
    played = [(action, way) for action, way in actions(boar, member) if action.kind == "spell"]
    for action, way in played:
        check_fields(boar, member, action, way)
    assert played or all(casting.cost == "reaction" for casting in spell.castings)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.key)
def test_every_item_does_what_its_fields_say(item: Item) -> None:
    choice = None
    if item.choice == "spell":
        choice = (
            "Heal"
            if 1 in item.spell_ranks
            else next(spell.name for spell in spells.SPELLS if spell.rank in item.spell_ranks)
        )
    elif item.options:
        choice = item.options[0]
    kobold = card("kobold-sorcerer-1")
    member = Member(kobold.key, id="m1", items=(ItemChoice(item.key, choice),))
    played = [(action, way) for action, way in actions(kobold, member) if action.kind == "item"]
    for action, way in played:
        check_fields(kobold, member, action, way)
    assert played or item.kind in PASSIVE or item.cost == "reaction"
