"""Every feat, and the numbers that grow with the level."""

import pytest

from rules.errors import RulesError
from rules.feats import (
    FEATS,
    MedicineOption,
    assured_face,
    feat_at_level,
    find_feat,
    shield_block,
    toughness,
)
from tests.rows import every_row

# key, minimum level, action cost, uses, requirement, choice, bonuses, words that the text must hold
ROWS = [
    ("assurance", 1, None, (), None, "skill", (), ("8 plus the modifier",)),
    (
        "battle-medicine",
        1,
        "1",
        ("encounter", "encounter"),
        None,
        None,
        (),
        ("Power 15: 10 HP, 20 HP", "From level 6", "Power 20: 20 HP, 30 HP", "From level 11", "Power 30: 40 HP, 50 HP"),
    ),
    ("canny-acumen-fortitude", 1, None, (), None, None, (("fortitude", 1),), ("+1 on Fortitude",)),
    ("canny-acumen-reflex", 1, None, (), None, None, (("reflex", 1),), ("+1 on Reflex",)),
    ("canny-acumen-will", 1, None, (), None, None, (("will", 1),), ("+1 on Will",)),
    ("combat-climber", 1, None, (), ("trained", "Athletics"), None, (), ("off-guard",)),
    ("draconic-momentum", 1, None, (), ("feature", "Breath Weapon"), None, (), ("Breath Weapon",)),
    ("feather-step", 1, None, (), None, None, (), ("Step into difficult",)),
    ("fleet", 1, None, (), None, None, (("speed", 1),), ("+1 Speed",)),
    ("polearm-proficiency", 1, None, (), None, "melee weapon", (), ("Melee 2",)),
    ("quick-jump", 1, "1", (), None, None, (), ("Athletics", "quarter")),
    (
        "shield-block",
        1,
        "reaction",
        ("encounter",),
        ("gear", "shield"),
        None,
        (),
        ("10 (15 from level 8, 20 from level 13)",),
    ),
    ("skill-training", 1, None, (), None, "skill", (), ("trained",)),
    ("titan-wrestler", 1, None, (), None, None, (), ("Disarm, Grapple, Shove and Trip", "two sizes")),
    ("toughness", 1, None, (), None, None, (("hp", 5),), ("5 (10 from level 8, 15 from level 13)", "+1")),
    ("untrained-improvisation", 3, None, (), None, None, (), ("-4 instead of -5",)),
    ("battle-cry", 7, "0", (), ("trained", "Intimidation"), None, (), ("Demoralize", "free action")),
    ("kip-up", 7, "0", (), ("trained", "Acrobatics"), None, (), ("stands up", "no reactions")),
    ("prescient-consumable", 7, None, ("daily",), None, None, (), ("same level or lower",)),
]


def test_there_are_nineteen_feats_in_the_rulebooks_order() -> None:
    assert [feat.key for feat in FEATS] == [row[0] for row in ROWS]
    assert len(FEATS) == 19


@every_row("number", range(19), ids=[row[0] for row in ROWS])
def test_every_feat(number: int) -> None:
    key, level, ap, uses, requirement, choice, bonuses, words = ROWS[number]
    feat = find_feat(key)
    requires = (feat.requires.kind, feat.requires.name) if feat.requires else None
    assert (feat.min_level, feat.cost, feat.uses, requires) == (level, ap, uses, requirement)
    assert (feat.choice, tuple((*bonuse.stats, bonuse.by) for bonuse in feat.bonuses)) == (choice, bonuses)
    assert [word for word in words if word not in feat.text] == []
    assert (feat.source, feat.license) == ("p2v-core-1.3", "ORC")


def test_what_some_of_them_wait_for() -> None:
    assert {feat.key: feat.trigger or feat.once for feat in FEATS if feat.trigger or feat.once} == {
        "draconic-momentum": "The creature's Strike is a critical hit.",
        "shield-block": "The creature takes slashing, piercing or bludgeoning damage.",
        "battle-cry": "When the creature is activated for the first time in an encounter.",
    }


def test_requirements_read_as_on_a_card() -> None:
    assert [feat.requires.sentence for feat in FEATS if feat.requires] == [
        "Trained in Athletics",
        "Has Breath Weapon",
        "Wields a shield",
        "Trained in Intimidation",
        "Trained in Acrobatics",
    ]


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(RulesError, match="power-attack"):
        find_feat("power-attack")


FIRST = MedicineOption(1, power=15, success=10, critical=20)
SECOND = MedicineOption(6, power=20, success=20, critical=30)
THIRD = MedicineOption(11, power=30, success=40, critical=50)


@every_row(
    ("level", "options", "blocked", "hit_points"),
    [
        (-1, (FIRST,), 10, 5),
        (0, (FIRST,), 10, 5),
        (1, (FIRST,), 10, 5),
        (2, (FIRST,), 10, 5),
        (3, (FIRST,), 10, 5),
        (4, (FIRST,), 10, 5),
        (5, (FIRST,), 10, 5),
        (6, (FIRST, SECOND), 10, 5),
        (7, (FIRST, SECOND), 10, 5),
        (8, (FIRST, SECOND), 15, 10),
        (9, (FIRST, SECOND), 15, 10),
        (10, (FIRST, SECOND), 15, 10),
        (11, (FIRST, SECOND, THIRD), 15, 10),
        (12, (FIRST, SECOND, THIRD), 15, 10),
        (13, (FIRST, SECOND, THIRD), 20, 15),
        (14, (FIRST, SECOND, THIRD), 20, 15),
    ],
)
def test_medicine_shield_and_toughness_at_every_level(
    level: int, options: tuple[MedicineOption, ...], blocked: int, hit_points: int
) -> None:
    checks = feat_at_level(find_feat("battle-medicine"), level).then
    assert [check.skill_check.dc for check in checks if check.skill_check] == [option.power for option in options]
    assert [[part.heal for part in check.then] for check in checks] == [
        [option.success, option.critical] for option in options
    ]
    assert shield_block(level) == blocked
    assert toughness(level) == hit_points


@pytest.mark.parametrize("level", [-2, 15])
def test_a_level_that_does_not_exist_is_refused(level: int) -> None:
    with pytest.raises(RulesError):
        toughness(level)


@every_row("face", range(1, 21))
def test_assurance_counts_every_face_as_eight_at_least(face: int) -> None:
    assert assured_face(face) == (8 if face <= 8 else face)


def test_the_fields_of_a_feat_grow_with_the_level() -> None:
    block, tough, medicine = find_feat("shield-block"), find_feat("toughness"), find_feat("battle-medicine")
    assert [feat_at_level(block, level).reduces for level in (1, 7, 8, 13)] == [10, 10, 15, 20]
    assert [feat_at_level(tough, level).bonuses[0].by for level in (1, 8, 13)] == [5, 10, 15]
    options = feat_at_level(medicine, 11).then
    assert [option.skill_check and option.skill_check.dc for option in options] == [15, 20, 30]
    assert [[part.heal for part in option.then] for option in options] == [[10, 20], [20, 30], [40, 50]]
    assert len(feat_at_level(medicine, 5).then) == len(medicine.then) == 1
    assert all(feat_at_level(feat, 1) == feat for feat in FEATS)


def test_feats_that_the_table_has_to_see_to() -> None:
    assert [feat.key for feat in FEATS if feat.by_table] == []
