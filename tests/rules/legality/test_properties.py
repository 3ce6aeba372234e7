"""What holds for every warband, however odd."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.legality.rule import Problem
from rules.legality.verdict import CODES, verdict, verdict_document
from rules.roster import Member, Override, Roster, roster_document, roster_from_document
from tests.rules.legal import check, is_legal
from tests.rules.rosters import any_member, rosters
from tests.rules.warbands import BOOK

COMMANDERS = {"kobold-druid", "pack-leader"}

newcomers = any_member(st.just("new"))
# A minion whose commander leaves has to be paid for, so warbands without commanders are easier to mend.
leaderless = rosters.map(
    lambda roster: replace(
        roster, members=tuple(member for member in roster.members if member.creature not in COMMANDERS)
    )
)


def summary(problem: Problem) -> tuple[object, ...]:
    """Return what a problem says, apart from the place of its member in the list."""
    subject = problem.subject
    return (problem.code, subject.kind, subject.id or "", subject.key or "", problem.overridden)


@given(rosters, newcomers)
def test_adding_a_member_never_lowers_the_points(roster: Roster, newcomer: Member) -> None:
    before = verdict(roster, BOOK).points
    assert verdict(replace(roster, members=(*roster.members, newcomer)), BOOK).points >= before


@given(rosters, st.randoms(use_true_random=False))
def test_the_order_of_members_changes_neither_points_nor_problems(roster: Roster, random: object) -> None:
    shuffled = list(roster.members)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis types it as object
    first, other = verdict(roster, BOOK), verdict(replace(roster, members=tuple(shuffled)), BOOK)
    assert (first.legal, first.points, first.points_left) == (other.legal, other.points, other.points_left)
    assert sorted(map(summary, first.problems)) == sorted(map(summary, other.problems))


@given(rosters)
def test_a_roster_is_judged_the_same_after_a_journey(roster: Roster) -> None:
    travelled = roster_from_document(json.loads(json.dumps(roster_document(roster))))
    assert verdict(travelled, BOOK) == verdict(replace(roster, points_limit=travelled.points_limit), BOOK)


@given(rosters)
def test_an_override_never_changes_points_or_what_is_told(roster: Roster) -> None:
    plain, allowed = (
        verdict(replace(roster, overrides=overrides), BOOK) for overrides in ((), tuple(map(Override, CODES)))
    )
    assert (plain.points, plain.members) == (allowed.points, allowed.members)
    assert [problem.message for problem in plain.problems] == [problem.message for problem in allowed.problems]
    assert allowed.legal


@given(rosters)
def test_the_three_questions_have_one_answer(roster: Roster) -> None:
    judged = verdict(roster, BOOK)
    assert judged.problems == check(roster, BOOK)
    assert judged.legal == is_legal(roster, BOOK) == (not any(problem.blocks for problem in judged.problems))
    assert judged.points == sum(member.points for member in judged.members)
    assert all(member.points == member.base_points + member.extras_points for member in judged.members)
    assert json.dumps(verdict_document(judged))


@given(rosters)
def test_problems_stand_in_order(roster: Roster) -> None:
    places = [
        (-1 if problem.subject.index is None else problem.subject.index, CODES.index(problem.code))
        for problem in check(roster, BOOK)
    ]
    assert places == sorted(places)


@given(rosters)
def test_every_problem_is_about_something_that_is_there(roster: Roster) -> None:
    for problem in check(roster, BOOK):
        subject = problem.subject
        if subject.kind == "roster":
            assert (subject.index, subject.id, subject.key) == (None, None, None)
            continue
        assert subject.index is not None
        member = roster.members[subject.index]
        assert subject.id == member.id
        carried = {choice.item for choice in member.items} | {*member.upgrades, *member.positioning}
        assert subject.key in carried if subject.kind in {"upgrade", "item"} else subject.key is None


@given(leaderless)
def test_leaving_out_every_member_at_fault_mends_a_warband(roster: Roster) -> None:
    blocking = [problem for problem in check(roster, BOOK) if problem.blocks]
    left = roster
    for culprit in {problem.subject.id for problem in blocking if problem.subject.id is not None}:
        left = replace(left, members=tuple(member for member in left.members if member.id != culprit))
    of_the_roster = {problem.code for problem in blocking if problem.subject.id is None}
    assert {problem.code for problem in check(left, BOOK) if problem.blocks} <= of_the_roster | {"roster.empty"}
