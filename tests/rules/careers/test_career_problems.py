"""Every problem of a career document, which of several is told, and what it leaves without effect."""

from dataclasses import replace
from typing import Any

import pytest

from rules.cards.model import Feature
from rules.legality.resolved import Rulebook
from tests.rows import every_row
from tests.rules.careers.careers import (
    BOAR,
    BOOK,
    FEAT,
    KOBOLD,
    WILL,
    advance,
    answer,
    die,
    document,
    fold_answer,
    member,
    only,
    problems,
    scenario,
    strike,
)

TWO = [member("m1"), member("m2", "boar")]
S1 = scenario("s1", "m1", "m2", out=("m1",))
OUT, FINE, HURT = (die("elimination", "s1", "m1", face) for face in (1, 6, 3))
EYE = die("injury", "s1", "m1", 2)
M1, M2 = (advance("s1", name, WILL) for name in ("m1", "m2"))


def two(*events: dict[str, Any], **fields: Any) -> list[tuple[str, int, str | None]]:
    return problems(*events, members=TWO, **fields)


# --- events that have no effect ---------------------------------------------------------------------------------


def test_dice_of_no_scenario_before_them() -> None:
    assert two(die("elimination", "s9", "m9", 1), M1, S1, advance("s0", "m1", WILL)) == [
        ("event.unknown_scenario", 0, "m9"),
        ("event.unknown_scenario", 1, "m1"),
        ("event.unknown_scenario", 3, "m1"),
    ]
    assert answer(M1, S1, members=TWO)["members"][0]["advances"] == 0


def test_dice_of_a_scenario_without_effect_are_of_no_scenario() -> None:
    assert two(scenario("s1", "m9"), M1) == [("event.unknown_member", 0, "m9"), ("event.unknown_scenario", 1, "m1")]


def test_members_that_nobody_knows() -> None:
    assert two(scenario("s1", "m1", "x", "y")) == [("event.unknown_member", 0, "x")]
    assert two(scenario("s1", "m1", out=("m2", "x"))) == [("event.unknown_member", 0, "x")]
    assert two(S1, die("injury", "s1", "x", 1)) == [("event.unknown_member", 1, "x")]


def test_members_that_were_not_there() -> None:
    absent = scenario("s1", "m1")
    assert two(scenario("s1", "m1", out=("m2",))) == [("event.not_fielded", 0, "m2")]
    assert two(absent, M2) == [("event.not_fielded", 1, "m2")]
    assert two(absent, OUT, EYE) == [("event.not_fielded", 1, "m1"), ("event.not_fielded", 2, "m1")]
    assert two(S1, die("elimination", "s1", "m2", 1)) == [("event.not_fielded", 1, "m2")]


def test_a_second_roll_of_a_kind() -> None:
    outcome = answer(S1, HURT, FINE, EYE, die("injury", "s1", "m1", 1), M1, advance("s1", "m1", FEAT), members=TWO)
    assert [(problem["code"], problem["event"]) for problem in outcome["problems"]] == [
        ("event.repeated", at) for at in (2, 4, 6)
    ]
    career = outcome["members"][0]
    assert (career["advances"], career["stats"]["will"], [w["injury"] for w in career["wounds"]]) == (
        1,
        4,
        ["injured-eye"],
    )


def test_a_scenarios_id_again() -> None:
    assert two(S1, HURT, EYE, M1, M2, scenario("s1", "m2"), M2) == [
        ("event.repeated", 5, None),
        ("event.repeated", 6, "m2"),
    ]
    # It ends nothing, so the dice of the scenario before are not late; one without effect is not the first.
    assert two(S1, scenario("s1", "m2"), M1) == [("event.repeated", 1, None)]
    assert two(scenario("s1", "m9"), scenario("s1", "m1"), M1) == [("event.unknown_member", 0, "m9")]


def test_dice_after_the_next_scenario() -> None:
    outcome = answer(S1, HURT, EYE, M1, scenario("s2"), M2, members=TWO)
    assert [(problem["code"], problem["event"], problem["member"]) for problem in outcome["problems"]] == [
        ("dice.missing", 0, "m2"),
        ("event.late", 5, "m2"),
    ]
    assert outcome["members"][1]["advances"] == 0
    # A scenario without effect makes nothing late.
    assert two(S1, HURT, EYE, M1, scenario("s2", "m9"), M2) == [("event.unknown_member", 4, "m9")]


def test_a_late_roll_makes_no_other_repeated() -> None:
    assert two(S1, HURT, EYE, M1, scenario("s2"), M2, M2)[1:] == [("event.late", 5, "m2"), ("event.late", 6, "m2")]


def test_injuries_that_are_not_due() -> None:
    not_due = [("injury.not_due", 2, "m1")]
    assert two(S1, FINE, EYE) == two(S1, OUT, EYE) == not_due
    assert two(S1, EYE) == [("injury.not_due", 1, "m1")]
    assert two(S1, EYE, EYE) == [("injury.not_due", 1, "m1"), ("injury.not_due", 2, "m1")]
    again = scenario("s2", "m1", out=("m1",))
    events = [S1, HURT, EYE, M1, M2, again, die("elimination", "s2", "m1", 4), die("injury", "s2", "m1", 5)]
    assert two(*events) == [("injury.not_due", 7, "m1")]


def test_an_injury_may_be_written_before_its_elimination() -> None:
    assert two(S1, EYE, HURT) == []
    assert only(scenario("s1", "m1", out=("m1",)), EYE, HURT)["stats"]["fight"] == 4
    # The first elimination roll counts, so an injury after the second is judged by the first.
    assert two(S1, EYE, FINE, HURT) == [("injury.not_due", 1, "m1"), ("event.repeated", 3, "m1")]


# --- which of several -------------------------------------------------------------------------------------------


@every_row(
    ("event", "code"),
    [
        (die("injury", "s9", "m9", 1), "event.unknown_scenario"),
        (die("injury", "s1", "m9", 1), "event.unknown_member"),
        (die("injury", "s1", "m2", 1), "event.not_fielded"),
        (EYE, "event.repeated"),
        (HURT, "event.repeated"),
        (M1, "event.repeated"),
        (M2, "event.late"),
    ],
    ids=lambda setting: setting if isinstance(setting, str) else "",
)
def test_of_several_problems_of_late_dice_the_first_is_told(event: dict[str, Any], code: str) -> None:
    outcome = answer(S1, HURT, EYE, M1, scenario("s2", "m2"), event, members=TWO)
    assert [problem["code"] for problem in outcome["problems"] if problem["event"] == 5] == [code]


def test_a_late_injury_that_was_never_due_is_late() -> None:
    assert ("event.late", 5, "m1") in two(S1, FINE, M1, M2, scenario("s2"), EYE)
    assert ("event.late", 6, "m1") in two(S1, FINE, EYE, M1, M2, scenario("s2"), EYE)


def test_of_several_problems_of_a_scenario_the_first_is_told() -> None:
    assert two(S1, scenario("s1", "m9", out=("m2",)))[0] == ("event.unknown_member", 1, "m9")
    assert two(S1, scenario("s1", "m1", out=("m2",)))[0] == ("event.not_fielded", 1, "m2")
    assert two(S1, scenario("s1", "m1"))[0] == ("event.repeated", 1, None)
    assert two(scenario("s1", "m1", out=("m2", "m9"))) == [("event.unknown_member", 0, "m9")]


# --- feats: the advance counts, the feat is lost ----------------------------------------------------------------


def feat_problem(
    feat: str | None, choice: str | None = None, *, faces: list[int] = FEAT, before: tuple[Any, ...] = (), **fields: Any
) -> str | None:
    """Return the code of what is wrong with a feat, after advances that gave the feats of ``before``."""
    events = []
    for number, gain in enumerate(before):
        key, named = gain if isinstance(gain, tuple) else (gain, None)
        events += [scenario(f"s{number}", "m1"), advance(f"s{number}", "m1", FEAT, key, named)]
    outcome = answer(*events, scenario("last", "m1"), advance("last", "m1", faces, feat, choice), **fields)
    (career,) = outcome["members"]
    assert career["advances"] == len(before) + 1
    assert len(career["feats"]) == len(before) + (feat is not None and not outcome["problems"])
    assert all(problem["event"] == len(events) + 1 and problem["member"] == "m1" for problem in outcome["problems"])
    codes = [problem["code"] for problem in outcome["problems"]]
    assert len(codes) < 2
    return codes[0] if codes else None


DRAGON = {"members": [member(creature="dragon")]}
MUTE = {"rulebook": Rulebook.of(replace(KOBOLD, level=7, skills=()))}
HIGH = {"rulebook": Rulebook.of(replace(KOBOLD, level=7))}


@pytest.mark.parametrize("faces", [[1, 1, 1], FEAT, [4, 4, 6]])
def test_a_feat_is_chosen_where_one_is_rolled(faces: list[int]) -> None:
    assert feat_problem("fleet", faces=faces) is None
    assert feat_problem(None, faces=faces) == "feat.missing"
    assert feat_problem(None, "Stealth", faces=faces) == "feat.missing"


@every_row("total", [total for total in range(3, 19) if total not in (3, 7, 14)])
def test_a_feat_without_a_feat_rolled_is_not_due(total: int) -> None:
    faces = next([a, b, total - a - b] for a in range(1, 7) for b in range(1, 7) if 1 <= total - a - b <= 6)
    assert feat_problem("fleet", faces=faces) == feat_problem("no-feat", faces=faces) == "feat.not_due"
    assert feat_problem(None, faces=faces) is None
    assert feat_problem(None, "Stealth", faces=faces) is None


def test_feats_that_nobody_knows() -> None:
    assert feat_problem("power-attack") == feat_problem("Fleet") == feat_problem("") == "feat.unknown"


def test_a_minimum_of_1_is_none_and_others_go_by_the_level_before_the_roll() -> None:
    assert feat_problem("toughness") is None
    assert feat_problem("untrained-improvisation") == "feat.level_too_low"
    third = Rulebook.of(replace(KOBOLD, level=2))
    before = ("fleet", "toughness")
    assert feat_problem("untrained-improvisation", before=before, rulebook=third) == "feat.level_too_low"
    assert feat_problem("untrained-improvisation", before=(*before, "feather-step"), rulebook=third) is None
    assert feat_problem("battle-cry", before=before) == "feat.level_too_low"


def test_requirements_are_what_the_member_has_then() -> None:
    assert feat_problem("combat-climber") == "feat.requirement_missing"
    assert feat_problem("combat-climber", before=(("skill-training", "Athletics"),)) is None
    assert feat_problem("kip-up", **HIGH) is None
    assert feat_problem("kip-up", **MUTE) == "feat.requirement_missing"
    assert feat_problem("battle-cry", **DRAGON) is None
    assert feat_problem("battle-cry", **HIGH) == "feat.requirement_missing"
    assert feat_problem("battle-cry", rulebook=Rulebook.of(replace(KOBOLD, level=7, skills=("intimidate",)))) is None
    assert feat_problem("draconic-momentum", **DRAGON) is None
    assert feat_problem("draconic-momentum") == "feat.requirement_missing"
    breath = replace(
        KOBOLD,
        features=(
            Feature(id="breath-weapon", name="Breath Weapon", kind="add_on"),
            Feature(id="horn", name="Horn", kind="replaces", replaces="Breath Weapon"),
        ),
    )
    for upgrades, code in (([], "feat.requirement_missing"), (["breath-weapon"], None)):
        problem = feat_problem("draconic-momentum", members=[member(upgrades=upgrades)], rulebook=Rulebook.of(breath))
        assert problem == code
    assert feat_problem("shield-block") is None


def test_no_feat_twice_but_with_another_choice() -> None:
    assert feat_problem("fleet", before=("fleet",)) == "feat.repeated"
    assert feat_problem("canny-acumen-will", before=("canny-acumen-reflex",)) is None
    assert feat_problem("assurance", "Stealth", before=(("assurance", "Stealth"),)) == "feat.repeated"
    assert feat_problem("assurance", "Arcana", before=(("assurance", "Stealth"),)) is None
    assert feat_problem("skill-training", "Stealth") == "feat.repeated"
    assert feat_problem("skill-training", "Arcana", before=(("skill-training", "Arcana"),)) == "feat.repeated"
    assert feat_problem("skill-training", "Arcana", before=(("assurance", "Arcana"),)) is None
    assert feat_problem("polearm-proficiency", "spear", before=(("polearm-proficiency", "spear"),)) == "feat.repeated"


def test_choices() -> None:
    assert feat_problem("assurance", "Perception") is None
    assert feat_problem("skill-training", "Perception") is None
    for choice in (None, "", "Sailing", "stealth", "fleet"):
        assert feat_problem("assurance", choice) == "feat.choice_missing"
    assert feat_problem("skill-training", None) == "feat.choice_missing"
    assert feat_problem("fleet", "Stealth") == "feat.choice_missing"
    assert feat_problem("polearm-proficiency", "spear") is None
    for choice in (None, "Spear", "spear-2", "sneak-attack", "sling", "tusk"):
        assert feat_problem("polearm-proficiency", choice) == "feat.choice_missing"
    hooked = replace(KOBOLD, features=(*KOBOLD.features, strike("hook", 5, kind="add_on")))
    for upgrades, code in (([], "feat.choice_missing"), (["hook"], None)):
        problem = feat_problem(
            "polearm-proficiency", "hook", members=[member(upgrades=upgrades)], rulebook=Rulebook.of(hooked)
        )
        assert problem == code


def test_of_several_problems_of_a_feat_the_first_is_told() -> None:
    assert feat_problem("no-feat", "Sailing", faces=WILL) == "feat.not_due"
    assert feat_problem("no-feat", "Sailing") == "feat.unknown"
    assert feat_problem("battle-cry", "Sailing") == "feat.level_too_low"
    assert feat_problem("battle-cry", "Sailing", **HIGH) == "feat.requirement_missing"
    assert feat_problem("fleet", "Sailing", before=("fleet",)) == "feat.repeated"
    assert feat_problem("fleet", "Sailing") == "feat.choice_missing"


def test_what_feats_do() -> None:
    events = [scenario("s1", "m1"), scenario("s2", "m1"), scenario("s3", "m1"), scenario("s4", "m1")]
    chosen = [("toughness", None), ("canny-acumen-will", None), ("skill-training", "Arcana"), ("fleet", None)]
    log = []
    for number, (event, (feat, choice)) in enumerate(zip(events, chosen, strict=True), start=1):
        log += [event, advance(f"s{number}", "m1", FEAT, feat, choice)]
    outcome = answer(*log)
    assert outcome["problems"] == []
    assert outcome["after"][0]["members"][0]["stats"]["hp"] == 12
    (career,) = outcome["members"]
    assert (career["stats"]["hp"], career["stats"]["will"], career["stats"]["speed"]) == (17, 4, 6)
    assert career["skills"] == ["Acrobatics", "Crafting", "Stealth", "Arcana"]
    assert career["feats"][2] == {"feat": "skill-training", "choice": "Arcana"}


def test_toughness_grows_with_the_level() -> None:
    log = [scenario("s0", "m1"), advance("s0", "m1", FEAT, "toughness")]
    for number in range(1, 45):
        log += [scenario(f"s{number}", "m1"), advance(f"s{number}", "m1", WILL)]
    outcome = answer(*log, rulebook=Rulebook.of(replace(KOBOLD, class_name="Wizard")))
    hp = {state["members"][0]["level"]: state["members"][0]["stats"]["hp"] for state in outcome["after"]}
    wizard = [5, 10, 15, 25, 35, 45, 55, 65, 75, 90, 105, 120, 135, 150, 165, 180]
    tough = [5] * 9 + [10] * 5 + [15] * 2
    assert [hp[level] for level in range(-1, 15)] == [a + b + 2 for a, b in zip(wizard, tough, strict=True)]


# --- problems that leave their event its effect -----------------------------------------------------------------


def test_fielded_although_out_of_action() -> None:
    outcome = answer(S1, OUT, M1, M2, scenario("s2", "m2", "m1"), advance("s2", "m1", WILL), members=TWO)
    assert [(problem["code"], problem["event"], problem["member"]) for problem in outcome["problems"]] == [
        ("member.out_of_action", 4, "m1")
    ]
    assert outcome["members"][0]["advances"] == 2
    assert outcome["members"][0]["status"] == "ready"


def test_rolls_that_are_missing_by_the_next_scenario() -> None:
    assert two(S1) == []
    assert two(S1, scenario("s2")) == [("dice.missing", 0, "m1"), ("dice.missing", 0, "m1"), ("dice.missing", 0, "m2")]
    assert two(S1, HURT, M1, M2, scenario("s2")) == [("dice.missing", 0, "m1")]
    assert two(S1, HURT, EYE, M1, M2, scenario("s2")) == []
    assert two(S1, FINE, M1, M2, scenario("s2")) == []
    # An injury cannot be due before the elimination roll says so.
    assert two(S1, M1, M2, scenario("s2")) == [("dice.missing", 0, "m1")]
    # A scenario without effect asks for nothing.
    assert two(S1, scenario("s2", "m9")) == [("event.unknown_member", 1, "m9")]


def test_problems_go_by_their_event() -> None:
    faults = two(S1, OUT, scenario("s2", "m1"), advance("s2", "m1", WILL, "fleet"), scenario("s3"), M1)
    assert faults == [
        ("dice.missing", 0, "m1"),
        ("dice.missing", 0, "m2"),
        ("member.out_of_action", 2, "m1"),
        ("feat.not_due", 3, "m1"),
        ("event.late", 5, "m1"),
    ]


def test_every_problem_is_a_sentence() -> None:
    log = [
        S1,
        OUT,
        OUT,
        EYE,
        advance("s1", "m1", FEAT, "nothing"),
        M2,
        M2,
        scenario("s2", "m1", "m2"),
        M1,
        scenario("s2"),
        scenario("s3", "m9"),
        die("injury", "s9", "m1", 1),
        scenario("s4", "m1", out=("m2",)),
        advance("s2", "m1", FEAT),
        advance("s2", "m2", FEAT, "fleet", "x"),
        scenario("s5"),
    ]  # fmt: skip - a list of events
    faults = fold_answer(document(*log, members=TWO), BOOK)["problems"]
    assert len({result["code"] for result in faults}) > 8
    for result in faults:
        assert result["message"][0].isupper() or result["message"][0] == "“"
        assert result["message"].endswith(".")
    assert BOAR.name in str(faults)
