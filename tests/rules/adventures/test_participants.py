"""What members and named characters add to a check, and the level of the party."""

from dataclasses import replace

import pytest

from compendium.builtin.creatures import built_in_cards
from rules.adventures.participants import (
    AdventureParticipant,
    MemberSkills,
    known_skill,
    member_participant,
    party_level,
)
from rules.cards.model import Feature
from rules.effects.values import Bonus
from rules.errors import ChangeRefused, RulesError
from tests.rows import every_row
from tests.rules.adventures.parties import MEMBER, NAMED

OWN = MemberSkills(fortitude=9, reflex=6, will=5, trained=("Athletics", "Diplomacy"))


@every_row(
    "skill, p2v, pathfinder",
    [
        ("Athletics", 9, 12),
        ("Diplomacy", 5, 8),
        ("Stealth", 1, 4),
        ("Society", 0, 3),
        ("Academia Lore", 0, 3),
        ("Lore", 0, 3),
        ("Intimidate", 0, 3),
        # Perception is Will and saves are themselves, never lowered.
        ("Perception", 5, 8),
        ("Fortitude", 9, 12),
        ("Reflex", 6, 9),
        ("will", 5, 8),
    ],
)
def test_a_member_adds_its_skill_check_and_its_level_on_the_pathfinder_scale(skill: str, p2v: int, pathfinder: int):
    assert MEMBER.modifier(skill, "p2v").value == p2v
    assert MEMBER.modifier(skill, "pathfinder").value == pathfinder


def test_the_parts_say_where_a_modifier_comes_from():
    assert MEMBER.modifier("Stealth", "pathfinder").why == "Stealth 4: Reflex +6, untrained −5, level +3"


def test_untrained_improvisation_costs_4():
    who = replace(MEMBER, skills=replace(OWN, improvises=True))
    assert (who.modifier("Stealth", "p2v").value, who.modifier("Athletics", "p2v").value) == (2, 9)


def test_a_creature_that_uses_trained_skills_only_may_still_look_and_save():
    who = replace(MEMBER, skills=replace(OWN, trained_only=True))
    with pytest.raises(ChangeRefused, match="only use skills"):
        who.modifier("Stealth", "p2v")
    assert [who.modifier(name, "p2v").value for name in ("Athletics", "Perception", "Reflex")] == [9, 5, 6]


@every_row("skill", ["Driving", "", "Kitchen Sinks"])
def test_a_card_knows_no_other_words(skill: str):
    assert known_skill(skill) is None
    with pytest.raises(ChangeRefused, match="Members of warbands have no skill"):
        MEMBER.modifier(skill, "p2v")


def test_a_member_without_a_save_cannot_roll_with_it():
    with pytest.raises(ChangeRefused, match="has no Will"):
        replace(MEMBER, skills=replace(OWN, will=None)).modifier("Diplomacy", "p2v")


@every_row("scale", ["p2v", "pathfinder"])
def test_a_named_character_adds_what_is_typed_on_both_scales(scale: str):
    assert NAMED.modifier("diplomacy", scale).value == 10
    with pytest.raises(ChangeRefused, match="Enter one first"):
        NAMED.modifier("Library Lore", scale)


def test_a_participant_is_a_member_or_named():
    with pytest.raises(RulesError):
        replace(NAMED, skills=OWN)
    with pytest.raises(RulesError):
        AdventureParticipant("", "Somebody")


@every_row(
    "levels, expected",
    [([], 1), ([3], 3), ([3, 4], 3), ([3, 4, 4], 3), ([4, 4, 4, 3], 3), ([-1, 0], -1), ([0, 1], 0), ([5, 5], 5)],
)
def test_the_partys_level_is_the_mean_rounded_down(levels: list[int], expected: int):
    assert party_level(AdventureParticipant(f"n{n}", "A", level) for n, level in enumerate(levels)) == expected


def test_who_is_out_of_action_does_not_count_for_the_level():
    assert party_level((MEMBER, replace(NAMED, level=20, is_out=True))) == 3


def test_every_built_in_creature_becomes_a_participant():
    for card in built_in_cards():
        who = member_participant("w1.m1", card.name, card, card.features_with(()))
        own = who.skills
        assert own is not None
        assert (own.fortitude, own.reflex, own.will) == (card.stats.fortitude, card.stats.reflex, card.stats.will)
        assert who.level == card.level
        assert set(own.trained) >= {word for word in card.skills if word in ("Athletics", "Stealth", "Lore")}


def test_feats_and_features_of_a_member_count():
    card = next(card for card in built_in_cards() if card.stats.will is not None)
    features = (
        Feature(id="feat-untrained-improvisation", name="Untrained Improvisation"),
        Feature(id="feat-assurance-2", name="Assurance (Stealth)"),
        Feature(
            id="kind-words", name="Kind Words", bonuses=(Bonus(stats=("skills",), by=2), Bonus(stats=("will",), by=1))
        ),
        Feature(id="brave", name="Brave", bonuses=(Bonus(stats=("will",), by=4, when="against fear"),)),
        Feature(id="shout", name="Shout", cost="1", bonuses=(Bonus(stats=("skills",), by=9),)),
    )
    who = member_participant("w1.m1", "Snik", card, features)
    assert who.skills is not None
    assert who.skills.improvises
    assert who.is_assured("Stealth")
    assert not who.is_assured("Athletics")
    assert [(bonuse.source, bonuse.by) for bonuse in who.skills.bonuses] == [("Kind Words", 2), ("Kind Words", 1)]
    assert who.modifier("Will", "p2v").value == (card.stats.will or 0) + 1
