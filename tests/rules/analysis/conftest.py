"""The built-in creatures as a rulebook, and one small warband that every side of the analysis is computed for."""

import pytest

from rules.roster import ItemChoice, Member, Roster


@pytest.fixture
def company() -> Roster:
    """Return a kobold with a sling and a hero point, a boar with holy water, a druid and the cat it brings along."""
    return Roster(
        (
            Member("kobold-warrior", name="Snik", upgrades=("sling",), hero_points=1),
            Member("boar", items=(ItemChoice("holy-water"),)),
            Member("kobold-druid-1", id="druid"),
            Member("cat-companion-1", minion_of="druid"),
        )
    )
