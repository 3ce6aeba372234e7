"""Stat blocks of every form come to the same card; what is unusual in one is read, told or refused."""

import random
from typing import Any

import pytest

from compendium.importing.pf2e.candidates import creature_candidates
from compendium.importing.pf2e.files import creatures_in_bytes
from compendium.importing.pf2e.markup import plain_lines, plain_tags
from rules.card_reading.values import ImportDoubt
from rules.cards.documents import card_document
from rules.cards.model import Card
from rules.cards.phrases import effect_text
from rules.conversion.steps import RULEBOOK
from tests.compendium.importing.pf2e_forms import as_bytes, foundry_2021_lurker, foundry_lurker, only, pf2etools_lurker
from tests.examples import tried
from tests.rows import every_row


def converted(document: object) -> Card:
    """Return the card of the only candidate of a file."""
    candidate = only(document)
    assert candidate.value is not None, candidate
    return candidate.value


def first_step(document: object) -> tuple[object, list[object]]:
    """Return what the first step gave, and its choices."""
    step = only(document).steps[0]
    return step["gave"], step.get("choices", [])


def reason(document: object) -> ImportDoubt:
    """Return why the only candidate of a file was rejected."""
    candidate = only(document)
    assert candidate.value is None, candidate
    return candidate.doubts[0]


@every_row(
    "lurker, license, alignment",
    [(foundry_lurker(), "ORC", None), (foundry_2021_lurker(), "OGL", "NE"), (pf2etools_lurker(), "OGL", "NE")],
    ids=["foundry", "foundry-2021", "pf2etools"],
)
def test_every_form_comes_to_the_same_card(lurker: dict[str, Any], license: str, alignment: str | None):
    card = converted(lurker)
    stats = card.stats
    assert (card.key, card.name, card.level, card.size, card.tags) == (
        "marsh-lurker",
        "Marsh Lurker",
        5,
        "Large",
        ("Beast", "Amphibious"),
    )
    assert (card.license, card.alignment, card.movement_mode) == (license, alignment, "Flight")
    assert (
        stats.fight,
        stats.armor,
        stats.power,
        stats.fortitude,
        stats.reflex,
        stats.will,
        stats.hp,
        stats.speed,
    ) == (
        10,
        17,
        19,
        9,
        6,
        4,
        75,
        8,
    )
    assert (card.skills, card.other, card.immune) == (("Athletics", "Stealth"), ("Scent",), ("stunned",))
    assert [(resistance.type, resistance.dice) for resistance in card.resist] == [("fire", 2)]
    assert [(weakness.type, weakness.amount) for weakness in card.weak] == [("cold iron", 5)]
    jaws, breath = card.features
    assert effect_text(jaws) == "Deals 15 piercing damage. On a hit, it may spend 1 AP to grab the target."
    assert jaws.range is not None
    assert jaws.range.squares == 2
    assert effect_text(breath) == "The lurker breathes slime in a cone 4 that deals 20 acid damage (Reflex half)."
    assert breath.uses == ("encounter", "encounter")


@every_row(
    "speeds",
    [
        {"land": {"value": 25}, "fly": {"value": 40}, "travel": None},
        {"land": 25, "fly": "40 feet"},
        [{"type": "land", "value": 25}, {"type": "fly", "value": 40}],
    ],
)
def test_the_newer_speeds_are_read(speeds: object):
    card = converted(foundry_lurker(movement={"speeds": speeds}))
    assert (card.stats.speed, card.movement_mode) == (8, "Flight")


@every_row("level", ["5", 5.0, {"value": "5"}, [5]])
def test_a_level_is_read_in_any_form(level: object):
    assert converted(pf2etools_lurker(level=level)).level == 5


@every_row("speed", [25, "25 feet", [{"walk": 25}], {"walk": [25, 10]}, {"walk": {"std": 25}}])
def test_a_speed_is_read_in_any_form(speed: object):
    assert converted(pf2etools_lurker(speed=speed)).stats.speed == 5


def test_a_marked_actor_is_adjusted_and_one_that_is_adjusted_already_is_not():
    attributes = foundry_lurker()["system"]["attributes"]
    marked = {**attributes, "adjustment": "elite", "hp": {"max": 73, "value": 93}}
    elite = foundry_lurker(attributes=marked)
    card = converted(elite)
    assert (card.level, card.stats.armor, card.stats.hp) == (6, 18, 95)
    assert first_step(elite) == ("level 6", [])
    unsure = foundry_lurker(attributes={**attributes, "adjustment": "weak"})
    assert (converted(unsure).level, first_step(unsure)) == (4, ("adjust", ["adjust", "keep"]))
    named = foundry_lurker(attributes={**attributes, "adjustment": "elite"}) | {"name": "Elite Lurker"}
    assert (converted(named).stats.armor, first_step(named)) == (17, ("keep", ["adjust", "keep"]))
    old = foundry_2021_lurker()
    old["data"]["traits"]["traits"]["value"].append("elite")
    assert (converted(old).level, first_step(old)) == (5, ("keep", ["adjust", "keep"]))


@every_row(
    "document, code, message",
    [
        (
            {"name": "Pit", "type": "hazard", "system": {}},
            "creature.not_a_creature",
            "Pit is a hazard, not a creature.",
        ),
        (
            {"name": "Ash", "type": "character", "system": {}},
            "creature.not_a_creature",
            "Ash is a character, not a creature.",
        ),
        (
            {"name": "Fireball", "type": "spell", "system": {}},
            "creature.not_a_creature",
            "a spell item, not a creature",
        ),
        ({"name": "Ash", "system": {}}, "creature.not_a_creature", "Ash is not marked as a creature."),
        ({"type": "npc"}, "creature.not_a_creature", "Creature 1 is not a PF2e creature of Foundry VTT or Pf2eTools."),
        ({"name": "Pit"}, "creature.not_a_creature", "Pit is not a PF2e creature of Foundry VTT or Pf2eTools."),
        (pf2etools_lurker(name=""), "creature.no_name", "Creature 1 has no name."),
        (pf2etools_lurker(name=["x"]), "creature.no_name", "Creature 1 has no name."),
        (pf2etools_lurker(level=None), "creature.no_level", "Marsh Lurker has no level."),
        (
            {"name": "Old Lurker", "_copy": {"name": "Marsh Lurker", "source": "B2"}},
            "creature.no_level",
            "Old Lurker has no level: it is a copy of Marsh Lurker, convert that one.",
        ),
        (
            pf2etools_lurker(level=23),
            "creature.level_out_of_range",
            "Marsh Lurker is level 23; the game has levels -1 to 14.",
        ),
        (pf2etools_lurker(level=10**30), "creature.unreadable", "Its level is not a number that a creature can have."),
        (foundry_lurker(saves={"will": {"value": 1e300}}), "creature.unreadable", "Its Will is not a number"),
        ([[[]]], "creature.unreadable", "Creature 1 is not an object"),
        ("lurker", "document.json", ""),
    ],
)
def test_what_is_no_creature_is_rejected_with_a_sentence(document: Any, code: str, message: str):
    if code == "document.json":
        return
    doubt = reason(document)
    assert doubt.code == code
    assert message in doubt.message


WRONG = [None, True, 3, -1.5, "x", [], {}, ["x"], [None], [{"value": None}], {"value": []}, [[[]]]]


@pytest.mark.slow
@pytest.mark.parametrize("make", [foundry_lurker, foundry_2021_lurker, pf2etools_lurker])
def test_a_value_of_a_wrong_type_never_ends_in_an_exception(make):
    def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        return [place for key, value in items for place in ((*path, key), *places(value, (*path, key)))]

    for path in places(make()):
        for wrong in random.sample(WRONG, tried(len(WRONG))):
            document = make()
            node = document
            for key in path[:-1]:
                node = node[key]
            node[path[-1]] = wrong
            candidate = only(document)
            if candidate.value:
                card_document(candidate.value)


@every_row(
    "html, lines",
    [
        ("<p>One.</p><p>Two.</p>", ["One.", "Two."]),
        ("<b>Trigger</b> It moves. <b>Effect</b> It bites.", ["Trigger It moves. Effect It bites."]),
        ("@Check[reflex|dc:20|basic] save", ["DC 20 basic Reflex save"]),
        ("@Check[type:fortitude|dc:20]{a save}", ["DC 20 Fortitude"]),
        ("@Check[flat|dc:11]", ["DC 11 flat check"]),
        ("@Damage[4d6[fire]] damage", ["4d6 fire damage"]),
        ("@Damage[(1d6+2)[fire],1d4[persistent,acid]]", ["1d6+2 fire and 1d4 persistent acid"]),
        ("@Template[line|distance:60]", ["60-foot line"]),
        ("@UUID[Compendium.pf2e.conditionitems.Item.Grabbed]", ["grabbed"]),
        ("@UUID[Compendium.pf2e.conditionitems.Item.Clumsy]{Clumsy 1}", ["clumsy 1"]),
        ("@Localize[PF2E.NPC.Abilities.Glossary.Grab]", []),
        ("[[/r 1d6 # poison damage]]", ["1d6 poison"]),
        ("[[/r 1d10 #Reduced Damage]] and 3", ["1d10 and 3"]),
        ("[[/gmr 1d4 #rounds]]{1d4 rounds}", ["1d4 rounds"]),
        ('<span data-pf2-check="reflex" data-pf2-dc="22">basic Reflex</span> save', ["DC 22 basic Reflex save"]),
        ("Fire &amp; ice &lt;3<script>alert(1)</script>", ["Fire & ice <3"]),
        ("", []),
    ],
)
def test_the_markup_of_foundry_becomes_plain_english(html: str, lines: list[str]):
    assert plain_lines(html) == lines


@every_row(
    "text, plain",
    [
        ("a {@dc 21} Fortitude save", "a DC 21 Fortitude save"),
        ("{@damage 1d4} extra damage", "1d4 extra damage"),
        ("{@action Strike||Strikes}", "Strikes"),
        ("is {@condition grabbed}", "is grabbed"),
        ("{@note {@condition prone}} here", "here"),
    ],
)
def test_the_tags_of_pf2etools_become_plain_english(text: str, plain: str):
    assert plain_tags(text) == plain


@every_row("name", ["Fireball (x²)", "Fireball (×①)", "Fireball (x)", "Fireball (x٣)"])
def test_a_strange_number_of_uses_never_ends_in_an_exception(name: str):
    lurker = foundry_lurker()
    lurker["items"] += [
        {"_id": "list", "name": "Primal", "type": "spellcastingEntry", "system": {"tradition": {"value": "primal"}}},
        {"name": name, "type": "spell", "system": {"location": {"value": "list"}, "level": {"value": 3}}},
    ]
    (candidate,) = creature_candidates(creatures_in_bytes(as_bytes(lurker)), RULEBOOK)
    assert candidate.value is not None
