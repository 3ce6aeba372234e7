"""The kinds of events that only a campaign's journal has."""

from dataclasses import replace

import pytest

from rules.careers import begin, play
from rules.careers.events import (
    AftermathEvent,
    CardRevised,
    CareerChange,
    CareerCorrected,
    CareerEvent,
    CareerRules,
    FeatChoice,
    MemberChanged,
    MemberDismissed,
    MemberJoined,
    RulesChanged,
    Spending,
    SpentUse,
)
from rules.careers.feat_choices import feat_options
from rules.careers.logs import career_document
from rules.careers.numbers import level_of
from rules.errors import RulesError
from rules.legality.resolved import Rulebook
from rules.roster import ItemChoice, Member
from tests.rules.careers.careers import BOOK, KOBOLD, STATS
from tests.rules.careers.folding import batches
from tests.rules.careers.journals import (
    PIG,
    SNIK,
    advanced,
    careers,
    codes,
    eliminated,
    injured,
    played,
    snik,
    step,
    warband,
)
from tests.rules.careers.with_feats import with_every_feat

LEVELS = [event for number in (1, 2, 3) for event in (played(number), advanced(number))]


def shown(career: object, rulebook: Rulebook = BOOK) -> dict[str, object]:
    return career_document(career, rulebook)  # type: ignore[arg-type] # a state


# --- order ------------------------------------------------------------------------------------------------------


def test_events_count_by_scenario_and_changes_between_them() -> None:
    joined = MemberJoined(id="j", after=1, member=PIG)
    events = (played(2, "m1", "m2"), advanced(2, member="m2"), joined, advanced(1), played(1), advanced(2))
    assert [[event.id for event in batch] for batch in batches(events)] == [
        ["s1", "a1"],
        ["j"],
        ["s2", "a2m2", "a2"],
    ]
    outcome = careers(*events)
    assert outcome.problems == ()
    assert [[career.id for career in state.members] for state in outcome.after] == [["m1"], ["m1", "m2"]]


def test_a_change_keeps_its_place_when_the_scenario_before_it_is_voided() -> None:
    joined = MemberJoined(id="j", after=2, member=PIG)
    outcome = careers(played(1), joined, played(3, "m2"), advanced(1), advanced(3, member="m2"))
    assert outcome.problems == ()


def test_what_belongs_to_a_scenario_that_is_not_there_is_told_and_has_no_effect() -> None:
    outcome = careers(played(1), advanced(1), advanced(2))
    assert codes(outcome) == [("event.unknown_scenario", "a2", "m1")]
    assert outcome.state.members[0].advances == 1
    assert codes(step(advanced(1))) == [("event.unknown_scenario", "a1", "m1")]


def test_two_scenarios_are_two_steps() -> None:
    with pytest.raises(RulesError, match="one scenario at a time"):
        step(played(1), played(2))


# --- who is in the warband --------------------------------------------------------------------------------------


def test_a_recruit_starts_at_its_own_first_scenario() -> None:
    pig = MemberJoined(id="j", after=1, member=PIG)
    outcome = careers(played(1), advanced(1), pig, played(2, "m1", "m2"), advanced(2), advanced(2, member="m2"))
    assert [career.advances for career in outcome.state.members] == [2, 1]
    assert codes(careers(played(1, "m2"), pig)) == [("event.unknown_member", "s1", "m2")]
    assert codes(careers(pig, replace(pig, id="again"))) == [("event.repeated", "again", "m2")]
    strange = MemberJoined(id="j", member=Member("dodo", id="m3"))
    assert codes(careers(strange)) == [("creature.unknown", "j", "m3")]


def test_a_dismissed_member_keeps_its_career_and_fights_no_more() -> None:
    gone = MemberDismissed(id="d", after=1, member="m1")
    outcome = careers(played(1), advanced(1), gone, played(2))
    assert codes(outcome) == [("event.unknown_member", "s2", "m1")]
    assert (outcome.state.members[0].advances, outcome.state.by_id) == (1, {})
    assert codes(careers(gone, replace(gone, id="d2"))) == [("event.unknown_member", "d2", "m1")]


def test_upgrades_and_names_change_between_scenarios() -> None:
    bought = replace(SNIK, name="Snik the Bold", upgrades=("sling",))
    career = snik(MemberChanged(id="c", member=bought))
    assert (shown(career)["points"], career.name) == (11, "Snik the Bold")
    for other in (replace(SNIK, creature="boar"), replace(SNIK, revision=4)):
        assert codes(careers(MemberChanged(id="c", member=other))) == [("member.other_card", "c", "m1")]


def test_errata_change_the_card_from_then_on_and_leave_the_class_of_the_hp() -> None:
    later = replace(KOBOLD, revision=2, level=1, class_name="Barbarian", stats=replace(STATS, hp=25, will=9))
    book = Rulebook({"kobold-warrior": later}, revisions={("kobold-warrior", 1): KOBOLD})
    start = warband(replace(SNIK, revision=1), rulebook=book)
    taken = CardRevised(id="r", after=3, member="m1", revision=2)
    before = snik(*LEVELS, start=start, rulebook=book)
    after = snik(*LEVELS, taken, start=start, rulebook=book)
    assert (shown(before, book)["level"], shown(before, book)["hp_class"]) == (0, "Sorcerer")
    # Level 1 and one more, with the HP of the new card and the growth of the old class.
    assert (shown(after, book)["level"], after.hp_class) == (2, "Sorcerer")
    assert shown(after, book)["stats"]["hp"] == 35  # type: ignore[index] # a mapping
    assert shown(after, book)["stats"]["will"] == 12  # type: ignore[index] # a mapping


def test_a_frozen_career_goes_on_in_another_campaign() -> None:
    frozen = snik(played(1), advanced(1), played(2), advanced(2))
    start = begin([SNIK, PIG], BOOK, careers=[frozen])
    assert level_of(snik(played(1), advanced(1), start=start), KOBOLD) == 0
    assert start.scenarios == 0
    with pytest.raises(RulesError, match="same id"):
        begin([SNIK, SNIK], BOOK)
    with pytest.raises(RulesError, match="dodo"):
        begin([Member("dodo", id="m1")], BOOK)


# --- what the group settles -------------------------------------------------------------------------------------


def test_rules_hold_for_the_scenarios_to_come() -> None:
    rules = RulesChanged(id="r", after=1, rules=CareerRules(daily_recovery_every=2, advancement=False))
    outcome = careers(played(1), advanced(1), rules, played(2), advanced(2), played(3))
    assert codes(outcome) == [("advance.not_due", "a2", "m1")]
    assert [state.last.daily_recovered for state in outcome.after if state.last] == [False, True, False]
    assert outcome.state.members[0].advances == 1


# --- feats: chosen later, rolled again --------------------------------------------------------------------------


def choice(number: int, feat: str, named: str | None = None, event: str = "f") -> FeatChoice:
    return FeatChoice(id=event, scenario=f"s{number}", member="m1", feat=feat, choice=named)


def test_a_feat_stays_open_until_it_is_chosen_and_counts_from_its_scenario() -> None:
    rolled = [played(1), advanced(1, 7), played(2), advanced(2), played(3), advanced(3)]
    open_career = careers(*rolled)
    assert codes(open_career) == [("feat.missing", "a1", "m1")]
    (left,) = open_career.state.members[0].open_feats
    assert (left.event, left.scenario, left.level) == ("a1", "s1", -1)
    chosen = careers(*rolled, choice(1, "fleet"))
    assert chosen.problems == ()
    assert [state.members[0].feats != () for state in chosen.after] == [True, True, True]
    assert chosen.state.members[0].open_feats == ()


def test_the_level_before_the_roll_counts_however_late_the_feat_is_chosen() -> None:
    book = Rulebook.of(replace(KOBOLD, level=2))
    events = [played(1), advanced(1), played(2), advanced(2), played(3), advanced(3, 7)]
    outcome = careers(*events, choice(3, "untrained-improvisation"), rulebook=book)
    assert codes(outcome) == [("feat.level_too_low", "f", "m1")]
    assert outcome.state.members[0].open_feats[0].level == 2


def test_the_first_choice_that_holds_is_the_feat() -> None:
    events = [played(1), advanced(1, 7, feat="kip-up")]
    late, more = choice(1, "fleet", event="f1"), choice(1, "toughness", event="f2")
    outcome = careers(*events, late, more)
    assert codes(outcome) == [("feat.level_too_low", "a1", "m1"), ("event.repeated", "f2", "m1")]
    assert [feat.feat for feat in outcome.state.members[0].feats] == ["fleet"]


def test_a_feat_for_no_advance_is_not_due() -> None:
    assert codes(careers(played(1), choice(1, "fleet"))) == [("feat.not_due", "f", "m1")]
    assert codes(careers(played(1), advanced(1, 8), choice(1, "fleet"))) == [("feat.not_due", "f", "m1")]
    assert codes(careers(played(1, "m2"), choice(1, "fleet"), start=warband(SNIK, PIG))) == [
        ("event.not_fielded", "f", "m1")
    ]


def test_with_no_feat_left_the_advance_is_rolled_again_and_all_rolls_are_kept() -> None:
    every = with_every_feat()
    start = careers(*every).state
    career = start.members[0]
    assert feat_options(level=level_of(career, KOBOLD), career=career, card=KOBOLD) == ()
    again = advanced(1, 7, rerolls=((1, 1, 1), (1, 1, 2), (6, 6, 6)))
    outcome = careers(played(1), again, start=start)
    # 7 and 3 are feats, so the third roll counts: Will. The fourth was not due.
    assert codes(outcome) == [("advance.reroll_not_due", "a1", "m1")]
    assert outcome.state.members[0].gains[-1].by == 1
    assert outcome.state.members[0].advances == career.advances + 1
    alone = careers(played(1), advanced(1, 7), start=start)
    assert codes(alone) == [("feat.missing", "a1", "m1")]


def test_a_reroll_is_not_due_where_a_feat_can_be_chosen() -> None:
    outcome = careers(played(1), advanced(1, 7, feat="fleet", rerolls=((1, 1, 2),)))
    assert codes(outcome) == [("advance.reroll_not_due", "a1", "m1")]
    assert [feat.feat for feat in outcome.state.members[0].feats] == ["fleet"]


# --- spending ---------------------------------------------------------------------------------------------------


def spent(number: int, *uses: SpentUse, items: tuple[ItemChoice, ...] = (), event: str = "p") -> Spending:
    return Spending(id=event, scenario=f"s{number}", member="m1", uses=uses, items=items, hero_points=1)


DAILY, BOX, SMALL = SpentUse("wand", "daily"), SpentUse("net", "consumable", 2), SpentUse("spear-2", "encounter")


def test_daily_uses_return_with_daily_recovery_and_consumables_never() -> None:
    events = [played(1), advanced(1), spent(1, DAILY, BOX, SMALL), played(2), advanced(2), spent(2, DAILY, BOX)]
    assert snik(*events[:3]).spent == (DAILY, BOX)
    assert snik(*events).spent == (replace(DAILY, times=2), replace(BOX, times=4))
    assert snik(*events, played(3), advanced(3)).spent == (replace(BOX, times=4),)
    said = [played(1, daily=True), advanced(1), spent(1, DAILY)]
    assert snik(*said).spent == ()


def test_a_spent_consumable_leaves_the_member() -> None:
    water = ItemChoice("holy-water")
    start = warband(replace(SNIK, items=(water, water)))
    career = snik(played(1), advanced(1), spent(1, items=(water,)), start=start)
    assert (career.member.items, shown(career)["points"]) == ((water,), 11)
    outcome = careers(played(1), spent(1, items=(water, water, water)), start=start)
    assert codes(outcome) == [("item.not_carried", "p", "m1")]
    assert outcome.state.members[0].member.items == (water, water)


# --- corrections ------------------------------------------------------------------------------------------------


def test_injuries_by_hand() -> None:
    added = CareerCorrected(
        correction="injury-add", id="c", member="m1", reason="forgotten", subject="cursed", permanent=True
    )
    career = snik(added)
    assert shown(career)["wounds"] == [{"injury": "cursed", "permanent": True, "scenario": None}]
    assert (
        snik(added, CareerCorrected(correction="injury-remove", id="d", member="m1", reason="not so", subject="c"))
        == snik()
    )
    assert codes(careers(CareerCorrected(correction="injury-remove", id="d", member="m1", subject="c"))) == [
        ("injury.not_there", "d", "m1")
    ]
    assert codes(careers(replace(added, subject="lost-arm"))) == [("injury.unknown", "c", "m1")]


def test_a_wound_by_hand_heals_and_turns_permanent_like_any_other() -> None:
    added = CareerCorrected(correction="injury-add", id="c", member="m1", reason="forgotten", subject="fragile")
    assert snik(added, played(1), advanced(1)).wounds == ()
    kept = snik(added, played(1, out=("m1",)), eliminated(1, 3), advanced(1))
    assert [wound.permanent for wound in kept.wounds] == [True]
    both = snik(added, replace(added, id="c2"), played(1, out=("m1",)), eliminated(1, 3), advanced(1))
    assert [wound.permanent for wound in both.wounds] == [True, True]


def test_a_wound_of_a_roll_is_removed_by_the_event_that_made_it() -> None:
    events = [played(1, out=("m1",)), eliminated(1, 4), injured(1, 2), advanced(1)]
    assert (
        snik(
            *events,
            CareerCorrected(correction="injury-remove", id="d", after=1, member="m1", reason="gift", subject="i1"),
        ).wounds
        == ()
    )


def test_advances_by_hand() -> None:
    will = CareerCorrected(correction="advance-add", id="c", member="m1", reason="forgotten", subject="will")
    feat = CareerCorrected(correction="advance-add", id="d", member="m1", reason="forgotten", subject="fleet")
    career = snik(will, will, feat)
    assert (career.advances, level_of(career, KOBOLD), shown(career)["hp_class"]) == (3, 0, "Sorcerer")
    back = [
        CareerCorrected(correction="advance-remove", id="e", member="m1", subject="will"),
        CareerCorrected(correction="advance-remove", id="f", member="m1", subject="fleet"),
    ]
    assert level_of(snik(will, will, feat, *back), KOBOLD) == -1
    assert shown(snik(will, will, feat, *back))["stats"]["will"] == 4  # type: ignore[index] # a mapping
    assert codes(careers(replace(feat, subject="kip-up"))) == [("feat.level_too_low", "d", "m1")]
    assert codes(careers(replace(will, subject="luck"))) == [("feat.unknown", "c", "m1")]
    assert codes(careers(*back)) == [("advance.not_there", "e", "m1"), ("advance.not_there", "f", "m1")]
    assert codes(careers(will, back[1])) == [("advance.not_there", "f", "m1")]
    open_feat = CareerCorrected(correction="advance-add", id="o", member="m1", reason="forgotten")
    assert len(snik(open_feat).open_feats) == 1
    assert codes(careers(open_feat, back[0])) == [("advance.not_there", "e", "m1")]
    taken = CareerCorrected(correction="advance-remove", id="t", member="m1", reason="not so")
    assert snik(open_feat, taken).open_feats == ()
    assert codes(careers(will, taken)) == [("advance.not_there", "t", "m1")]


def test_levels_by_hand_stay_in_the_game() -> None:
    def level(offset: int) -> dict[str, object]:
        return shown(snik(CareerCorrected(correction="level", id="c", member="m1", reason="gift", amount=offset)))

    assert (level(2)["level"], level(2)["points"], level(2)["stats"]["hp"]) == (1, 14, 17)  # type: ignore[index] # a mapping
    assert (level(99)["level"], level(99)["next_level_in"]) == (14, None)
    assert (level(-9)["level"], level(0)["hp_class"]) == (-1, None)


def test_points_by_hand_are_added() -> None:
    assert (
        shown(snik(CareerCorrected(correction="points", id="c", member="m1", reason="gift", amount=-3)))["points"] == 6
    )


def test_another_class_recalculates_all_levels() -> None:
    change = CareerCorrected(correction="hp-class", id="c", after=3, member="m1", reason="a mage", subject="Barbarian")
    more = [event for number in (4, 5, 6, 7, 8, 9) for event in (played(number), advanced(number))]
    book = Rulebook.of(replace(KOBOLD, level=1, stats=replace(STATS, hp=15)))
    assert shown(snik(*LEVELS, *more, rulebook=book), book)["stats"]["hp"] == 45  # type: ignore[index] # a mapping
    changed = shown(snik(*LEVELS, change, *more, rulebook=book), book)
    assert (changed["hp_class"], changed["stats"]["hp"]) == ("Barbarian", 75)  # type: ignore[index] # a mapping
    assert codes(careers(replace(change, subject="Knight"))) == [("class.unknown", "c", "m1")]


def test_spells_are_listed_once() -> None:
    learned = CareerCorrected(correction="spell-add", id="c", member="m1", reason="from the witch", subject="Grease")
    assert snik(learned, learned).spells == ("Grease",)


def test_a_change_of_a_stranger_is_told() -> None:
    assert codes(careers(CareerCorrected(correction="points", id="c", member="m9", amount=1))) == [
        ("event.unknown_member", "c", "m9")
    ]


def test_what_if_is_the_fold_of_one_event_more() -> None:
    start = careers(*LEVELS).state
    maybe = play(start, [played(4), advanced(4, 7, feat="fleet")], BOOK)
    assert maybe.state.members[0].advances == 4
    assert start.members[0].advances == 3


def test_every_event_says_whom_it_is_about() -> None:
    assert CareerEvent(id="x").member_id is None
    assert (played(1).member_id, advanced(1).member_id) == (None, "m1")
    assert MemberJoined(member=PIG).member_id == MemberChanged(member=PIG).member_id == "m2"
    assert MemberDismissed(member="m1").member_id == "m1"
    assert issubclass(FeatChoice, AftermathEvent)
    assert issubclass(RulesChanged, CareerChange)
    with pytest.raises(RulesError, match="not a change that a career knows"):
        play(warband(), [_Unknown(member="m1")], BOOK)


class _Unknown(MemberDismissed.__mro__[1]):  # type: ignore[misc] # a change of a member that nobody declared
    """A change that no career knows."""
