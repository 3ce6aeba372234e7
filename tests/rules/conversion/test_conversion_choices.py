"""What a person chooses where the rules leave a step open: the card follows, and nothing is ever emptied."""

from dataclasses import replace
from typing import Any

from rules.alignment import ALIGNMENTS
from rules.cards.documents import card_document, card_from_document
from rules.conversion.blocks import BlockAbility, BlockCaster, BlockSpell, StatBlock
from rules.conversion.converting import ConvertedCreature, convert
from rules.conversion.steps import STYLES, ConversionStep, StepChoice, choice_text, in_card_order
from tests.rows import every_row
from tests.rules.conversion.stat_blocks import feature_of, stat_block, strike

STATS = ("fight", "armor", "power", "fortitude", "reflex", "will", "hp", "speed")


def open_block(**fields: Any) -> StatBlock:
    """Return a creature that leaves every kind of step open."""
    howl = "Each creature in a 40-foot emanation is frightened 1 and deafened (DC 19 Will)."
    abilities = (
        BlockAbility(name="Howl", cost="3", text=howl),
        BlockAbility(name="Howl", cost="3", text=howl),
        BlockAbility(name="Trample", cost="2"),
        BlockAbility(name="Strange Gift", cost="1"),
        BlockAbility(name="Web", cost="1", text="The target is immobilized until it escapes (DC 17)."),
    )
    usual: dict[str, Any] = {
        "level": 2,
        "alignment": None,
        "adjustment": "elite",
        "is_adjusted": None,
        "speeds": (("walk", 25), ("fly", 40), ("swim", 30)),
        "attacks": (strike(), strike("claw", 9), strike("tail", 8)),
        "abilities": abilities,
        "casters": (
            BlockCaster(
                tradition="arcane",
                kind="prepared",
                dc=21,
                slots=((1, 3), (2, 2)),
                spells=(BlockSpell("Fear", 1), BlockSpell("Heal", 1), BlockSpell("Web", 2)),
            ),
        ),
    }
    return replace(stat_block(), **usual | fields)


def choices_of(converted: ConvertedCreature) -> dict[str, StepChoice]:
    """Return the choices of a conversion by their keys."""
    return {step.choice.key: step.choice for step in converted.steps if step.choice}


def test_every_open_step_has_a_key_of_its_own():
    keys = [step.choice.key for step in convert(open_block()).steps if step.choice]
    assert len(keys) == len(set(keys))
    kinds = {key.partition(".")[0] for key in keys}
    assert kinds == {
        *("level", "alignment", "power", "speed", "movement_mode"),
        *("cost", "area", "condition", "text", "glossary", "kind", "spells"),
    }
    assert {"cost.howl", "cost.howl-2", "area.howl.8", "condition.howl.frightened", "spells.arcane"} <= set(keys)


def test_every_choice_is_taken_and_the_others_keep_their_keys_and_no_stat_is_emptied():
    for style in STYLES.values():
        plain = convert(open_block(), style)
        for key, choice in choices_of(plain).items():
            for wanted in choice.choices:
                answered = convert(open_block(), style, answers={key: (choice_text(wanted),)})
                now = choices_of(answered)[key]
                assert now.chosen == (wanted,)
                assert now.is_decided == (choice.chosen != (wanted,))
                assert all(getattr(answered.card.stats, stat) is not None for stat in STATS), (key, wanted)
                card_from_document(card_document(answered.card, references=True))
                if key != "level":  # another level has another adjustment, and further Strikes may be upgrades
                    assert set(choices_of(answered)) == set(choices_of(plain))


@every_row(
    "answer",
    [("7000",), ("",), (), ("none",), ("<script>",), ("\0", "x" * 10_000)],
)
def test_an_answer_that_is_no_choice_keeps_the_pick(answer: tuple[str, ...]):
    plain = convert(open_block())
    keys = [key for key in choices_of(plain) if key != "movement_mode"]
    assert convert(open_block(), answers={**dict.fromkeys(keys, answer), "no.such": answer}) == plain


@every_row(
    "key, answer, field, expected",
    [
        ("alignment", "CE", "alignment", "CE"),
        ("level", "keep", "level", 2),
        ("movement_mode", "none", "movement_mode", None),
        ("movement_mode", "Aquatic", "movement_mode", "Aquatic"),
    ],
)
def test_a_choice_is_on_the_card(key: str, answer: str, field: str, expected: object):
    assert getattr(convert(open_block(), answers={key: (answer,)}).card, field) == expected


def test_the_choices_of_an_ability_change_its_feature():
    answers = {
        "cost.howl": ("3",),
        "area.howl.8": ("4",),
        "condition.howl.frightened": ("dazed",),
        "condition.howl.deafened": ("off-guard",),
        "text.strange-gift": ("write",),
        "glossary.trample": ("drop",),
        "kind.claw": ("add_on",),
    }
    converted = convert(open_block(), answers=answers)
    howl = feature_of(converted, "Howl")
    assert (howl.cost, howl.range.squares) == ("3", 4)
    assert "emanation 4 is dazed and off-guard" in howl.effect
    assert "Trample" not in {feature.name for feature in converted.card.features}
    assert feature_of(converted, "Strange Gift").by_table
    assert feature_of(converted, "Claw").kind == "add_on"
    assert all(choices_of(converted)[key].is_decided for key in answers)


@every_row(
    "answer, said, gives",
    [
        ("rattled", "is rattled", ("rattled",)),
        ("pushed", "is pushed", ("push 1",)),
        ("its action ends", "is interrupted (its action ends)", ()),
    ],
)
def test_a_condition_that_was_chosen_is_said_and_given(answer: str, said: str, gives: tuple[str, ...]):
    text = "The target must succeed at a DC 22 Will save or is frightened 2."
    block = stat_block(abilities=(BlockAbility(name="Glare", cost="1", text=text),))
    glare = feature_of(convert(block, answers={"condition.glare.frightened": (answer,)}), "Glare")
    assert said in glare.effect
    assert glare.gives == gives


def test_of_spells_several_are_chosen_and_never_none():
    def spells(*answer: str) -> list[str]:
        card = convert(open_block(), answers={"spells.arcane": answer}).card
        casters = [feature.caster for feature in card.features if feature.caster]
        return [spell.name for caster in casters for group in caster.groups for spell in group.spells]

    assert spells("Fear", "Heal") == ["fear", "heal"]
    assert spells("Web", "no such spell") == ["web"]
    assert spells() == spells("no such spell") == ["fear", "heal"]


def test_strikes_of_one_name_are_told_apart_where_a_person_chooses():
    strikes = (strike(), strike("dagger", 9), strike("dagger", 9, is_ranged=True, increment=10))
    steps = convert(stat_block(level=1, attacks=strikes)).steps
    about = {step.choice.key: step.choice.about for step in steps if step.choice and step.choice.kind == "kind"}
    assert about == {"kind.dagger": "Dagger (melee)", "kind.dagger-2": "Dagger (ranged)"}


def test_a_step_says_whether_a_person_decided_it():
    def step(converted: ConvertedCreature) -> ConversionStep:
        return next(candidate for candidate in converted.steps if candidate.field == "alignment")

    plain, answered = step(convert(open_block())), step(convert(open_block(), answers={"alignment": ("NG",)}))
    assert plain.is_undecided
    assert not plain.is_decided
    assert not answered.is_undecided
    assert answered.is_decided
    codes = [alignment.code for alignment in ALIGNMENTS]
    rest = {"field": "alignment", "rule": plain.rule, "read": "nothing", "choices": codes}
    assert plain.document() == {**rest, "gave": None}
    assert answered.document() == {**rest, "gave": "NG", "decided": True}


def test_steps_are_put_into_the_order_of_the_card():
    fields = [step.field for step in in_card_order(convert(open_block()).steps)]
    assert fields[:2] == ["level", "level"]
    assert fields.index("alignment") < fields.index("fight") < fields.index("power") < fields.index("features")
    assert fields[-1] == "license"
