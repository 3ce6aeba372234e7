"""The sentences that the grammar makes: literals for each turn of phrase, and sweeps over all spells."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rules.effects.values import Lasts
from rules.spells import BY_KEY, SPELLS, Spell
from rules.spells.casting import Casting, Heightening
from rules.spells.phrases import ENDS, OTHER_DURATIONS, cost_words, duration_text, given, heighten_text
from tests.rows import every_row

TEXTS = {
    "fireball": """
        2 AP: Each creature in a burst 3 within 20 squares takes 20 fire damage (Reflex half).

        Heighten: For each rank above 3, the damage increases by 5.
    """,
    "caustic-blast": """
        2 AP: Each creature in a burst 1 within 6 squares takes 5 acid damage.

        Heighten: At each of ranks 3, 5, 7 and 9, the damage increases by 5.
    """,
    "void-warp": """
        2 AP: A creature that the caster touches takes 5 void damage if it is living (Fortitude half). On a
        critical failure, the target is also rattled.

        Heighten: For every 2 ranks above 1, the damage increases by 5.
    """,
    "electric-arc": """
        2 AP: Each of up to 2 creatures within 6 squares takes 5 electricity damage (Reflex half).

        Heighten: For every 2 ranks above 1, the damage increases by 5.
    """,
    "frostbite": """
        2 AP: The caster makes a strike against a creature within 12 squares. On a hit, the target takes 5 cold
        damage. On a critical hit, the target is also encumbered.

        Heighten: For every 2 ranks above 1, the damage increases by 5.
    """,
    "telekinetic-projectile--p2v-ogl": """
        2 AP: The caster makes a strike against a creature within 6 squares. On a hit, the target takes 5
        bludgeoning, piercing or slashing damage (the caster chooses one).

        Heighten: At each of ranks 2, 4, 6 and 8, the damage increases by 5.
    """,
    "chill-touch": """
        2 AP: The caster makes a strike against a creature that the caster touches. On a hit, the target takes 5
        void damage if it is living. An undead target is off-guard instead.

        Heighten: For every 2 ranks above 1, the damage to living targets increases by 5.
    """,
    "gale-blast": """
        2 AP: Each creature in an emanation 1 takes 4 bludgeoning damage (Fortitude half). On a failed save, the
        target is also pushed 1 square.

        Heighten: For every 2 ranks above 1, the damage increases by 4.
    """,
    "shield": """
        1 AP: While the spell lasts, the caster can use Shield Block (reaction): when the caster takes slashing,
        piercing or bludgeoning damage, reduce that damage by 5. Once Shield Block has been used, the caster
        cannot cast Shield again this encounter.

        The spell lasts until the start of the caster's next turn.

        Heighten: For every 2 ranks above 1, the damage is reduced by 5 more.
    """,
    "figment": """
        2 AP: One empty square within 6 squares becomes concealing or opaque terrain (the caster chooses).

        The spell lasts until the end of the caster's next turn.

        Sustain: On its next turn, the caster may cast the spell again for 1 AP without spending a use.
    """,
    "heal": """
        1 AP: A creature within melee reach regains 5 HP.

        2 AP: A creature within 6 squares regains 10 HP.

        3 AP: Each creature in a burst 4 regains 5 HP.

        Heighten: For each rank above 1, the spell restores 5 more HP when cast for 1 AP. For each rank above 1,
        the spell restores 10 more HP when cast for 2 AP. For each rank above 1, the spell restores 5 more HP
        when cast for 3 AP.
    """,
    "fear": """
        2 AP: A creature within 6 squares is rattled (Will negates). The target is pushed 1 square even if the
        save succeeds.

        Heighten: At rank 3, the spell has up to 5 targets.
    """,
    "dizzying-colors": """
        2 AP: Each creature in a spray 3 is slowed and rattled. On a successful Will save, the target is only
        rattled.
    """,
    "wilding-word": """
        2 AP: A creature within 6 squares is charmed (Will negates). Animals, fungi and plants have -1 on this
        save. A charmed creature cannot attack the caster or the caster's space. If the caster attacks the
        creature or its space, the charm ends immediately.
    """,
    "gust-of-wind": """
        2 AP: Wind fills a line 8. A Large or smaller creature that is in the line when the spell is cast, or
        enters the line during its own turn, falls prone (Fortitude negates). On a critical failure, the target
        is also pushed 4 squares. A creature in the line must succeed at a Fortitude save to move toward the
        line's origin.

        The spell lasts until the end of the caster's next turn.
    """,
    "magic-missile": """
        1 AP: 1 missile hits a creature within 24 squares and deals 4 force damage, with no attack roll and no
        save.

        2 AP: Each of 2 missiles hits a creature within 24 squares and deals 4 force damage, with no attack roll
        and no save.

        Heighten: For every 2 ranks above 1, there is 1 more missile.
    """,
    "gluttons-jaws": """
        1 AP: While the spell lasts, the caster can use Jaws (1 AP): the caster makes a strike against a
        creature within melee reach. On a hit, the target takes 10 damage and the caster gains 5 temporary HP.

        The spell lasts until the end of the encounter.

        Heighten: At each of ranks 4 and 7, the damage increases by 5 and the caster gains 5 more temporary HP.
    """,
    "slow": """
        2 AP: A creature within 6 squares is slowed (Fortitude negates). On a critical failure, the target is
        stunned instead.

        Heighten: At rank 6, the spell has up to 5 targets.
    """,
    "resist-energy": """
        2 AP: A creature that the caster touches gains resistance 2d6 against acid, cold, electricity, fire or
        sonic (the caster chooses one).

        The spell lasts until the end of the encounter.

        Heighten: At rank 4, the spell has up to 2 targets and the resistance is 4d6. At rank 7, the spell has
        up to 5 targets and the resistance is 6d6.
    """,
    "dispel-magic": """
        2 AP: The caster makes a Will check against the Power of the spell's caster. On a success, one spell
        effect within 24 squares ends.

        2 AP: The caster makes a Will check against the target's Power. On a success, one magic item of a
        creature within 24 squares stops working.

        The loss of the item's magic lasts until the end of the encounter.
    """,
    "wall-of-thorns--p2v-ogl": """
        2 AP: The caster creates up to 3 barriers in a straight line within 12 squares, each 2 squares long and
        1 square wide. A barrier has Armor 10, hardness 10 and 20 HP. A creature takes 8 piercing damage
        whenever it enters or passes through a barrier. Casting the spell again removes the earlier barriers.

        No duration is printed. Like all spell effects, this one ends with the scenario at the latest.

        Heighten: At rank 4, the damage is 10. For every 2 ranks above 4, the damage increases by 5 and each
        barrier has 10 more HP.
    """,
    "translocate": """
        2 AP: The caster teleports up to 24 squares. The caster must arrive in an empty space in its line of
        sight.
    """,
    "fly": """
        2 AP: The caster or a creature that the caster touches gains Flight.

        No duration is printed. Like all spell effects, this one ends with the scenario at the latest.
    """,
    "gentle-landing": """
        Reaction: When a creature within 12 squares falls, it takes no damage from the fall.
    """,
    "lingering-composition": """
        Free action: The caster repeats one cantrip from its last turn, if that cantrip deals no damage.
    """,
    "one-with-plants": """
        2 AP: The caster has Armor 20.

        The spell lasts as long as it is sustained.

        Sustain: On its next turn, the caster may cast the spell again for 2 AP without spending a use.
    """,
    "ice-storm": """
        2 AP: Each creature in a burst 4 within 24 squares takes 20 cold and bludgeoning damage (Reflex half).
        The area becomes difficult terrain.

        The difficult terrain lasts until the end of the encounter.

        Heighten: For each rank above 4, the damage increases by 5.
    """,
    "magic-passage": """
        2 AP: All terrain in a burst 2 is replaced by open ground.

        No duration is printed. Like all spell effects, this one ends with the scenario at the latest.

        Heighten: At rank 7, the area is a burst 4 and the caster may have the change apply only to its own
        warband.
    """,
}

# Fields that are no words of the text: marks for the grammar, and sentences with gaps in them.
UNSAID = {
    *("cost", "kind", "on", "before", "after", "for_costs", "lasts", "precondition", "stats", "who", "action"),
    *("ends_when", "is_twice"),
}


NOT_SAID = (("per", 1), ("by", 0))


def said(part: object) -> Iterator[str]:
    """Every number and word of a part's fields that a reader has to find in the text."""
    assert is_dataclass(part)
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name in UNSAID or value in (field.default, None, True) or (field.name, value) in NOT_SAID:
            continue
        for item in value if isinstance(value, tuple) else (value,):
            if is_dataclass(item):
                yield from said(item)
            else:
                yield str(item)


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+(?:d\d+)?", text))


def occurs(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\d)", text, re.IGNORECASE) is not None


@every_row("key", TEXTS)
def test_a_spell_reads_as_a_player_would_say_it(key: str) -> None:
    paragraphs = [" ".join(paragraph.split()) for paragraph in TEXTS[key].strip().split("\n\n")]
    assert BY_KEY[key].text.split("\n\n") == paragraphs


@every_row("spell", SPELLS, ids=lambda spell: spell.key)
def test_all_numbers_and_words_of_the_fields_stand_in_the_text(spell: Spell) -> None:
    for casting, text in zip(spell.castings, spell.casting_texts, strict=True):
        assert [word for word in said(casting) if word != "lessens" and not occurs(word, text)] == []
    for step, text in zip(spell.heighten, spell.heighten_texts, strict=True):
        assert [word for word in said(step) if not occurs(word, text)] == []
        assert [cost for cost in step.for_costs if not occurs(f"{cost} AP", text)] == []
    for what, _ in spell.also_lasts:
        assert occurs(what, spell.text)
    assert spell.sustain is None or occurs(f"{spell.sustain} AP", spell.sustain_text)


@every_row("spell", SPELLS, ids=lambda spell: spell.key)
def test_the_text_has_no_number_that_the_data_has_not(spell: Spell) -> None:
    known = {str(max(spell.rank, 1)), str(spell.sustain)}
    for casting in spell.castings:
        known |= {str(effect.cost) for effect in casting.all_effects()} | data_numbers(casting)
    for step in spell.heighten:
        known |= set(step.for_costs) | {step.resistance} | data_numbers(step)
    assert numbers(spell.text) <= known


def data_numbers(part: Casting | Heightening) -> set[str]:
    dice = {resistance.amount for resistance in part.resist} if isinstance(part, Casting) else set()
    return numbers(repr(part)) | dice


@every_row("spell", SPELLS, ids=lambda spell: spell.key)
def test_an_area_is_named_with_its_shape(spell: Spell) -> None:
    for casting, text in zip(spell.castings, spell.casting_texts, strict=True):
        if casting.range and casting.range.is_area:
            assert occurs(f"{casting.range.kind} {casting.range.squares}", text)


@every_row("spell", SPELLS, ids=lambda spell: spell.key)
def test_every_paragraph_is_whole_sentences(spell: Spell) -> None:
    for sentence in (
        *spell.casting_texts,
        spell.duration_text,
        *spell.heighten_texts,
        spell.sustain_text,
        *spell.notes,
    ):
        if sentence:
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence.endswith(".")
            assert not re.search(r"[{}_]|None|  |\.\.| ,| \.|\s$", sentence)
    assert all(spell.casting_texts)


@every_row(
    ("lasts", "text"),
    [
        ("instant", ""),
        ("condition", ""),
        ("roll", "The spell ends with that roll."),
        ("used", "The spell lasts until it is used."),
        ("sustained", "The spell lasts as long as it is sustained."),
        ("turn_end", "The spell lasts until the end of the caster's turn."),
        ("next_turn_start", "The spell lasts until the start of the caster's next turn."),
        ("next_turn_end", "The spell lasts until the end of the caster's next turn."),
        ("target_next_turn_end", "The spell lasts until the end of the target's next turn."),
        ("target_next_activation", "The spell lasts until the end of the target's next activation."),
        ("encounter", "The spell lasts until the end of the encounter."),
        ("unprinted", "No duration is printed. Like all spell effects, this one ends with the scenario at the latest."),
    ],
)
def test_each_duration_has_its_sentence(lasts: Lasts, text: str) -> None:
    assert duration_text(lasts) == text


def test_every_duration_of_the_model_is_in_use() -> None:
    assert {spell.lasts for spell in SPELLS} == set(ENDS) | set(OTHER_DURATIONS)


def test_what_a_spell_gives_becomes_a_verb() -> None:
    assert given("slowed") == "is slowed"
    assert given("slowed", "also") == "is also slowed"
    assert given("prone", "also") == "also falls prone"
    assert given("invisible") == "becomes invisible"
    assert given("Truesight") == "gains Truesight"
    assert given("cannot make attacks") == "cannot make attacks"


def test_a_price_is_said_in_words() -> None:
    assert [cost_words(cost) for cost in ("0", "1", "2", "3", "reaction")] == [
        "Free action",
        "1 AP",
        "2 AP",
        "3 AP",
        "Reaction",
    ]


def test_several_missiles_and_ranks_are_plural() -> None:
    assert heighten_text(Heightening(per=1, missiles=2), base_rank=1) == (
        "For each rank above 1, there are 2 more missiles."
    )
    assert heighten_text(Heightening(at_ranks=(3,), damage=5), base_rank=1) == "At rank 3, the damage increases by 5."
