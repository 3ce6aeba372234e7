"""How HP look."""

import pytest

from rules.combat.hp import hp_look


@pytest.mark.parametrize(
    ("hp", "look"), [(40, "well"), (21, "well"), (20, "half"), (14, "half"), (13, "low"), (-3, "low")]
)
def test_hp_are_amber_from_a_half_and_red_from_a_third_down(hp: int, look: str) -> None:
    assert hp_look(hp, 40) == look
