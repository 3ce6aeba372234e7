"""What costs nothing comes up at its moment: the battle plays it, or says it with the numbers."""

from dataclasses import replace

from rules.cards.model import Feature
from rules.combat.resolution import ChoiceAsk, RollAsk
from rules.effects.values import PassiveMoment
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay
from rules.p2v_combat.events.moving import CreatureAppeared, CreatureFell, HazardEntered, SkillTried
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.setup.plan import SpecialStart, TablePlan
from rules.p2v_combat.sides import BattleSetup
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

STENCH = "Powerful Stench: A creature is sickened when it enters the aura (Fortitude negates). Fortitude against Power "


def with_features(setup: BattleSetup, creature: str, *features: Feature) -> BattleSetup:
    fielded = tuple(
        replace(fighter, card=replace(fighter.card, features=(*fighter.card.features, *features)))
        if fighter.id == creature
        else fighter
        for fighter in setup.fielded
    )
    return replace(setup, fielded=fielded)


def strike(table: PlayedTable, face: int) -> PlayedTable:
    """Boar a.m1 strikes b.m1 with a face."""
    aim = AimedTarget("b.m1", Circumstances(distance="reach"))
    return table.do(CreatureActed("a.m1", "feature/tusk", "", (aim,)), "a").roll(face)


def test_ruling_353_an_aura_is_announced_as_another_creature_moves_once_for_all_that_have_it() -> None:
    table = PlayedTable(setup_of(["boar"], ["trog-warrior", "trog-warrior"])).begin().activate("a.m1")
    table.do(CreatureActed("a.m1", "act/stride", ""), "a")
    assert [line.partition("’s ")[2] for line in table.told if "Stench" in line] == [f"{STENCH}15."]
    assert table.state.notes[-1].creature == "a.m1", "The players enter it for the one that moves."
    table.do(HeldSet("a.m1", "sickened", True, "")).do(CreatureActed("a.m1", "act/stride", ""), "a")
    assert not any("Stench" in line for line in table.told), "It is sickened already."


def test_what_a_trigger_says_is_announced_with_it() -> None:
    table = PlayedTable(setup_of(["boar"], ["crag-linnorm"])).begin()
    table.do(HazardEntered("b.m1", "cold"))
    assert "Crag Linnorm’s Cold Iron Vulnerability: A cold iron weapon damages it. It becomes sickened." in table.told


def test_a_condition_that_a_creature_starts_with_is_gained_as_the_battle_begins() -> None:
    setup = setup_of(["ohancanu"], ["boar"])
    weakened = replace(setup, fielded=tuple(replace(fighter, starts=("grabbed",)) for fighter in setup.fielded))
    for start, lines in ((setup, 0), (weakened, 1)):
        table = PlayedTable(start).begin()
        assert sum("Athletics against Power" in line for line in table.told) == lines


def test_a_condition_that_is_gained_or_lost_is_a_moment() -> None:
    table = PlayedTable(setup_of(["boar"], ["ohancanu", "gun-mage"])).begin()
    table.do(HeldSet("b.m1", "grabbed", True, ""))
    assert any("Athletics against Power" in line for line in table.told)
    table.do(HeldSet("b.m2", "rattled", True, "")).do(HeldSet("b.m2", "rattled", False, ""))
    assert any("’s Regalia: When the gun mage loses" in line for line in table.told)


def test_a_turn_s_end_and_a_fall_are_moments() -> None:
    table = PlayedTable(setup_of(["blink-dog"], ["kobold-bard-1"])).begin().activate("a.m1").end("a.m1")
    assert any("’s Blink: At the end of its turn" in line for line in table.told)
    table.do(CreatureFell("b.m1", 3))
    assert any("’s Cat Fall: " in line for line in table.told)


def test_what_reaches_those_around_an_eliminated_creature_asks_whom() -> None:
    table = PlayedTable(setup_of(["boar"], ["caligni-dancer"])).begin()
    table.do(LeftPlay("b.m1", True, "", ""))
    assert isinstance(table.asked, ChoiceAsk)
    table.do(BattleOptionChosen("a.m1"), "b").roll(1)
    assert table.of("a.m1").has("dazzled")


def test_a_critical_hit_readies_one_of_two_features() -> None:
    table = PlayedTable(setup_of(["boar"], ["caldera-oni"])).begin().activate("a.m1")
    table.state = table.state.change("b.m1", spent=(("ash-form", 1), ("dance-of-burning-war", 1)))
    strike(table, 20)
    while isinstance(table.asked, RollAsk):
        table.roll(*[1] * table.asked.dice)
    assert isinstance(table.asked, ChoiceAsk)
    table.do(BattleOptionChosen("feature:ash-form"), "b")
    assert dict(table.of("b.m1").spent) == {"ash-form": 0, "dance-of-burning-war": 1}


def test_a_passive_without_a_moment_is_announced_in_full_once_and_then_by_name() -> None:
    told = Feature(id="grim", name="Grim", effect="It never smiles.")
    table = PlayedTable(with_features(setup_of(["boar"], ["boar"]), "a.m1", told)).begin().activate("a.m1")
    assert "Boar’s Grim: It never smiles." in table.told
    table.end("a.m1").activate("b.m1").end("b.m1").activate("b.m1").end("b.m1").activate("a.m1")
    assert "Boar: keep Grim in mind." in table.told
    assert "Boar’s Grim: It never smiles." not in table.told


def test_what_counts_always_is_never_announced() -> None:
    counted = Feature(id="grim", name="Grim", effect="It never smiles.", moments=(PassiveMoment("always"),))
    table = PlayedTable(with_features(setup_of(["boar"], ["boar"]), "a.m1", counted)).begin().activate("a.m1")
    assert not any("Grim" in line for line in table.told)


def test_with_assurance_a_low_face_counts_as_8_in_checks_with_that_skill() -> None:
    feat = Feature(id="feat-assurance", name="Assurance (Stealth)", moments=(PassiveMoment("always"),))
    table = PlayedTable(with_features(setup_of(["boar"], ["boar"]), "a.m1", feat)).begin()
    table.do(SkillTried("a.m1", "Stealth", 3)).roll(2)
    assert any("2 counts as 8" in line and "success" in line for line in table.told)
    table.do(SkillTried("a.m1", "Athletics", 15)).roll(2)
    assert not any("counts as" in line for line in table.told)


def test_ruling_352_a_combat_climber_is_not_off_guard_on_an_incline() -> None:
    feat = Feature(id="feat-combat-climber", name="Combat Climber", moments=(PassiveMoment("always"),))
    armor = []
    for features in ((), (feat,)):
        table = PlayedTable(with_features(setup_of(["boar"], ["boar"]), "b.m1", *features)).begin().activate("a.m1")
        table.state = table.state.change("b.m1", places=("on an incline",))
        strike(table, 10)
        armor.append(next(why for note in table.state.notes for why in note.why if why.startswith("Armor")))
    assert ["off-guard" in line for line in armor] == [True, False]


def test_a_creature_that_is_down_has_no_end_of_its_turn() -> None:
    table = PlayedTable(setup_of(["blink-dog", "boar"], ["boar"])).begin().activate("a.m1").do(HpSet("a.m1", 0, 0, ""))
    assert not any("’s Blink:" in line for line in table.told)


def test_what_comes_up_as_the_battle_begins_does_not_tell_who_is_in_disguise() -> None:
    def told(*starts: SpecialStart) -> tuple[list[str], PlayedTable]:
        plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", starts=starts)
        setup = replace(setup_of(["boar"], ["drainberry-bush"]), table=plan)
        table = PlayedTable(setup).begin()
        return table.told, table

    assert any("’s Blood Berries:" in line for line in told()[0])
    hidden, table = told(SpecialStart("b.m1", "b", "false-object"))
    assert not any("Blood Berries" in line for line in hidden)
    table.do(CreatureAppeared("b.m1", None))
    assert any("’s Blood Berries:" in line for line in table.told)
