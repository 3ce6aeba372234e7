"""The chance of claiming each standard objective: hand-computed, and counted face by face a second time."""

from fractions import Fraction
from itertools import product

import pytest

from rules.analysis.analysing import analyse
from rules.analysis.objectives import ObjectiveChance
from rules.cards.model import Card, Caster, Feature
from rules.legality.resolved import Rulebook
from rules.roster import Member, Roster
from tests.rules.warbands import STATS

# The table of the rulebook once more: the skills by their saves, and what the d6 leaves of an objective's four.
SAVES = {"Athletics": "fortitude", "Acrobatics": "reflex", "Stealth": "reflex", "Thievery": "reflex"}
SKILLS = {
    "Book": "Arcana Lore Occultism Religion",
    "Device": "Arcana Crafting Thievery Medicine",
    "Exotic Flower": "Medicine Nature Survival Thievery",
    "Golem's Eye": "Acrobatics Crafting Stealth Thievery",
    "Notable": "Deception Diplomacy Intimidation Society",
    "Savage Beast": "Athletics Intimidation Nature Performance",
    "Spectral Haunt": "Diplomacy Occultism Performance Religion",
    "Willful Sprite": "Deception Society Lore Survival",
}
LEFT = {1: (0, 1), 2: (1, 2), 3: (2, 3), 4: (0, 3), 5: (0, 1, 2, 3), 6: (0, 1, 2, 3)}


def chances(*keys: str, rulebook: Rulebook) -> dict[str, ObjectiveChance]:
    results = analyse(Roster(tuple(map(Member, keys))), rulebook).objectives
    return {result.objective.name: result for result in results}


@pytest.mark.parametrize(
    ("keys", "of_120"),
    [
        # +3, +7, +3 in the saves; Acrobatics, Crafting, Stealth; everything else untrained at -2, +2, -2.
        (
            ["kobold-warrior"],
            {
                "Book": 5 * 4 + 0,  # 17 or more against 15; 22 against 20
                "Device": 9 + 9 + 8 + 4 + 9 + 4,
                "Exotic Flower": 4 + 4 + 8 + 8 + 8 + 3,
                "Golem's Eye": 5 * 13 + 8,
                "Notable": 20,
                "Savage Beast": 20,
                "Spectral Haunt": 20,
                "Willful Sprite": 20,
            },
        ),
        # An animal, trained in Survival alone: Will +6, so 9 or more, or 14 or more.
        (["boar"], {"Exotic Flower": 3 * 12 + 7, "Willful Sprite": 3 * 12 + 7}),
        # Whoever is better for the skills that the d6 leaves.
        (
            ["boar", "kobold-warrior"],
            {
                "Book": 20,
                "Device": 43,
                "Exotic Flower": 4 + 12 + 12 + 8 + 12 + 7,
                "Golem's Eye": 73,
                "Notable": 20,
                "Savage Beast": 20,
                "Spectral Haunt": 20,
                "Willful Sprite": 4 + 4 + 12 + 12 + 12 + 7,
            },
        ),
        # Mindless and trained in Athletics: Fortitude +8.
        (["animated-armor"], {"Savage Beast": 3 * 14 + 9}),
        # No Will at all; Reflex +6 and Fortitude +7, in which it is untrained.
        (
            ["ballista"],
            {"Golem's Eye": 5 * 7 + 2, "Device": 3 * 7 + 2, "Exotic Flower": 3 * 7 + 2, "Savage Beast": 3 * 8 + 3},
        ),
    ],
    ids=" and ".join,
)
def test_the_chances_are_those_computed_by_hand(keys: list[str], of_120: dict[str, int], rulebook: Rulebook):
    wins = {name: chance.chance * 120 for name, chance in chances(*keys, rulebook=rulebook).items()}
    assert wins == {name: of_120.get(name, 0) for name in SKILLS}


def may_try(card: Card) -> bool:
    tags = {tag.lower() for tag in card.tags}
    if "mindless" in tags:
        return False
    return not tags & {"animal", "beast"} or "humanoid" in tags or any(feature.caster for feature in card.features)


def claims(card: Card, skill: str, power: int, face: int) -> bool:
    """Say whether one face of the d20 claims with one skill."""
    save = getattr(card.stats, SAVES.get(skill, "will"))
    trained = skill in card.skills
    return save is not None and (trained or may_try(card)) and face + save - (0 if trained else 5) >= power


def test_every_face_of_both_dice_is_counted_for_every_built_in_creature(rulebook: Rulebook):
    for key, card in rulebook.cards.items():
        results = chances(key, rulebook=rulebook)
        for name, row in SKILLS.items():
            skills = row.split()
            won = sum(
                any(claims(card, skills[place], 20 if first == 6 else 15, face) for place in LEFT[first])
                for first, face in product(range(1, 7), range(1, 21))
            )
            assert results[name].chance == Fraction(won, 120), (key, name)


def test_the_part_of_trained_checks_is_told_apart(rulebook: Rulebook):
    results = chances("kobold-warrior", rulebook=rulebook)
    assert results["Device"].trained_chance == Fraction(9 + 9 + 9 + 4, 120)
    assert results["Book"].trained_chance == 0


def test_the_trained_are_listed_with_their_skills_the_likeliest_first(company: Roster, rulebook: Rulebook):
    flower = analyse(company, rulebook).objectives[2]
    assert [(claimant.name, claimant.skills, claimant.chance * 120) for claimant in flower.skilled] == [
        ("Kobold Druid 1", ("Medicine", "Nature", "Survival"), 5 * 13 + 8),
        ("Boar", ("Survival",), 43),
    ]
    assert flower.best == flower.skilled[0]


def test_the_best_may_be_somebody_untrained(rulebook: Rulebook):
    book = chances("kobold-warrior", "caldera-oni", rulebook=rulebook)["Book"]
    assert book.skilled == ()
    assert book.best is not None
    assert (book.best.name, book.best.skills) == ("Caldera Oni", ())


def test_each_face_of_the_d6_shows_its_best_check_in_parts(rulebook: Rulebook):
    device = chances("boar", "kobold-warrior", rulebook=rulebook)["Device"]
    assert [(claim.face, claim.power, claim.successes) for claim in device.claims] == [
        (1, 15, 9),
        (2, 15, 9),
        (3, 15, 8),
        (4, 15, 4),
        (5, 15, 9),
        (6, 20, 4),
    ]
    check = device.claims[2].check
    assert check is not None
    assert (check.name, check.skill, check.save, check.bonus, check.untrained, check.modifier) == (
        "Kobold Warrior",
        "Thievery",
        "reflex",
        7,
        -5,
        2,
    )
    assert not check.trained


def test_where_nobody_may_try_there_is_no_check(rulebook: Rulebook):
    book = chances("boar", rulebook=rulebook)["Book"]
    assert [claim.check for claim in book.claims] == [None] * 6
    assert book.best is None


def test_between_equal_checks_the_trained_one_is_shown():
    trained = Card("a", "A", 1, "TN", "Medium", STATS, skills=("Lore",))  # Will +3
    better = Card("b", "B", 1, "TN", "Medium", _will(8))
    book = chances("b", "a", rulebook=Rulebook.of(trained, better))["Book"]
    check = book.claims[0].check
    assert check is not None
    assert (check.name, check.trained) == ("A", True)


def _will(bonus: int):
    return type(STATS)(fight=5, armor=16, power=13, fortitude=3, reflex=7, will=bonus, hp=7, speed=5)


def test_another_spelling_of_a_skill_is_the_skill():
    card = Card("a", "A", 1, "TN", "Medium", STATS, tags=("Animal",), skills=(" occult ", "Intimidate", "Juggling"))
    results = chances("a", rulebook=Rulebook.of(card))
    assert [name for name, result in results.items() if result.skilled] == [
        "Book",
        "Notable",
        "Savage Beast",
        "Spectral Haunt",
    ]


def test_an_animal_that_casts_spells_may_try_untrained_once_it_has_them():
    spells = Feature("spells", "Spells", "upgrade", caster=Caster("Primal", 1))
    card = Card("a", "A", 1, "TN", "Medium", STATS, tags=("Animal",), features=(spells,))
    book = Rulebook.of(card)
    assert chances("a", rulebook=book)["Book"].chance == 0
    bought = analyse(Roster((Member("a", upgrades=("spells",)),)), book).objectives[0]
    assert bought.chance == Fraction(20, 120)


def test_more_members_never_lower_a_chance(rulebook: Rulebook):
    keys = list(rulebook.cards)[:12]
    before = dict.fromkeys(SKILLS, Fraction(0))
    for number in range(1, len(keys) + 1):
        now = {name: chance.chance for name, chance in chances(*keys[:number], rulebook=rulebook).items()}
        assert all(now[name] >= before[name] for name in SKILLS)
        before = now
