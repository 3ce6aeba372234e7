"""What stories of battles and campaigns have in common."""

from rules.stories import elimination_clause, turning_point
from tests.rows import every_row


@every_row(
    ("leads", "place"),
    [
        ({1: 5, 2: 9, 3: 2}, 2),
        ({1: 5, 2: 5}, None),
        ({1: 0, 2: -3}, None),
        ({}, None),
    ],
)
def test_the_turning_point_is_the_one_place_with_the_largest_lead(leads, place):
    assert turning_point(leads) == place


def test_a_clause_names_the_enemy_where_it_is_known():
    assert elimination_clause("Snik", ["Old Boar"]) == "Snik eliminated Old Boar"
    assert elimination_clause(None, ["Old Boar"]) == "Old Boar was eliminated"
    assert elimination_clause(None, ["Old Boar", "Rik"]) == "Old Boar and Rik were eliminated"
