"""What holds for all careers, however odd."""

import json
import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.careers import begin, play
from rules.careers.fold import FoldedCareers
from rules.careers.logs import career_from_document
from rules.careers.state import state_document, state_from_document
from rules.feats import BY_KEY as FEATS
from rules.tables.dying import INJURY_BY_KEY as INJURIES
from tests.rules.careers.any_careers import chapters, logs
from tests.rules.careers.careers import BOOK, fold_answer
from tests.rules.careers.folding import batches, fold
from tests.rules.careers.naive import naive_answer


def folded(written: dict[str, Any]) -> FoldedCareers:
    career = career_from_document(written)
    return fold(begin(career.members, BOOK, rules=career.rules), career.events, BOOK)


def without_messages(answer: dict[str, Any]) -> dict[str, Any]:
    problems = [(problem["code"], problem["event"], problem["member"]) for problem in answer["problems"]]
    return answer | {"problems": sorted(problems, key=str)}


@given(logs())
def test_the_fold_answers_what_the_rules_say_told_another_way(written: dict[str, Any]) -> None:
    assert without_messages(fold_answer(written)) == without_messages(naive_answer(written, BOOK))


@given(logs(orderly=True), st.integers(0, 7))
def test_the_fold_of_a_prefix_is_the_state_after_that_scenario(written: dict[str, Any], number: int) -> None:
    parts = chapters(written)[:number]
    whole, prefix = fold_answer(written), fold_answer(written | {"events": [event for part in parts for event in part]})
    assert prefix["after"] == whole["after"][: len(parts)]
    if parts:
        assert prefix["members"] == whole["after"][len(parts) - 1]["members"]


@given(logs(orderly=True))
def test_step_by_step_through_stored_states_is_the_whole(written: dict[str, Any]) -> None:
    career = career_from_document(written)
    whole = folded(written)
    state, problems = begin(career.members, BOOK, rules=career.rules), []
    for place, batch in enumerate(batches(career.events)):
        state = state_from_document(json.loads(json.dumps(state_document(state))))
        state, new_problems = play(state, batch, BOOK)
        problems += new_problems
        assert state == whole.after[place]
    assert state == whole.state
    assert tuple(problems) == whole.problems


@given(logs(orderly=True), st.randoms(use_true_random=False))
def test_the_order_among_the_dice_of_a_scenario_does_not_matter(written: dict[str, Any], chance: random.Random) -> None:
    # Of two rolls of a kind the first counts, so each member keeps one.
    events: list[dict[str, Any]] = []
    shuffled: list[dict[str, Any]] = []
    for played, *dice in chapters(written):
        kept = list({(die["kind"], die["member"]): die for die in dice}.values())
        other = list(kept)
        chance.shuffle(other)
        events += [played, *kept]
        shuffled += [played, *other]
    first, another = fold_answer(written | {"events": events}), fold_answer(written | {"events": shuffled})
    assert another["after"] == first["after"]
    assert another["members"] == first["members"]
    codes = [sorted((p["code"], str(p["member"])) for p in answer["problems"]) for answer in (first, another)]
    assert codes[0] == codes[1]


@given(logs(orderly=True))
def test_a_scenario_that_is_left_out_is_undone_exactly(written: dict[str, Any]) -> None:
    parts = chapters(written)
    for left_out in range(len(parts)):
        fewer = [event for place, part in enumerate(parts) if place != left_out for event in part]
        answer = fold_answer(written | {"events": fewer})
        before = fold_answer(written | {"events": [event for part in parts[:left_out] for event in part]})
        assert answer["after"][:left_out] == before["after"]
        assert len(answer["after"]) == len(parts) - 1


@given(logs(orderly=True), st.randoms(use_true_random=False))
def test_events_count_by_scenario_and_not_by_their_order(written: dict[str, Any], chance: random.Random) -> None:
    career = career_from_document(written)
    start = begin(career.members, BOOK, rules=career.rules)
    played = [event for event in career.events if event.id and hasattr(event, "fielded")]
    dice = [event for event in career.events if not hasattr(event, "fielded")]
    # The dice of one scenario keep their order, as the first of two rolls counts.
    by_scenario: dict[str, list[Any]] = {}
    for event in dice:
        by_scenario.setdefault(event.scenario, []).append(event)
    names = list(by_scenario)
    chance.shuffle(names)
    mixed = [*(event for name in names for event in by_scenario[name]), *played]
    assert fold(start, mixed, BOOK) == fold(start, career.events, BOOK)


@given(logs())
def test_nothing_is_outside_its_table(written: dict[str, Any]) -> None:
    answer = fold_answer(written)
    for state in [answer, *answer["after"]]:
        for member in state["members"]:
            assert -1 <= member["level"] <= 14
            assert member["next_level_in"] in ((None,) if member["level"] == 14 else (1, 2, 3))
            assert {wound["injury"] for wound in member["wounds"]} <= set(INJURIES)
            assert sum(not wound["permanent"] for wound in member["wounds"]) <= 1
            assert {gained["feat"] for gained in member["feats"]} <= set(FEATS)
            assert member["stats"]["speed"] is None or member["stats"]["speed"] >= 1
            assert member["starts_with"] in ([], ["slowed"])
    places = range(len(written["events"]))
    assert all(problem["event"] in places for problem in answer["problems"])
    assert [problem["event"] for problem in answer["problems"]] == sorted(
        problem["event"] for problem in answer["problems"]
    )
