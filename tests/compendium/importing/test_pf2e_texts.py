"""Stat blocks as text: the card of a creature's text is the card of its file, and what cannot be read is told."""

import random
import time
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from compendium.importing.pf2e.candidates import creature_candidates, read_creature
from compendium.importing.pf2e.files import creatures_in_bytes, creatures_in_file
from compendium.importing.pf2e.text.reading import MAX_TEXT
from compendium.importing.pf2e.values import UnreadableBlock
from rules.cards.documents import card_document
from rules.conversion.blocks import BlockDefense, StatBlock
from rules.conversion.converting import ConversionRefused, convert
from rules.conversion.steps import RULEBOOK, STYLES
from rules.errors import DocumentError
from tests.compendium.importing.pf2e_forms import as_bytes, foundry_2021_lurker, foundry_lurker, pf2etools_lurker
from tests.compendium.importing.pf2e_texts import BOOK, SITE, TEXT_STYLES, TextStyle, read, text_of
from tests.compendium.importing.unseen_texts import UNSEEN
from tests.rows import every_row
from tests.samples import SAMPLES

LURKERS = {
    lurker["name"]: lurker for lurker in (foundry_lurker(), foundry_2021_lurker(), pf2etools_lurker(name="Old Lurker"))
}
INVENTED = {name: document for name, (document, _) in UNSEEN.items()} | LURKERS


def refusal(text: str) -> str:
    """Return the sentence with which a text is refused, or one that it was read."""
    try:
        convert(read(text).block)
    except (DocumentError, UnreadableBlock, ConversionRefused) as refused:
        return refused.message
    return "It was read."


def block_of(document: object) -> StatBlock:
    (raw,) = creatures_in_bytes(as_bytes(document))
    return read_creature(raw).block


@cache
def sample_blocks() -> tuple[StatBlock, ...]:
    folder = SAMPLES / "pf2e"
    blocks = []
    for path in [*sorted(folder.glob("foundry*/*.json")), folder / "pf2etools" / "creatures.json"]:
        for raw in creatures_in_file(path):
            try:
                blocks.append(read_creature(raw).block)
            except UnreadableBlock:
                continue  # a copy of another creature has no numbers
    return tuple(blocks)


def comparable(block: StatBlock, style: str) -> dict[str, Any]:
    """Return the card of a stat block, without what no text carries.

    - ``license`` follows from the title of the publication, where a file states it itself;
    - the order of the spells of a list, which texts have by rank;
    - small letters of a name that is printed in capitals, with its key.
    """
    document = card_document(convert(replace(block, license="unknown", publication=""), STYLES[style]).card)
    document["name"] = document["name"].casefold()
    for feature in document["features"]:
        if caster := feature.get("caster"):
            for group in caster["groups"]:
                group["spells"].sort(key=lambda spell: spell["name"])
            caster["groups"].sort(key=lambda group: (str(group["uses"]), str(group["spells"])))
    return document


def differences(block: StatBlock, style: TextStyle) -> list[str]:
    """Return what a card from a text says otherwise than the card from the file."""
    reading = read(text_of(block, style))
    faults = [f"not read: {line.line} {line.text}" for line in reading.unread]
    for name in STYLES:
        ours, theirs = comparable(reading.block, name), comparable(block, name)
        faults += [f"{name}: {key}: {ours[key]} != {theirs[key]}" for key in theirs if ours[key] != theirs[key]]
    return faults


@every_row("style, name", [(style, name) for style in TEXT_STYLES for name in INVENTED])
def test_the_text_of_an_invented_creature_gives_the_card_of_its_file(style: TextStyle, name: str):
    assert differences(block_of(INVENTED[name]), style) == []


@pytest.mark.samples
@pytest.mark.parametrize("style", TEXT_STYLES, ids=[style.name for style in TEXT_STYLES])
def test_the_text_of_every_sample_gives_the_card_of_its_file(style: TextStyle):
    mistakes = {block.name: wrong for block in sample_blocks() if (wrong := differences(block, style))}
    assert mistakes == {}
    assert len(sample_blocks()) > 100


def lines_and_blocks() -> Iterator[tuple[list[str], StatBlock]]:
    for document in INVENTED.values():
        block = block_of(document)
        text = text_of(block, SITE)
        yield text.splitlines(), read(text).block


def test_a_text_that_is_cut_short_says_the_same_up_to_there():
    for lines, whole in lines_and_blocks():
        for count in range(len(lines)):
            try:
                cut = read("\n".join(lines[:count])).block
            except (DocumentError, UnreadableBlock):
                assert count == 0, lines[:count]
                continue
            convert(cut)
            for field in fields(StatBlock):
                ours, theirs = getattr(cut, field.name), getattr(whole, field.name)
                if isinstance(theirs, tuple):
                    sure = ours[:-1] if field.name == "abilities" else ours  # the last may go on below the cut
                    assert sure == theirs[: len(sure)], (count, field.name)
                else:
                    assert ours in (theirs, field.default), (count, field.name)


def test_a_text_that_is_cut_anywhere_is_read_or_refused():
    text = text_of(block_of(foundry_lurker()), BOOK)
    for end in range(0, len(text), 3):
        for piece in (text[:end], text[end:]):
            assert refusal(piece).endswith(".")


def test_lines_in_any_order_and_random_words_are_read_or_refused():
    dice = random.Random(26)
    texts = [text_of(block_of(document), SITE) for document in INVENTED.values()]
    lines = [line for text in texts for line in text.splitlines()]
    words = [word for line in lines for word in line.split()]
    for _ in range(150):
        shuffled = "\n".join(dice.choices(lines, k=30))
        mixed = "\n".join(" ".join(dice.choices(words, k=12)) for _ in range(15))
        noise = "".join(chr(dice.choice((dice.randrange(32, 127), dice.randrange(0x2000, 0x2700)))) for _ in range(300))
        for text in (shuffled, mixed, f"Heron Creature 2\n{mixed}", f"Heron Creature 2\n{noise}", noise):
            assert refusal(text).endswith(".")


HEAD = "Heron Creature 2\nMedium Animal\nPerception +7\n"


@every_row(
    "text",
    [
        HEAD + "(" * 150_000,
        HEAD + "; " * 90_000,
        HEAD + "Speed " + "25 feet, " * 20_000,
        HEAD + "Immunities " + "fire (" * 30_000,
        HEAD + "Resistances " + "fire 5 (except " * 10_000,
        HEAD + "Melee jaws " + "+" * 150_000,
        HEAD + "Melee " + "jaws " * 30_000 + "+9",
        HEAD + "Arcane Innate Spells DC 20; " + "(2nd) a, " * 20_000,
        HEAD + "Arcane Innate Spells DC 20; " + "1st a (" * 20_000,
        HEAD + "Trample [two-actions] " + "Trigger " * 20_000,
        HEAD + "Trample [two-actions] " + "; Stage 1 a" * 15_000,
        HEAD + "Aaa " * 40_000,
        HEAD + "A-\n" * 60_000,
        HEAD + "a-\n" * 60_000,
        HEAD + "Name (\n" * 20_000,
        HEAD + "◆ " * 90_000,
        HEAD + "-" * 190_000,
        HEAD + " " * 190_000 + "x",
        HEAD + "x" * 190_000 + "-\ny",
        "Creature 2\n" * 18_000,
        "Creature " * 20_000,
        "Neutral Good " * 14_000 + "\nCreature 2",
        "x " * (MAX_TEXT // 2 + 1),
    ],
)
def test_long_texts_take_bounded_time(text: str):
    started = time.process_time()
    assert refusal(text).endswith(".")
    assert time.process_time() - started < 5, text[:80]


OLD = (
    "BOG\N{NO-BREAK SPACE}HERON CREATURE –1\r\nNeutral Evil\r\nLARGE\r\nANIMAL\r\n\r\nPerception +4; low-light vision, "
    "scent (imprecise) 30 feet\r\nSkills Acrobatics +5 (+7 to Balance), Marsh Lore +3\r\nStr +1, Dex +3, Int –4\r\n"
    "AC 14 (12 when broken)\r\nSaving Throws Fort +3, Ref +7, Will +2; +1 status to all saves vs. magic\r\n"
    "Hit Points 9 (negative healing)\r\nWeaknesses cold iron 5, fire 2\r\n"
    "Resistances physical 5 (except silver or spells)\r\n"
    "Immunities death effects, sleep\r\nSpeed 10 feet, fly 40 feet\r\n"
    "• Melee ◆ beak +5 [+1/–3] (agile, reach 10 feet), Damage 1d6–1 piercing plus Grab\r\n"
    "Ranged ◆ reed dart +6 (thrown 20 feet), Damage 1d4 piercing\r\n"
    "Wading Strike ◆◆ (move) Frequency once per day; Requirements The heron stands in water; Effect The heron Strides "
    "and makes a beak Strike.\r\nAgile Wings The heron flies well."
)


def test_older_forms_signs_and_line_ends_are_read():
    reading = read(OLD)
    block = reading.block
    assert (block.name, block.level, block.alignment, block.size, block.traits) == (
        "Bog Heron", -1, "NE", "Large", ("animal",),
    )  # fmt: skip
    assert (block.armor_class, block.broken_armor_class, block.hit_points) == (14, 12, 9)
    assert (block.fortitude, block.reflex, block.will) == (3, 7, 2)
    assert block.skills == ("Acrobatics", "Marsh Lore")
    assert block.weaknesses == (BlockDefense("cold iron", 5), BlockDefense("fire", 2))
    assert block.resistances == (BlockDefense("physical", 5, ("silver", "spells")),)
    assert block.immunities == ("death effects", "sleep")
    assert block.speeds == (("walk", 10), ("fly", 40))
    beak, dart = block.attacks
    assert (beak.name, beak.bonus, beak.reach, beak.effects) == ("beak", 5, 10, ("Grab",))
    assert (beak.damage[0].formula, beak.damage[0].type) == ("1d6-1", "piercing")
    assert (dart.is_ranged, dart.increment) == (True, 20)
    named = {ability.name: ability for ability in block.abilities}
    assert list(named) == ["+1 status to all saves vs. magic", "Negative healing", "Wading Strike", "Agile Wings"]
    wading = named["Wading Strike"]
    assert (wading.cost, wading.traits, wading.frequency) == ("2", ("move",), (1, "day"))
    assert (wading.requirement, wading.text) == (
        "The heron stands in water",
        "The heron Strides and makes a beak Strike.",
    )
    assert reading.unread == ()
    card = convert(block).card
    assert ("Void Healing" in card.other, "Scent" in card.other) == (True, True)


def test_what_cannot_be_read_is_told_with_its_line():
    reading = read(
        "A tall bird of the moors.\nBog Heron Creature 2\nN Medium Animal\nPerception +7; sees, hears 3 things\n"
        "Languages Auran\nAC 18 (20 with raised wings); Fort +8, Ref +9, Will +6, Luck +3\nHP 30 each; Wounds 4\n"
        "Speed 25 feet, air walk\nMelee beak, hard\nMelee ◆ beak +9, nothing\nSidebar – Herons\nThey are shy."
    )
    assert [(node.line, node.text) for node in reading.unread] == [
        (1, "A tall bird of the moors."),
        (4, "hears 3 things"),
        (6, "(20 with raised wings)"),
        (6, "Luck +3"),
        (7, "each"),
        (7, "Wounds 4"),
        (8, "air walk"),
        (9, "Melee beak, hard"),
        (10, "nothing"),
        (11, "Sidebar – Herons"),
        (12, "They are shy."),
    ]
    assert (reading.block.armor_class, reading.block.hit_points, reading.block.speeds) == (18, 30, (("walk", 25),))


def test_a_stray_line_below_a_row_is_shown_and_costs_the_row_nothing():
    reading = read(
        "Bog Heron Creature 2\nN Medium Animal\nPerception +7\nLanguages Auran\nIt sings\n"
        "Str +4, Dex 12 (+1), Con +2,\nInt —, Wis +0, Cha -1\nIts hat is green\n"
        "AC 18\nHP 30\nSpeed 25 feet\nStray words\n"
        "Melee ◆ beak +9, Damage 1d6 piercing"
    )
    unread = [(words.line, words.text) for words in reading.unread]
    assert unread == [(5, "It sings"), (8, "Its hat is green"), (12, "Stray words")]
    assert reading.block.speeds == (("walk", 25),)


@every_row(
    "line, name, cost, traits, text",
    [
        ("Pounce [one-action] The heron leaps.", "Pounce", "1", (), "The heron leaps."),
        ("Pounce ◆ The heron leaps.", "Pounce", "1", (), "The heron leaps."),
        ("Pounce [one-action] to [three-actions] The heron leaps.", "Pounce", "1", (), "The heron leaps."),
        ("Pounce (three actions) (move) The heron leaps.", "Pounce", "3", ("move",), "The heron leaps."),
        ("Pounce d The heron leaps.", "Pounce", "2", (), "The heron leaps."),
        ("Pounce A (move) The heron leaps.", "Pounce", "1", ("move",), "The heron leaps."),
        ("Pounce: The heron leaps.", "Pounce", None, (), "The heron leaps."),
        ("**Pounce** The heron leaps.", "Pounce", None, (), "The heron leaps."),
        ("Ferocity [reaction]", "Ferocity", "reaction", (), ""),
        ("Ferocity r", "Ferocity", "reaction", (), ""),
        ("Wide Wings ◇ (move)", "Wide Wings", "0", ("move",), ""),
        ("Marsh Gaze (aura, visual) 30 feet.", "Marsh Gaze", None, ("aura", "visual"), "30 feet."),
        ("Regeneration 5 (deactivated by fire)", "Regeneration 5 (deactivated by fire)", None, (), ""),
        ("Sneak Attack 1d6 precision", "Sneak Attack", None, (), "1d6 precision"),
        ("Wade of the Reeds Whenever it rains, it heals", "Wade of the Reeds", None, (), "Whenever it rains, it heals"),
        ("Bog Rot (disease) Saving Throw DC 17 Fortitude; Stage 1 sickened 1 (1 day)", "Bog Rot", None, ("disease",),
         "The target attempts a DC 17 Fortitude save."),
    ],
)  # fmt: skip
def test_abilities_begin_in_many_ways(line: str, name: str, cost: str | None, traits: tuple[str, ...], text: str):
    reading = read(f"{HEAD}AC 18\nSpeed 25 feet\n{line}\n")
    (ability,) = reading.block.abilities
    assert (ability.name, ability.cost, ability.traits, ability.text) == (name, cost, traits, text)
    assert reading.unread == ()


@every_row(
    "line",
    [
        "The heron Strides and Strikes.",
        "Strike against a foe",
        "Success The target is unaffected.",
        "Each Strike deals more.",
        "Reflex save of the foe",
        "30 feet away",
    ],
)
def test_a_line_that_goes_on_begins_no_ability(line: str):
    (ability,) = read(f"{HEAD}Speed 25 feet\nPounce [one-action] It leaps.\n{line}\n").block.abilities
    assert ability.name == "Pounce"


def test_broken_lines_and_words_are_put_together():
    block = read(
        "BOG HERON CREATURE 2\nMEDIUM ANIMAL\nPerception +7\nAC 18; Fort +8, Ref +9,\nWill +6\n"
        "HP 30; Immunities disease,\npoison\nSpeed 25 feet\n"
        "Melee ◆ beak +9 (agile,\nreach 10 feet), Damage 1d8+4 pierc-\ning plus Grab\n"
        "Long Reach ◆◆ (move) The heron Strides and makes a two-\nhanded grab at a creature. It is para-\n"
        "lyzed by awe.\n"
        "Gaze (aura,\nvisual) 30 feet. It stares."
    ).block
    assert (block.will, block.immunities) == (6, ("disease", "poison"))
    assert (block.attacks[0].reach, block.attacks[0].damage[0].type, block.attacks[0].effects) == (
        10,
        "piercing",
        ("Grab",),
    )
    reach, gaze = block.abilities
    assert reach.text == "The heron Strides and makes a two-handed grab at a creature. It is paralyzed by awe."
    assert (gaze.name, gaze.traits) == ("Gaze", ("aura", "visual"))


def test_every_kind_of_list_of_spells_is_read():
    block = read(
        f"{HEAD}Speed 25 feet\n"
        "Arcane Prepared Spells DC 27, attack +19; 3rd fireball (×2), haste; 2nd blur; Cantrips (3rd) daze, shield\n"
        "Occult Spontaneous Spells DC 20, attack +12; 1st (3 slots) fear, sleep\n"
        "Divine Innate Spells DC 21; 4th read omens (self only); At Will (2nd) invisibility; Constant (5th) tongues, "
        "(2nd) speak with animals\nChampion Focus Spells 2 Focus Points, DC 20; 3rd lay on hands\n"
        "Rituals DC 20; 1st geas\n"
    ).block
    prepared, spontaneous, innate, focus, ritual = block.casters
    assert (prepared.tradition, prepared.kind, prepared.dc, prepared.attack) == ("arcane", "prepared", 27, 19)
    assert [(spell.name, spell.rank, spell.uses) for spell in prepared.spells] == [
        ("fireball", 3, 2), ("haste", 3, None), ("blur", 2, None), ("daze", 0, None), ("shield", 0, None),
    ]  # fmt: skip
    assert dict(prepared.slots)[3] == 3
    assert (spontaneous.kind, spontaneous.slots) == ("spontaneous", ((1, 3),))
    assert [(spell.name, spell.rank, spell.at_will, spell.note) for spell in innate.spells] == [
        ("read omens", 4, False, "self only"), ("invisibility", 2, True, ""), ("tongues", 5, True, ""),
        ("speak with animals", 2, True, ""),
    ]  # fmt: skip
    assert (focus.kind, focus.focus_points, focus.dc, ritual.kind) == ("focus", 2, 20, "ritual")


@every_row(
    "text, code, words",
    [
        ("", "document.json", "empty"),
        ("Good morning, herons.", "document.json", "not a JSON document or a stat block"),
        ("\0\1\2\3", "document.json", "not a JSON document or a stat block"),
        (f"{HEAD}\n\nBog Rat Creature 1\nTiny Animal", "file.several_stat_blocks", "2 stat blocks (Heron and Bog Rat)"),
        ("x" * (MAX_TEXT + 1), "file.too_large", "200,000 characters"),
    ],
)
def test_what_is_not_the_text_of_one_stat_block_is_refused(text: str, code: str, words: str):
    with pytest.raises(DocumentError) as refused:
        list(creatures_in_bytes(text.encode()))
    assert (refused.value.code, words in refused.value.message) == (code, True), refused.value.message


@every_row(
    "text, code",
    [
        ("Pit Trap Hazard 2\nStealth DC 18", "creature.not_a_creature"),
        ("Creature 2\nPerception +7", "creature.no_name"),
        ("Heron\nPerception +7\nAC 18; Fort +8, Ref +9, Will +6\nHP 30", "creature.no_level"),
        ("Heron Creature 25\nPerception +7", "creature.level_out_of_range"),
    ],
)
def test_what_cannot_become_a_card_is_rejected(text: str, code: str):
    (candidate,) = creature_candidates(creatures_in_bytes(text.encode()), RULEBOOK)
    assert (candidate.value, [doubt.code for doubt in candidate.doubts]) == (None, [code])


@every_row("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_of_text_may_have_the_encodings_that_editors_write(encoding: str):
    text = "Old Heron’s Shade Creature –1\nMedium Undead\nAC 14"
    (candidate,) = creature_candidates(creatures_in_bytes(text.encode(encoding)), RULEBOOK)
    assert candidate.value is not None
    assert (candidate.name, candidate.value.level) == ("Old Heron’s Shade", -1)


def test_the_license_follows_from_the_source():
    for source, license in (("Monster Core pg. 63", "ORC"), ("Bestiary 3 pg. 5", "OGL"), ("My Notes", "unknown")):
        assert read(f"Heron Creature 2\nMedium Animal\nSource {source}\n").block.license == license
