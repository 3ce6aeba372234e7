"""The career document that the contract prints, and its answer."""

from tests.rules.careers.careers import fold_answer
from tests.rules.careers.example import EXAMPLE, SNIK


def test_the_example_of_the_contract() -> None:
    outcome = fold_answer(EXAMPLE)
    assert outcome == {
        "members": [SNIK],
        "after": [{"scenario": "s1", "daily_recovered": False, "members": [SNIK]}],
        "problems": [],
    }
    assert list(outcome["members"][0]) == list(SNIK)
    assert list(outcome["members"][0]["damage"]) == ["spear", "spear-2", "sling"]
