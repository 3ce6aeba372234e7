"""The roster as a value: ids, its play mode, joining and leaving."""

import pytest

from rules.errors import RulesError
from rules.roster import ItemChoice, Member, Override, Roster
from tests.rows import every_row


def ids(*given: str) -> list[str]:
    return [member.id for member in Roster(tuple(Member("boar", id=member_id) for member_id in given)).members]


@every_row(
    ("given", "assigned"),
    [
        ((), []),
        (("", ""), ["m1", "m2"]),
        (("a", "", "b"), ["a", "m2", "b"]),
        (("m2", "", ""), ["m2", "m4", "m3"]),
        (("", "m1"), ["m3", "m1"]),
        (("", "", "m1", "m2", "m6"), ["m7", "m8", "m1", "m2", "m6"]),
    ],
)
def test_members_without_an_id_are_numbered_by_their_place(given: tuple[str, ...], assigned: list[str]) -> None:
    assert ids(*given) == assigned


def test_two_members_cannot_have_the_same_id() -> None:
    with pytest.raises(RulesError, match="same id"):
        ids("a", "a")


def test_a_roster_knows_its_play_mode() -> None:
    assert Roster().mode.name == "Balanced, Limited Play"
    assert Roster(play_mode="random_box").mode.default_points == 200


@pytest.mark.parametrize(
    "wrong", [{"play_mode": "chess"}, {"play_mode": ""}, {"alignment": "XX"}, {"points_limit": -1}]
)
def test_a_roster_that_makes_no_sense_cannot_be_made(wrong: dict[str, object]) -> None:
    with pytest.raises(RulesError):
        Roster(**wrong)  # type: ignore[arg-type]  # one wrong field at a time


def test_hero_points_cannot_be_owed() -> None:
    with pytest.raises(RulesError, match="-1 hero points"):
        Member("boar", hero_points=-1)


def test_a_new_member_takes_no_id_of_another() -> None:
    roster = Roster((Member("boar"), Member("kobold-warrior"), Member("boar", name="Tusker")))
    assert [member.id for member in roster.members] == ["m1", "m2", "m3"]
    assert roster.member("m3").name == "Tusker"
    left = (roster.members[0], roster.members[2], Member("boar"))
    assert [member.id for member in Roster(left).members] == ["m1", "m3", "m4"]


def test_an_unknown_member_is_refused() -> None:
    with pytest.raises(RulesError, match="'m9'"):
        Roster().member("m9")


def test_rosters_are_values() -> None:
    first, other = (
        Roster((Member("boar", items=(ItemChoice("holy-water"),)),), collection={"boar": 1}, overrides=(Override("x"),))
        for _ in range(2)
    )
    assert first == other
    assert hash(first) == hash(other)
