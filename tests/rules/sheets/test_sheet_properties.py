"""What holds for the sheet of every warband, however odd."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.building.draft import Draft, Secret
from rules.legality.verdict import verdict
from rules.roster import Roster
from rules.sheets.chat import MAX_TEXT, chat_text
from rules.sheets.members import member_groups
from rules.text import with_minus
from tests.rules.laid_out import roster_sheet
from tests.rules.rosters import rosters
from tests.rules.warbands import BOOK

SECRET = "under the third stone"


def draft_with_secrets(roster: Roster, revealed: bool) -> Draft:
    """Return a draft where every disguise has its secret."""
    secrets = (
        Secret(member.id, key, SECRET, revealed)
        for member in roster.members
        for key in dict.fromkeys(member.positioning)
    )
    return Draft(roster, secrets=tuple(secrets))


@given(rosters)
def test_the_sheet_and_the_verdict_agree(roster: Roster) -> None:
    sheet, judged = roster_sheet(Draft(roster), BOOK), verdict(roster, BOOK)
    assert (sheet.legal, sheet.points, sheet.left) == (judged.legal, judged.points, judged.points_left)
    assert [
        (member.id, member.place, member.points, member.base_points, member.extras_points) for member in sheet.members
    ] == [
        (member.id, member.index, member.points, member.base_points, member.extras_points) for member in judged.members
    ]
    assert sheet.legal == (not sheet.errors)


@given(rosters)
def test_every_problem_is_shown_once_in_its_place(roster: Roster) -> None:
    sheet = roster_sheet(Draft(roster), BOOK)
    shown = [*sheet.problems, *(line for member in sheet.members for line in member.problems)]
    assert [(line.code, line.message, line.fix, line.severity, line.overridden, line.member) for line in shown] == [
        (
            problem.code,
            with_minus(problem.message),
            with_minus(problem.fix),
            problem.severity,
            problem.overridden,
            problem.subject.id,
        )
        for problem in verdict(roster, BOOK).problems
    ]
    assert all(line.member == member.id for member in sheet.members for line in member.problems)


@given(rosters)
def test_an_override_is_met_when_it_covers_a_problem(roster: Roster) -> None:
    sheet = roster_sheet(Draft(roster), BOOK)
    for override, line in zip(roster.overrides, sheet.overrides, strict=True):
        alone = verdict(replace(roster, overrides=(override,)), BOOK)
        assert line.met == any(problem.overridden for problem in alone.problems)
    reasons = {line.reason for member in sheet.members for line in member.problems if line.overridden}
    assert reasons <= {"agreed"}


@given(rosters)
def test_everything_that_was_bought_is_on_the_sheet(roster: Roster) -> None:
    for member, sheet in zip(roster.members, roster_sheet(Draft(roster), BOOK).members, strict=True):
        bought = {offer.feature.id: offer.times for offer in sheet.upgrades if offer.bought}
        assert set(bought) | set(sheet.unknown_upgrades) == set(member.upgrades)
        assert all(member.upgrades.count(key) == times for key, times in bought.items())
        assert [(line.key, line.choice or None) for line in sheet.items] == [
            (item.item, item.choice) for item in member.items
        ]
        assert {line.key: line.times for line in sheet.positioning} == {
            key: member.positioning.count(key) for key in member.positioning
        }


@given(rosters)
def test_what_a_creature_has_and_what_is_gone_make_up_its_card(roster: Roster) -> None:
    for sheet in roster_sheet(Draft(roster), BOOK).members:
        if sheet.card is None:
            continue
        has = {line.name for line in sheet.features}
        assert {line.name for line in sheet.card.base_features} | {
            offer.feature.name for offer in sheet.upgrades if offer.bought
        } == has | set(sheet.gone)
        assert set(sheet.gone) == {name for offer in sheet.upgrades if offer.bought for name in offer.removes}


@given(rosters, st.booleans())
def test_hidden_secrets_never_reach_others_and_no_secret_reaches_a_chat(roster: Roster, revealed: bool) -> None:
    draft = draft_with_secrets(roster, revealed)
    own, shared = roster_sheet(draft, BOOK), roster_sheet(draft.shared, BOOK)
    assert (SECRET in repr(own)) == bool(draft.secrets)
    assert (SECRET in repr(shared)) == (revealed and bool(draft.secrets))
    assert SECRET not in chat_text(own)


@given(rosters)
def test_a_text_for_a_chat_fits_into_a_message(roster: Roster) -> None:
    sheet = roster_sheet(Draft(roster), BOOK)
    answer = chat_text(sheet)
    assert len(answer) <= MAX_TEXT
    assert answer.count("\n• ") >= len(member_groups(sheet))
