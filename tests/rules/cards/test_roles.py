"""What a card is good at: each role follows from its fields, and upgrades count only once they are bought."""

import pytest

from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats
from rules.cards.roles import ROLES, defenses_of, roles_of
from rules.effects.values import Bonus, Damage, EffectStep, PassiveMoment, Range, Resistance, Target, Weakness


def card(*features: Feature, level: int = 3, hp: int = 30, armor: int = 15, speed: int = 5, **more) -> Card:
    stats = Stats(fight=7, armor=armor, power=14, fortitude=2, reflex=2, will=2, hp=hp, speed=speed)
    return Card(key="", name="", level=level, alignment="TN", size="Medium", stats=stats, features=features, **more)


def feature(kind: str = "base", **fields) -> Feature:
    return Feature(id="feature", name="Feature", kind=kind, **fields)


def caster(*spells: str) -> Feature:
    group = SpellGroup(uses=(), spells=tuple(CasterSpell(spell) for spell in spells))
    return feature("caster", caster=Caster("Primal", 3, (group,)))


BOW = feature(strike=True, range=Range("ranged", 10), damage=(Damage(5, ("piercing",)),))
TURN = (PassiveMoment(at="turn_start"),)


ROLE_CARDS = [
    (card(BOW), "Archer"),
    (card(feature(heal=10, target=Target(who="ally"))), "Healer"),
    (card(caster("Heal"), license="ORC"), "Healer"),
    (card(caster("Heal"), license="ORC"), "Spellcaster"),
    (card(feature(steps=(EffectStep(action="summon"),))), "Summoner"),
    (card(caster("Invisibility"), license="ORC"), "Invisible"),
    (card(feature(gives=("invisible",))), "Invisible"),
    (card(hp=50, armor=17), "Tank"),
    (card(feature(strike=True, range=Range("melee"), damage=(Damage(13, ("slashing",)),))), "Damage dealer"),
    (card(feature(range=Range("cone", 3), damage=(Damage(8, ("fire",)),))), "Area damage"),
    (card(feature(target=Target(who="ally"), bonuses=(Bonus(stats=("fight",), by=1),))), "Support"),
    (card(feature(gives=("slowed",))), "Controller"),
    (card(feature(gives=("grabbed",))), "Grappler"),
    (card(feature(steps=(EffectStep(action="stride"), EffectStep(action="strike")))), "Charger"),
    (card(starts_with=("wolf",)), "Leader"),
    (card(skills=("Stealth",)), "Stealthy"),
    (card(feature(moments=TURN, heal=10, target=Target(who="self"))), "Regenerating"),
    (card(feature(strike=True, range=Range("melee", 2))), "Long reach"),
    (card(speed=7), "Fast"),
    (card(speed=4), "Slow"),
    (card(level=0), "Cheap"),
]


@pytest.mark.parametrize(("of", "role"), ROLE_CARDS)
def test_a_role_follows_from_the_fields_of_a_card(of, role):
    assert role in roles_of(of)
    assert role not in roles_of(card())


def test_every_role_is_tested_and_no_two_are_asked_for_by_the_same_word():
    words = [word for role in ROLES for word in role.words]
    assert len(words) == len(set(words))
    assert {role.name for role in ROLES} == {role for _, role in ROLE_CARDS}


def test_a_plain_card_has_no_role():
    assert roles_of(card()) == ()


def test_an_upgrade_gives_no_role_before_it_is_bought():
    shot = feature("add_on", strike=True, range=Range("ranged", 10))
    assert roles_of(card(shot)) == ()


def test_a_healer_heals_others_and_hurts_no_one():
    assert "Healer" not in roles_of(card(feature(heal=5, target=Target(who="self"))))
    assert "Healer" not in roles_of(card(feature(heal=5, damage=(Damage(5, ("void",)),))))


def test_a_tank_endures_what_is_dealt_at_its_level():
    assert "Tank" not in roles_of(card(level=8, hp=50, armor=17))
    assert "Tank" not in roles_of(card(hp=50, armor=16))


def test_defenses_tell_what_is_resisted_and_leave_out_names_of_features():
    of = card(
        immune=("poison", "Petrifying Gaze"),
        resist=(Resistance("fire", 1), Resistance("", 2, choices=("cold", "acid"))),
        weak=(Weakness("spirit", 5),),
    )
    assert defenses_of(of) == ("immune to poison", "resists fire", "resists cold", "resists acid", "weak to spirit")
