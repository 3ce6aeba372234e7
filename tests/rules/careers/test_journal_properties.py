"""What holds for every journal, however odd."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.cards.documents import card_document
from rules.careers import WarbandState, begin, play
from rules.careers.card import career_card, explain
from rules.careers.events import CareerEvent, PlayedScenario
from rules.careers.logs import career_document
from rules.careers.scenarios import dice_due
from rules.careers.state import state_document, state_from_document
from rules.legality.resolved import Rulebook
from tests.rules.careers.any_journals import MEMBERS, journals
from tests.rules.careers.careers import BOOK, KOBOLD, STATS
from tests.rules.careers.folding import batches, dice_not_due, fold

LATER = replace(KOBOLD, revision=2, level=4, class_name="Bard", stats=replace(STATS, hp=40, will=None))
RULEBOOK = Rulebook({**BOOK.cards, "kobold-warrior": LATER}, revisions={("kobold-warrior", 1): KOBOLD})
START = begin(MEMBERS, RULEBOOK)


def stored(state: WarbandState) -> WarbandState:
    return state_from_document(json.loads(json.dumps(state_document(state))))


@given(journals())
def test_step_by_step_through_stored_states_is_the_whole(events: tuple[CareerEvent, ...]) -> None:
    whole = fold(START, events, RULEBOOK)
    state, problems = START, []
    for batch in batches(events):
        state, new_problems = play(stored(state), batch, RULEBOOK)
        problems += new_problems
    assert state == whole.state == stored(whole.state)
    assert tuple(problems) == whole.problems


@given(journals(), st.integers(0, 6))
def test_the_fold_of_the_first_scenarios_is_the_state_after_them(events: tuple[CareerEvent, ...], number: int) -> None:
    steps = batches(events)
    played = [place for place, batch in enumerate(steps) if isinstance(batch[0], PlayedScenario)][:number]
    first = [event for batch in steps[: played[-1] + 1] for event in batch] if played else []
    whole, prefix = fold(START, events, RULEBOOK), fold(START, first, RULEBOOK)
    assert prefix.after == whole.after[: len(prefix.after)]


@given(journals())
def test_every_member_has_a_card_numbers_and_dice(events: tuple[CareerEvent, ...]) -> None:
    for batch in batches(events):
        if isinstance(batch[0], PlayedScenario):
            dice_due(START, batch, RULEBOOK)
            dice_not_due(START, batch, RULEBOOK)
    for career in fold(START, events, RULEBOOK).state.members:
        numbers, card = explain(career, RULEBOOK), career_card(career, RULEBOOK)
        shown = career_document(career, RULEBOOK)
        assert card.level == shown["level"] == numbers.level.value
        assert -1 <= card.level <= 14
        assert numbers.points.value == shown["points"]
        assert {name: stat and stat.value for name, stat in numbers.stats.items()} == shown["stats"]
        assert card_document(card)["stats"] == shown["stats"]
        grown = {feature.id: [damage.amount for damage in feature.damage] for feature in card.features}
        assert all(grown[key] == amounts for key, amounts in shown["damage"].items())
        assert len(career.feats) + len(career.open_feats) <= career.advances


@given(journals())
def test_every_problem_names_an_event_of_the_journal(events: tuple[CareerEvent, ...]) -> None:
    ids = {event.id for event in events}
    problems = fold(START, events, RULEBOOK).problems
    assert {problem.event for problem in problems} <= ids
    assert all(problem.message.endswith(".") for problem in problems)
