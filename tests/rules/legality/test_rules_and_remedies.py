"""Each rule is one object, and what mends its problems is data that sentences and buttons share."""

import inspect

from rules.legality.remedies import members, remedy
from rules.legality.remedies.members import RemoveMember
from rules.legality.remedies.remedy import Advice, ChooseAlignment, RaiseLimit, Remedy, fix_sentence
from rules.legality.resolved import resolve
from rules.legality.rule import Rule
from rules.legality.verdict import CODES, RULES, RULES_BY_CODE, rule_label
from tests.rows import every_row
from tests.rules.legal import check
from tests.rules.problems import ROWS, Row
from tests.rules.warbands import BOOK, only, warband

# The codes of the contract, in the order in which problems are told.
CONTRACT = """roster.empty points.over_limit alignment.missing creature.unknown creature.over_half
alignment.not_allowed alignment.unknown source.not_allowed creature.banned collection.exceeded hero_points.too_many
upgrade.unknown upgrade.repeated upgrade.conflict item.unknown item.level_too_high item.repeated item.too_many
positioning.unknown positioning.repeated minion.without_commander minion.missing item.not_usable item.choice_missing
positioning.not_suited card.revision_unknown card.incomplete""".split()


def test_the_registry_has_the_codes_of_the_contract_in_their_order() -> None:
    assert list(CODES) == CONTRACT
    assert [rule.severity for rule in RULES] == ["error"] * 22 + ["warning"] * 5


def test_every_rule_that_is_written_is_asked() -> None:
    assert {type(rule) for rule in RULES} == set(Rule.__subclasses__())


def test_an_unknown_code_stands_for_itself() -> None:
    assert rule_label("points.over_limit") == "more points than the limit"
    assert rule_label("no.such.code") == "no.such.code"


@every_row("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_rule_finds_its_own_problem_and_no_other(row: Row) -> None:
    code, wrong, *_ = row
    problems = [(rule.code, problem) for rule in RULES for problem in rule.check(resolve(wrong, BOOK))]
    assert [own for own, _ in problems] == [code]
    assert problems[0][1].rule is RULES_BY_CODE[code]


@every_row("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_sentence_begins_with_what_the_first_button_says(row: Row) -> None:
    problem = only(row[1])
    options = [option for remedy in problem.remedies for option in remedy.options]
    assert problem.fix == fix_sentence(problem.remedies)
    if options and len(problem.remedies[0].options) == 1:
        assert problem.fix.startswith(options[0].label)


def test_remedies_are_joined_as_a_sentence_joins_them() -> None:
    leave = RemoveMember(member="m1", name="Boar", saves=18)
    assert fix_sentence([leave]) == "Remove Boar (saves 18 points)."
    assert fix_sentence([leave, RaiseLimit(limit=36)]) == "Remove Boar (saves 18 points), or raise the limit to 36."
    three = [leave, RaiseLimit(limit=36), Advice("play another mode")]
    assert fix_sentence(three).endswith(", raise the limit to 36, or play another mode.")
    assert (leave.label, leave.done) == ("Remove Boar", "Removed Boar")
    assert Advice("choose a weapon").options == ()


def test_an_alignment_is_one_button_each() -> None:
    choice = ChooseAlignment(alignments=("LE", "NE"))
    assert [option.label for option in choice.options] == ["Choose Lawful Evil", "Choose Neutral Evil"]
    assert fix_sentence([choice]) == "Choose Lawful Evil or Neutral Evil, which may take every creature here."


def test_every_remedy_says_what_is_done_and_what_was_done() -> None:
    kinds = [
        value
        for value in {**vars(remedy), **vars(members)}.values()
        if inspect.isclass(value) and issubclass(value, Remedy)
    ]
    for kind in kinds:
        if kind not in (Remedy, Advice):
            assert kind.verb.islower()
            assert kind.past.istitle()


def test_the_players_agree_on_one_of_two_ways() -> None:
    problem = check(warband("caldera-oni"), BOOK)[0]
    assert problem.remedies == (RemoveMember(member="m1", name="Caldera Oni"), RaiseLimit(limit=384))
