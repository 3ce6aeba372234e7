"""Leadership: all twenty levels at their borders, and who is of which level."""

from dataclasses import replace
from itertools import pairwise

import pytest

from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.leadership.events import (
    FollowersChanged,
    LieutenantsReplaced,
    LieutenantsSet,
    OrganizationLevelsSet,
)
from rules.adventures.kinds.leadership.facts import (
    BASE_NEEDED,
    MAX_FOLLOWERS,
    ORGANIZATION_LEVELS,
    next_organization_level,
    organization_level,
    people_by_level,
)
from rules.errors import ChangeRefused
from tests.rows import every_row
from tests.rules.adventures.organizations import lamps
from tests.rules.adventures.parties import (
    NAMED,
    play_more,
    played,
)

TABLE = [
    (1, 1, 2, 0, 0, 0, 0, 0),
    (2, 3, 4, 0, 0, 0, 0, 0),
    (3, 5, 6, 0, 1, 1, 1, 1),
    (4, 7, 9, 0, 1, 1, 1, 1),
    (5, 10, 13, 0, 1, 1, 1, 1),
    (6, 14, 18, 1, 2, 2, 2, 2),
    (7, 19, 27, 1, 2, 2, 2, 2),
    (8, 28, 36, 1, 3, 3, 2, 3),
    (9, 37, 53, 1, 4, 5, 2, 3),
    (10, 54, 75, 2, 6, 7, 3, 4),
    (11, 76, 99, 2, 8, 10, 3, 4),
    (12, 100, 150, 2, 11, 15, 3, 5),
    (13, 151, 215, 2, 16, 22, 3, 5),
    (14, 216, 300, 3, 23, 30, 4, 6),
    (15, 301, 425, 3, 31, 42, 4, 6),
    (16, 426, 600, 3, 43, 60, 4, 7),
    (17, 601, 850, 3, 61, 85, 4, 7),
    (18, 851, 1_200, 4, 86, 120, 5, 8),
    (19, 1_201, 1_700, 4, 121, 170, 5, 8),
    (20, 1_701, 2_400, 4, 171, 240, 5, 9),
]


def test_the_table_of_twenty_levels():
    assert [
        (
            row.level,
            row.fewest_followers,
            row.follower_level,
            row.fewest_lieutenants,
            row.most_lieutenants,
            row.lowest_lieutenant,
            row.highest_lieutenant,
        )
        for row in ORGANIZATION_LEVELS
    ] == [(level, fewest, *others) for level, fewest, _, *others in TABLE]
    assert BASE_NEEDED == 6


@every_row("level, fewest, most", [row[:3] for row in TABLE])
def test_the_borders_of_every_level(level: int, fewest: int, most: int):
    assert organization_level(fewest - 1).level == level - 1
    assert organization_level(fewest).level == level
    assert organization_level(most).level == level
    assert organization_level(most + 1).level == min(level + 1, 20)
    following = next_organization_level(organization_level(fewest))
    assert (following.level if following else 20) == min(level + 1, 20)


def test_below_a_follower_there_is_no_organization():
    state = begin_adventure(lamps(0))
    assert (state.own.row.level, state.own.lieutenants) == (0, 0)
    assert state.own.followers_by_level == ((0, 0),)


def test_ruling_285_more_followers_than_the_table_has_are_level_20():
    own = begin_adventure(lamps(MAX_FOLLOWERS)).own
    assert (own.row.level, own.lieutenants) == (20, 240)


@every_row("level, fewest, most, lieutenants", [(row[0], row[1], row[2], (row[4], row[5])) for row in TABLE])
def test_ruling_286_lieutenants_are_a_tenth_within_their_row(
    level: int, fewest: int, most: int, lieutenants: tuple[int, int]
):
    row = organization_level(fewest)
    assert (row.usual_lieutenants(fewest), row.usual_lieutenants(most)) == lieutenants
    assert all(lieutenants[0] <= row.usual_lieutenants(number) <= lieutenants[1] for number in range(fewest, most + 1))


@every_row(
    "followers, lieutenants",
    [(40, 4), (41, 5), (60, 6), (61, 7), (80, 8), (81, 9), (90, 9), (91, 10), (110, 11), (111, 12), (2_391, 240)],
)
def test_ruling_286_at_the_borders_of_tens(followers: int, lieutenants: int):
    assert organization_level(followers).usual_lieutenants(followers) == lieutenants


@every_row(
    "followers, people",
    [
        (1, ((0, 1),)),
        (13, ((0, 13),)),
        (14, ((0, 10), (1, 4))),
        (15, ((0, 10), (1, 5))),
        (17, ((0, 12), (1, 5))),
        (18, ((0, 12), (1, 6))),
        (54, ((0, 33), (1, 14), (2, 7))),
        (56, ((0, 32), (1, 16), (2, 8))),
        (62, ((0, 38), (1, 16), (2, 8))),
        (225, ((0, 120), (1, 60), (2, 30), (3, 15))),
        (1_705, ((0, 880), (1, 440), (2, 220), (3, 110), (4, 55))),
        (1_735, ((0, 910), (1, 440), (2, 220), (3, 110), (4, 55))),
    ],
)
def test_twice_as_many_of_each_level_as_of_the_next_and_the_rest_at_the_lowest(followers: int, people: object):
    assert begin_adventure(lamps(followers)).own.followers_by_level == people


@every_row(
    "followers, people",
    [
        (4, ((0, 0),)),
        (5, ((1, 1),)),
        (14, ((2, 2),)),
        (28, ((2, 2), (3, 1))),
        (37, ((2, 3), (3, 1))),
        (53, ((2, 4), (3, 1))),
        (54, ((3, 4), (4, 2))),
        (100, ((3, 8), (4, 2), (5, 1))),
        (1_701, ((5, 96), (6, 40), (7, 20), (8, 10), (9, 5))),
    ],
)
def test_the_levels_of_lieutenants(followers: int, people: object):
    assert begin_adventure(lamps(followers)).own.lieutenants_by_level == people


def test_everybody_has_a_level_within_the_row():
    for followers in range(2_500):
        own = begin_adventure(lamps(followers)).own
        for count, people, most in (
            (own.followers, own.followers_by_level, own.row.follower_level),
            (own.lieutenants, own.lieutenants_by_level, own.row.highest_lieutenant),
        ):
            assert sum(number for _, number in people) == count
            assert people[-1][0] == most
            assert all(lower >= 2 * higher for (_, lower), (_, higher) in pairwise(people) if followers)


def test_the_level_follows_from_followers_and_never_from_a_leader():
    adventure = replace(lamps(2), participants=(replace(NAMED, level=20),), level=20)
    assert begin_adventure(adventure).own.row.level == 1
    assert played(replace(lamps(1_701), level=1)).own.row.level == 20


@every_row("followers, most", [(4, 0), (5, 1), (18, 2), (37, 5), (2_400, 240)])
def test_the_organizer_sets_lieutenants_up_to_the_row(followers: int, most: int):
    adventure = lamps(followers)
    assert played(adventure, LieutenantsSet(most)).own.lieutenants == most
    assert played(adventure, LieutenantsSet(0, "None left")).own.lieutenants == 0
    again = played(adventure, LieutenantsSet(0), LieutenantsSet())
    assert again.own.lieutenants == begin_adventure(adventure).own.lieutenants
    with pytest.raises(ChangeRefused, match="at most"):
        played(adventure, LieutenantsSet(most + 1))


def test_lieutenants_that_were_set_never_exceed_the_row():
    state = played(lamps(37), LieutenantsSet(5), FollowersChanged(-1, "Lost"))
    assert state.own.lieutenants == 3
    assert play_more(state, FollowersChanged(40, "Won")).own.lieutenants == 5


@every_row(
    "before, after, outgrown",
    [(4, 5, 0), (13, 14, 1), (27, 28, 0), (53, 54, 5), (215, 216, 22), (850, 851, 85), (14, 15, 0), (54, 53, 0)],
)
def test_ruling_287_lieutenants_that_their_level_leaves_behind(before: int, after: int, outgrown: int):
    state = played(lamps(before), FollowersChanged(after - before, "A reason"))
    assert state.own.outgrown == outgrown
    assert len(LieutenantsReplaced.options(state)["number"]) == (outgrown + 1 if outgrown else 0)
    if not outgrown:
        with pytest.raises(ChangeRefused, match="has not risen"):
            play_more(state, LieutenantsReplaced(1))
        return
    assert play_more(state, LieutenantsReplaced(0)).own.followers == after
    replaced = play_more(state, LieutenantsReplaced(outgrown, "Stronger ones came"))
    assert (replaced.own.followers, replaced.own.outgrown) == (after + outgrown, 0)
    with pytest.raises(ChangeRefused, match="Only"):
        play_more(state, LieutenantsReplaced(outgrown + 1))


def test_ruling_287_the_question_ends_when_the_level_changes_again():
    state = played(lamps(13), FollowersChanged(1, "Up"), FollowersChanged(1, "One more"))
    assert state.own.outgrown == 1
    assert play_more(state, FollowersChanged(-2, "Down")).own.outgrown == 0


def test_levels_of_people_are_set_by_hand_and_the_rest_stays_at_the_lowest():
    adventure = lamps(54)
    state = played(adventure, OrganizationLevelsSet("followers", 2, 20))
    assert state.own.followers_by_level == ((0, 20), (1, 14), (2, 20))
    state = play_more(state, OrganizationLevelsSet("lieutenants", 4, 6))
    assert state.own.lieutenants_by_level == ((3, 0), (4, 6))
    state = play_more(state, FollowersChanged(-17, "Lost"))
    assert state.own.followers_by_level == ((0, 25), (1, 12))
    assert state.own.lieutenants_by_level == ((2, 3), (3, 1))
    state = play_more(state, FollowersChanged(17, "Back"), OrganizationLevelsSet("followers", 2))
    assert state.own.followers_by_level == ((0, 33), (1, 14), (2, 7))


@every_row(
    "event",
    [
        OrganizationLevelsSet("followers", 3, 1),
        OrganizationLevelsSet("followers", 0, 1),
        OrganizationLevelsSet("followers", 2, 55),
        OrganizationLevelsSet("lieutenants", 3, 1),
        OrganizationLevelsSet("lieutenants", 5, 1),
        OrganizationLevelsSet("lieutenants", 4, 7),
    ],
)
def test_levels_beyond_the_row_are_refused(event: OrganizationLevelsSet):
    with pytest.raises(ChangeRefused):
        played(lamps(54), event)


@every_row(
    "by_hand, people",
    [({}, ((0, 4), (1, 2), (2, 1))), ({2: 9}, ((0, 0), (1, 0), (2, 7))), ({1: 0, 2: 0}, ((0, 7), (1, 0), (2, 0)))],
)
def test_numbers_by_hand_never_add_people(by_hand: dict[int, int], people: object):
    assert people_by_level(7, 0, 2, by_hand) == people
