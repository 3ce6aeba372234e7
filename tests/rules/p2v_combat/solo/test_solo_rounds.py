"""A round of solo play: early and late, five phases."""

from rules.p2v_combat.solo.playing import SOLO_PHASES, TIMINGS


def test_an_early_adventurer_has_two_action_points_and_a_late_one_three():
    assert TIMINGS == {"early": 2, "late": 3}


def test_the_phases_alternate_between_monsters_and_adventurers():
    assert [phase.key for phase in SOLO_PHASES] == ["I", "early", "II", "late", "III"]
    assert [bool(phase.monsters) for phase in SOLO_PHASES] == [True, False, True, False, True]
    assert all(bool(phase.monsters) != bool(phase.adventurers) for phase in SOLO_PHASES)
