"""Fixes of problems: their buttons do what the problem's own sentence names, and bring no other trouble."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

from rules.building.changes import change_fields, change_from_fields
from rules.building.draft import MAX_LIMIT, Draft
from rules.building.fixes import Fix, FixTake, ProblemPlace, fixes, fixes_by_problem, problem_place
from rules.building.members import MemberRemove
from rules.errors import ChangeRefused
from rules.legality.resolved import resolve
from rules.legality.rule import Problem
from rules.legality.verdict import RULES, verdict
from rules.roster import HouseRules, ItemChoice, Member, Roster
from tests.examples import tried
from tests.rows import every_row
from tests.rules.building.drafts import BIG_BOOK, after, codes, draft, items, shape
from tests.rules.legal import check
from tests.rules.problems import ROWS
from tests.rules.rosters import rosters

UNFIXED = {"roster.empty", "item.choice_missing", "card.incomplete"}
"""Codes that only their players can mend."""

LEAVING = {"roster.empty", "minion.missing"}
"""What leaving somebody out may bring: nobody is left, or the commander of a minion lacks it."""
KNOWN = {rule.code for rule in RULES if rule.severity == "error"} - {"creature.unknown"}
"""What taking the creature that was meant may bring: its card is looked at for the first time."""
MAY_BRING: dict[str, set[str]] = {
    "points.over_limit": {"roster.empty"},
    "alignment.missing": {"alignment.not_allowed"},  # where no alignment may take everybody
    "creature.unknown": LEAVING | KNOWN,
    "creature.over_half": LEAVING,
    "alignment.not_allowed": LEAVING,
    "alignment.unknown": LEAVING,
    "source.not_allowed": LEAVING,
    "creature.banned": LEAVING,
    "collection.exceeded": LEAVING,
    "item.unknown": {"item.level_too_high", "item.repeated", "points.over_limit", "creature.over_half"},
    "minion.without_commander": LEAVING,
    # The minion is somebody whom the warband may not take, or does not own.
    "minion.missing": LEAVING
    | {"alignment.not_allowed", "alignment.unknown", "source.not_allowed", "creature.banned", "collection.exceeded"},
}


def meaning(roster: Roster) -> Roster:
    """Return the roster where some unknown keys are names of what there is."""
    return replace(
        roster,
        members=tuple(
            replace(
                member,
                creature="Kobold Druid" if member.creature == "drgon" and member.hero_points % 2 else member.creature,
                items=tuple(
                    replace(choice, item="Holy Water") if choice.item == "wine" and member.name else choice
                    for choice in member.items
                ),
            )
            for member in roster.members
        ),
    )


odd_rosters = rosters.map(meaning)


def offered(roster: Roster) -> list[tuple[Problem, tuple[Fix, ...]]]:
    resolved = resolve(roster, BIG_BOOK)
    return [(problem, fixes(problem, resolved)) for problem in check(roster, BIG_BOOK)]


def labels(warband: Draft) -> dict[str, list[str]]:
    """Return the labels of the fixes of each problem by its code."""
    return {problem.code: [fix.label for fix in remedies] for problem, remedies in offered(warband.roster)}


def fixed(warband: Draft, code: str, number: int = 0) -> Draft:
    """Return the draft after a fix of its only problem of that code."""
    ((_, remedies),) = [pair for pair in offered(warband.roster) if pair[0].code == code]
    return remedies[number].change.apply(warband, BIG_BOOK)


def errors(roster: Roster) -> Counter[ProblemPlace]:
    return Counter(problem_place(problem) for problem in check(roster, BIG_BOOK) if problem.severity == "error")


@every_row("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_fix_of_a_problem_mends_it(row: tuple[str, Roster, object, object, object]) -> None:
    code, wrong, *_ = row
    ((_, remedies),) = offered(wrong)
    assert bool(remedies) == (code not in UNFIXED)
    for fix in remedies:
        left = codes(fix.change.apply(Draft(wrong), BIG_BOOK))
        assert set(left) <= {"roster.empty"}, fix.label


@settings(max_examples=tried(40))
@given(odd_rosters)
def test_a_fix_removes_its_problem_and_brings_no_error_that_it_need_not(roster: Roster) -> None:
    before = Counter(problem_place(problem) for problem in check(roster, BIG_BOOK))
    for problem, remedies in offered(roster):
        assert bool(remedies) == (problem.code not in UNFIXED)
        for fix in remedies:
            changed = fix.change.apply(Draft(roster), BIG_BOOK).roster
            left = Counter(problem_place(remaining) for remaining in check(changed, BIG_BOOK))
            assert left[problem_place(problem)] < before[problem_place(problem)], fix
            new = {code for code, _, _ in errors(changed) - errors(roster)}
            assert new <= MAY_BRING.get(problem.code, set()), fix


@settings(max_examples=tried(40))
@given(odd_rosters)
def test_the_first_fix_saves_what_the_sentence_says(roster: Roster) -> None:
    points = verdict(roster, BIG_BOOK).points
    for problem, remedies in offered(roster):
        if not remedies:
            continue
        changed = verdict(remedies[0].change.apply(Draft(roster), BIG_BOOK).roster, BIG_BOOK)
        if saves := re.search(r"\(saves (\d+) points?\)", problem.fix):
            assert changed.points == points - int(saves[1])
        if costs := re.search(r"which then costs (\d+)", problem.fix):
            (member,) = [member for member in changed.members if member.id == problem.subject.id]
            assert member.points == int(costs[1])


@settings(max_examples=tried(25))
@given(odd_rosters)
def test_labels_are_the_words_of_the_sentence_without_a_full_stop(roster: Roster) -> None:
    for problem, remedies in offered(roster):
        for fix in remedies:
            assert fix.label[0].isupper()
            assert not fix.label.endswith(".")
            assert "None" not in fix.label
        assert not remedies or problem.fix.startswith(remedies[0].label) or problem.code == "alignment.missing"


@settings(max_examples=tried(20))
@given(odd_rosters)
def test_a_button_names_a_fix_and_finds_it_again(roster: Roster) -> None:
    start, resolved = Draft(roster), resolve(roster, BIG_BOOK)
    for (code, member, key), remedies in fixes_by_problem(check(roster, BIG_BOOK), resolved).items():
        for number, fix in enumerate(remedies):
            button = FixTake(code, member, key, number)
            assert change_from_fields(change_fields(button)) == button
            assert button.apply(start, BIG_BOOK) == fix.change.apply(start, BIG_BOOK)
            assert button.describe(start, BIG_BOOK) == fix.change.describe(start, BIG_BOOK)
        with pytest.raises(ChangeRefused):
            FixTake(code, member, key, len(remedies)).apply(start, BIG_BOOK)


@every_row(
    "gone",
    [
        FixTake("points.over_limit", None, None, 0),
        FixTake("creature.unknown", "m1", None, 0),
        FixTake("creature.over_half", "m2", None, 0),
        FixTake("creature.over_half", "m1", "boar", 0),
        FixTake("creature.over_half", "m1", None, 2),
        FixTake("creature.over_half", "m1", None, -1),
        FixTake("no.such.code", None, None, 0),
    ],
)
def test_a_button_whose_problem_is_gone_is_refused(gone: FixTake) -> None:
    wrong = draft("boar", "wolf", points_limit=35)
    assert codes(after(wrong, FixTake("creature.over_half", "m1", None, 0))) == []
    with pytest.raises(ChangeRefused, match=r"^This problem no longer exists\.$"):
        gone.apply(wrong, BIG_BOOK)


def test_a_warband_over_its_limit_may_agree_on_what_it_costs_within_bounds() -> None:
    assert labels(draft("caldera-oni", "boar"))["points.over_limit"] == ["Remove Boar", "Raise the limit to 210"]
    dear = Member("boar", hero_points=MAX_LIMIT // 3)
    assert labels(draft(dear))["points.over_limit"] == ["Remove 33273 hero points from Boar"]


def test_a_removal_takes_the_very_extras_that_it_names() -> None:
    laden = Member(
        "kobold-warrior", hero_points=1, upgrades=("sling", "sling"), positioning=("ambush", "summonable", "ambush")
    )
    over = draft(laden, "boar", points_limit=18 + 9 + 2)
    assert labels(over)["points.over_limit"][0] == "Remove 1 hero point, Summonable and Sling from Kobold Warrior"
    kept = fixed(over, "points.over_limit").roster.members[0]
    assert (kept.hero_points, kept.positioning, kept.upgrades) == (0, ("ambush", "ambush"), ("sling",))


def test_a_group_leaves_with_its_minions_and_without_those_that_only_claim_to_be_its() -> None:
    druid = Member("kobold-druid", id="d")
    cats = [Member("cat-companion", id=f"c{number}", minion_of="d") for number in (1, 2)]
    over = draft(druid, *cats, "boar", points_limit=45)
    assert labels(over)["points.over_limit"][0] == "Remove Kobold Druid with its minion"
    assert shape(fixed(over, "points.over_limit")) == [("c2", "cat-companion", None), ("m4", "boar", None)]
    assert fixed(over, "points.over_limit").roster.members[0].minion_of is None


def test_many_creatures_leave_at_once() -> None:
    over = draft(*["kobold-warrior"] * 12, points_limit=30)
    assert labels(over)["points.over_limit"][0] == "Remove the 9 most expensive creatures"
    assert len(fixed(over, "points.over_limit").roster.members) == 3
    (problem, *_) = check(over.roster, BIG_BOOK)
    button = FixTake(problem.code, None, None, 0)
    assert button.describe(over, BIG_BOOK) == "Removed the 9 most expensive creatures"


def test_who_wrote_a_name_meant_its_key() -> None:
    named = draft(
        Member("Kobold Warrior", upgrades=("sling",)), Member("boar", items=items("Holy Water", "Holy Water"))
    )
    assert labels(named) == {
        "creature.unknown": ["Use Kobold Warrior instead", "Remove “Kobold Warrior”"],
        "item.unknown": ["Use Holy Water instead", "Remove 2 × “Holy Water” from Boar"],
    }
    assert codes(fixed(fixed(named, "creature.unknown"), "item.unknown")) == []
    assert fixed(named, "item.unknown", 1).roster.members[1].items == ()


def test_an_alignment_is_offered_for_each_that_fits_and_else_for_those_that_fit_most() -> None:
    fitting = draft("kobold-warrior", "boar", alignment=None)
    assert labels(fitting)["alignment.missing"] == [
        "Choose Lawful Neutral",
        "Choose Lawful Evil",
        "Choose Neutral Evil",
    ]
    torn = draft("archon", "wolf", "wolf", alignment=None)
    assert labels(torn)["alignment.missing"] == [
        f"Choose {name}" for name in ("True Neutral", "Lawful Evil", "Neutral Evil", "Chaotic Evil")
    ]
    assert codes(fixed(torn, "alignment.missing")) == ["alignment.not_allowed"]


def test_a_minion_that_may_not_come_can_leave_alone_or_with_its_commander() -> None:
    banned = after(
        draft(
            "kobold-druid", Member("cat-companion", minion_of="m1"), house_rules=HouseRules(banned=("cat-companion",))
        )
    )
    assert labels(banned)["creature.banned"] == [
        "Remove Cat Companion",
        "Remove Kobold Druid with Cat Companion",
        "Lift the ban on Cat Companion",
    ]
    assert codes(fixed(banned, "creature.banned")) == ["minion.missing"]
    assert codes(fixed(banned, "creature.banned", 1)) == ["roster.empty"]
    assert codes(fixed(banned, "creature.banned", 2)) == []


def test_minions_of_two_kinds_share_one_place_and_each_has_its_button() -> None:
    bare = draft("pack-leader")
    ((_, remedies),) = fixes_by_problem(check(bare.roster, BIG_BOOK), resolve(bare.roster, BIG_BOOK)).items()
    assert [fix.label for fix in remedies] == [
        "Add 2 × Wolf to Pack Leader",
        "Add Cat Companion to Pack Leader",
        "Remove Pack Leader",
    ]
    with_cat = FixTake("minion.missing", "m1", None, 1).apply(bare, BIG_BOOK)
    assert shape(with_cat) == [("m1", "pack-leader", None), ("m2", "cat-companion", "m1")]
    with_wolves = FixTake("minion.missing", "m1", None, 0).apply(bare, BIG_BOOK)
    assert shape(with_wolves) == [("m1", "pack-leader", None), ("m2", "wolf", "m1"), ("m3", "wolf", "m1")]


def test_a_commander_whose_minion_nobody_knows_can_only_leave() -> None:
    assert labels(draft("hermit"))["minion.missing"] == ["Remove Hermit"]


def test_of_repeated_items_those_of_one_choice_go_but_for_the_first() -> None:
    choices = [ItemChoice("fiery-weapon", choice) for choice in ("Tusk", "Jaws", " tusk", "Jaws", "TUSK")]
    laden = draft(Member("boar", items=(*items("holy-water"), *choices)))
    by_choice = [remedies for problem, remedies in offered(laden.roster) if problem.code == "item.repeated"]
    assert [fix.label for remedies in by_choice for fix in remedies] == [
        "Keep only one Fiery Weapon (Tusk) for Boar",
        "Keep only one Fiery Weapon (Jaws) for Boar",
    ]
    left = by_choice[0][0].change.apply(laden, BIG_BOOK).roster.members[0].items
    assert [item.choice for item in left] == [None, "Tusk", "Jaws", "Jaws"]
    left = by_choice[1][0].change.apply(laden, BIG_BOOK).roster.members[0].items
    assert [item.choice for item in left] == [None, "Tusk", "Jaws", " tusk", "TUSK"]


def test_of_too_many_items_the_last_ones_go() -> None:
    laden = draft(
        Member("boar", items=items("holy-water", "swarmsuit", "holy-water")),
        house_rules=HouseRules(max_items_per_member=1),
    )
    assert labels(laden)["item.too_many"] == ["Remove Swarmsuit and Holy Water from Boar"]
    assert fixed(laden, "item.too_many").roster.members[0].items == items("holy-water")


def test_of_conflicting_upgrades_any_one_can_be_kept() -> None:
    torn = draft(Member("kobold-warrior", name="Snik", upgrades=("net", "sling", "lance")))
    assert labels(torn)["upgrade.conflict"] == [
        "Remove Lance from Snik (Kobold Warrior)",
        "Remove Net from Snik (Kobold Warrior)",
    ]
    assert fixed(torn, "upgrade.conflict").roster.members[0].upgrades == ("net", "sling")
    twice = draft(Member("kobold-warrior", upgrades=("lance", "net", "net")))
    (conflict,) = [problem for problem, _ in offered(twice.roster) if problem.code == "upgrade.conflict"]
    assert conflict.fix == "Remove Net from Kobold Warrior (saves 4 points)."
    assert fixed(twice, "upgrade.conflict").roster.members[0].upgrades == ("lance",)
    assert fixed(torn, "upgrade.conflict", 1).roster.members[0].upgrades == ("sling", "lance")


def test_a_collection_grows_by_what_is_missing() -> None:
    short = draft("boar", "boar", "boar", collection={"boar": 1, "wolf": 2})
    problems = [remedies for _, remedies in offered(short.roster)]
    assert [[fix.label for fix in remedies] for remedies in problems] == [
        ["Remove Boar", "Add 2 Boar figures to your collection"]
    ] * 2
    grown = problems[0][1].change.apply(short, BIG_BOOK)
    assert grown.roster.collection == {"boar": 3, "wolf": 2}
    assert short.roster.collection == {"boar": 1, "wolf": 2}


def test_removing_a_member_takes_its_notes_and_secrets_along() -> None:
    wrong = replace(draft("boar", "drgon"), member_notes={"m1": "kept", "m2": "gone"})
    assert fixed(wrong, "creature.unknown").member_notes == {"m1": "kept"}
    assert fixed(wrong, "creature.unknown") == after(wrong, MemberRemove("m2"))
