"""The texts of converted abilities read as sentences, without what says nothing in a fight."""

from typing import Any

from rules.cards.phrases import effect_text
from rules.conversion.blocks import BlockAbility
from rules.conversion.converting import convert
from rules.conversion.wording import whole_sentences
from rules.effects.values import SavingThrow
from tests.rows import every_row
from tests.rules.conversion.stat_blocks import feature_of, stat_block, strike, with_text


@every_row(
    "text, sentences",
    [
        ("It lasts until it is cured\nThe target saves.", ["It lasts until it is cured.", "The target saves."]),
        ("Small shape;\nLarge shape,", ["Small shape.", "Large shape."]),
        ("It adds fog to its spells (page 304).", ["It adds fog to its spells."]),
        ("[(move, primal) The bat arcs.", ["The bat arcs."]),
        ("It smells blood as an imprecise sense. It bites.", ["It bites."]),
        ("It must save, with the following effects.", ["It must save."]),
        ("It deals precision precision damage.", ["It deals precision damage."]),
        ("Its own words.\nThe monster does what all of them do.", ["Its own words."]),
        ("The monster bites those near the monster.", ["It bites those near it."]),
        ("claw\nA Rend entry lists a Strike the monster has.\nThe monster deals the damage again.", ["claw."]),
        (
            "It makes two Strikes. Its multiple attack penalty doesn't increase until after both.",
            ["It makes two Strikes."],
        ),
        (
            "It Strikes each; this counts as only one Strike for its multiple attack penalty, and the penalty doesn't "
            "increase until after both attacks.",
            ["It Strikes each."],
        ),
        (
            "It makes two Strikes that count as one for its multiple attack penalty.",
            ["It makes two Strikes that count as one for its multiple attack penalty."],
        ),
    ],
)
def test_paragraphs_become_whole_sentences(text: str, sentences: list[str]):
    assert whole_sentences(text) == sentences


def test_paragraphs_without_a_full_stop_do_not_run_together():
    spray = with_text("Each creature within 10 feet takes 2d6 fire damage\nThe lurker Strides.")
    assert effect_text(feature_of(spray)) == "Each creature within 2 squares takes 7 fire damage. The lurker Strides."


def glossary(name: str, text: str, **fields: Any) -> Any:
    """Return the feature that a lurker with jaws and that ability has."""
    ability = BlockAbility(name=name, text=text, **fields)
    block = stat_block(abilities=(ability,), attacks=(strike("jaws"), strike("claw", 15, ("2d6+4", "slashing"))))
    return feature_of(convert(block), name)


def test_an_ability_of_the_glossary_says_its_own_words_and_names_its_strike():
    said = "claw\nA Rend entry lists a Strike the monster has.\nThe monster automatically deals the damage again."
    rend = glossary("Rend", said, cost="1", requirement="The monster hit the same enemy with two Strikes.")
    assert effect_text(rend) == (
        "If two of its claw Strikes have hit the same creature this turn, that creature takes the damage again."
    )
    assert (rend.trigger, rend.precondition) == (None, None)
    trample = glossary("Trample", "Large or smaller, claw, DC 26", cost="3")
    assert effect_text(trample) == (
        "It Strides through smaller creatures; each of them takes 10 slashing damage (Reflex half)."
    )


def test_words_of_the_glossary_in_a_trigger_are_those_of_the_creature():
    feature = glossary("Snap Back", "It makes a claw Strike.", cost="reaction", trigger="A foe strikes the monster.")
    assert feature.trigger == "A foe strikes it"


@every_row(
    "success, failure, text, saves",
    [
        (
            "The target is sickened 1.",
            "The target is sickened 2 for 1 minute.",
            "Each foe attempts a Will save. On a failure, the target is sickened.",
            (SavingThrow("will", "negates"),),
        ),
        (
            "The target is dazzled for 1 round.",
            "As success, but the target is also prone.",
            "Each foe attempts a Will save. On a success, the target is rattled. On a failure, the same happens, but "
            "the "
            "target is also prone.",
            (SavingThrow("will", "other"),),
        ),
        (
            "The target is unaffected and is temporarily immune for 24 hours.",
            "The target is stunned 1.",
            "Each foe attempts a Will save. On a failure, the target is slowed.",
            (SavingThrow("will", "negates"),),
        ),
        (
            "As critical success, but only a glimpse.",
            "The target falls prone.",
            "Each foe attempts a Will save. On a success, the target sees all, but only a glimpse. On a failure, the "
            "target falls prone.",
            (SavingThrow("will", "other"),),
        ),
    ],
)
def test_results_of_a_save_say_what_they_come_to(success: str, failure: str, text: str, saves: tuple[SavingThrow, ...]):
    spray = feature_of(
        with_text(
            "Each foe attempts a DC 22 Will save.",
            success=success,
            failure=failure,
            critical_success="The target sees all.",
        )
    )
    assert (effect_text(spray), spray.saves) == (text, saves)


def test_what_makes_immune_afterwards_is_one_use_of_an_action_and_nothing_of_an_aura():
    said = "Each foe within 10 feet takes 2d6 fire damage. A foe that succeeds is temporarily immune for 1 minute."
    action, aura = feature_of(with_text(said)), feature_of(with_text(said, cost=None))
    assert (action.uses, aura.uses) == (("encounter",), ())
    assert "immune" not in effect_text(action) + effect_text(aura)


def test_sentences_about_critical_results_go_wherever_they_stand():
    spray = with_text("Each foe within 10 feet takes 2d6 fire damage. A foe that critically fails is also deafened.")
    assert effect_text(feature_of(spray)) == "Each foe within 2 squares takes 7 fire damage."
    assert "Results of a critical success or failure are left out." in [step.rule for step in spray.steps]


def test_a_condition_that_is_a_verb_stays_and_speed_is_one():
    spray = feature_of(with_text("A creature drained by it has a –10-foot penalty to its Speeds and is drained 1."))
    assert effect_text(spray) == "A creature drained by it has a –2 penalty to its Speed and is sickened."
