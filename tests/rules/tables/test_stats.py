"""Changes to stats."""

import pytest

from rules.tables.stats import StatChange, stat_after, stat_name, total_change


def test_a_change_reads_as_a_card_would_print_it() -> None:
    assert str(StatChange("will", 1)) == "Will +1"
    assert str(StatChange("hp", -5)) == "HP -5"
    assert [stat_name(stat) for stat in ("fight", "hp", "speed")] == ["Fight", "HP", "Speed"]


def test_changes_to_one_stat_add_up_and_leave_the_others_alone() -> None:
    changes = [StatChange("fight", -2), StatChange("fight", -1), StatChange("armor", -2)]
    assert total_change("fight", changes) == -3
    assert stat_after("armor", 17, changes) == 15
    assert stat_after("power", 16, changes) == 16


@pytest.mark.parametrize(("speed", "loss", "after"), [(5, 2, 3), (3, 2, 1), (2, 2, 1), (1, 3, 1), (0, 2, 0)])
def test_speed_does_not_fall_under_one_square(speed: int, loss: int, after: int) -> None:
    assert stat_after("speed", speed, [StatChange("speed", -loss)]) == after


def test_other_stats_have_no_floor() -> None:
    assert stat_after("fight", 1, [StatChange("fight", -2)]) == -1
