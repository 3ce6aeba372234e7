"""The chi-square test: its tail against printed tables, and what it says of counts."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chance import chi_square_tail, chi_square_test, expected_counts, pooled_cells
from rules.tables.advancement import ADVANCES
from tests.rows import every_row

CRITICAL = (
    # Degrees of freedom, and the values that are exceeded with these chances, as every table of the distribution has.
    (1, {0.95: 0.00393214, 0.5: 0.45493642, 0.05: 3.84145882, 0.01: 6.63489660, 0.001: 10.82756617}),
    (2, {0.95: 0.10258659, 0.5: 1.38629436, 0.05: 5.99146455, 0.01: 9.21034037, 0.001: 13.81551056}),
    (3, {0.95: 0.35184632, 0.5: 2.36597388, 0.05: 7.81472790, 0.01: 11.34486673, 0.001: 16.26623620}),
    (4, {0.95: 0.71072302, 0.5: 3.35669398, 0.05: 9.48772904, 0.01: 13.27670414, 0.001: 18.46682695}),
    (5, {0.95: 1.14547623, 0.5: 4.35146019, 0.05: 11.07049769, 0.01: 15.08627247, 0.001: 20.51500565}),
    (10, {0.95: 3.94029914, 0.5: 9.34181777, 0.05: 18.30703805, 0.01: 23.20925116, 0.001: 29.58829845}),
    (15, {0.95: 7.26094393, 0.5: 14.33885951, 0.05: 24.99579014, 0.01: 30.57791417, 0.001: 37.69729822}),
)
WAYS = tuple(advance.ways for advance in ADVANCES)
D6 = (1,) * 6


@every_row(("degrees", "chance", "value"), [(degrees, *row) for degrees, rows in CRITICAL for row in rows.items()])
def test_the_tail_is_that_of_the_printed_tables(degrees, chance, value):
    assert chi_square_tail(value, degrees) == pytest.approx(chance, rel=1e-6)


@given(st.floats(0, 2000), st.integers(1, 40))
def test_the_tail_is_a_chance_and_falls(statistic, degrees):
    tail = chi_square_tail(statistic, degrees)
    assert 0 <= tail <= 1
    assert chi_square_tail(statistic + 1, degrees) <= tail + 1e-12
    assert chi_square_tail(statistic, degrees + 1) >= tail - 1e-12


@given(st.floats(0.5, 60), st.integers(1, 20))
def test_the_tail_is_the_area_under_the_density(statistic, degrees):
    # Simpson's rule over the density from the statistic on.
    half, steps, end = degrees / 2, 4_000, statistic + 200
    width = (end - statistic) / steps

    def density(at: float) -> float:
        return math.exp((half - 1) * math.log(at) - at / 2 - half * math.log(2) - math.lgamma(half))

    inner = sum((4 if step % 2 else 2) * density(statistic + step * width) for step in range(1, steps))
    area = width / 3 * (density(statistic) + density(end) + inner)
    assert chi_square_tail(statistic, degrees) == pytest.approx(area, rel=1e-3, abs=5e-3)


def test_only_a_chi_square_variable_has_a_tail():
    assert chi_square_tail(0, 5) == chi_square_tail(5e-324, 1) == chi_square_tail(5e-324, 2) == 1
    for statistic, degrees in ((-1, 5), (1, 0)):
        with pytest.raises(ValueError, match="degree of freedom"):
            chi_square_tail(statistic, degrees)


def test_a_die_of_sixty_rolls():
    # Worked by hand: each face expects 10; (25 + 4 + 1 + 1 + 4 + 25) / 10 = 6.0 with 5 degrees of freedom.
    result = chi_square_test((5, 8, 9, 11, 12, 15), D6)
    assert result is not None
    assert result.statistic == pytest.approx(6.0)
    assert result.degrees == 5
    assert result.p_value == pytest.approx(0.30621892, rel=1e-6)


def test_perfectly_even_dice_have_the_p_value_one():
    result = chi_square_test((10,) * 6, D6)
    assert result is not None
    assert (result.statistic, result.p_value) == (0, 1)


@pytest.mark.parametrize(("rolls", "is_enough"), [(0, False), (29, False), (30, True), (31, True)])
def test_a_die_is_tested_from_thirty_rolls_on(rolls, is_enough):
    observed = [rolls // 6] * 5
    assert (chi_square_test((*observed, rolls - sum(observed)), D6) is not None) == is_enough


def test_three_dice_that_fall_in_each_of_their_216_ways_fit_perfectly():
    assert expected_counts(WAYS, WAYS) == WAYS
    result = chi_square_test(WAYS, WAYS, pools=True)
    assert result is not None
    assert (result.statistic, result.p_value) == (0, 1)


def test_the_rare_ends_of_three_dice_are_taken_together():
    # 216 rolls expect 1, 3, 6 for the totals 3, 4, 5: together 3 to 5 expect 10. Without pooling there is no test.
    cells = pooled_cells(WAYS, WAYS)
    assert [expected for _, expected in cells] == [10, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 10]
    assert chi_square_test(WAYS, WAYS) is None


@given(st.lists(st.integers(0, 60), min_size=16, max_size=16))
def test_taken_together_or_not_nothing_is_lost(observed):
    cells = pooled_cells(observed, WAYS)
    if cells:
        assert sum(seen for seen, _ in cells) == sum(observed)
        assert sum(expected for _, expected in cells) == pytest.approx(sum(observed))
        assert min(expected for _, expected in cells) >= 5 - 1e-6


@every_row("rolls", range(30, 61))
def test_three_dice_are_tested_from_thirty_rolls_on(rolls):
    observed = [0] * 16
    for step in range(rolls):
        observed[3 + step % 10] += 1
    result = chi_square_test(observed, WAYS, pools=True)
    assert result is not None
    assert result.degrees >= 3


def test_loaded_dice_are_found_out():
    result = chi_square_test((2, 2, 2, 2, 2, 50), D6)
    assert result is not None
    assert result.p_value < 1e-9
