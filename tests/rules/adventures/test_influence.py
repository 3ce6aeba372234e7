"""Influence: the stat block of the worked example, every award, Discover and its false facts, and what players know."""

import json
from dataclasses import replace

import pytest

from compendium.builtin.creatures import built_in_cards
from rules.adventures.checks import check_dc, check_forecast
from rules.adventures.events.checks import CheckAdjusted, CheckGranted
from rules.adventures.events.running import AdventureRoundEnded, HiddenFactShown
from rules.adventures.fields import SkillDC, Threshold, dc_number
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.influence.events import (
    FactTold,
    InfluenceChanged,
    PersonAdded,
    PersonBarred,
    PersonMoved,
    creature_person,
)
from rules.adventures.kinds.influence.facts import InfluenceFacts, InfluencePerson, Leaning
from rules.adventures.kinds.influence.kind import INFLUENCE, person_block
from rules.adventures.state import CheckAttempt
from rules.adventures.views import adventure_view, adventure_view_document, player_state
from rules.errors import ChangeRefused, RulesError
from rules.lengths import MAX_NAME
from rules.tables.rolls import Degree
from tests.rows import every_row
from tests.rules.adventures.gatherings import (
    ADVENTURE,
    FACTS,
    FIRST_FACT,
    MARDA,
    ODO,
    attempt,
    discover,
    false_discovery,
    seen_document,
)
from tests.rules.adventures.parties import PLAYER, adventure_of, log_of, play_more, played, rolled, undone_and_redone


@every_row(
    "skill, pathfinder, p2v",
    [
        ("Diplomacy", 22, 19),
        ("Intimidation", 24, 21),
        ("Alcohol Lore", 12, 9),
        ("Stealth", 24, 21),
        ("diplomacy", 22, 19),
    ],
)
def test_the_worked_example_of_level_3(skill: str, pathfinder: int, p2v: int):
    printed = begin_adventure(adventure_of(INFLUENCE, FACTS, scale="pathfinder"))
    assert check_dc(printed, attempt(skill)).value == pathfinder
    assert check_dc(begin_adventure(ADVENTURE), attempt(skill)).value == p2v


@every_row(
    "applies, change",
    [
        (("marda:resistance:flattery",), 2),
        (("marda:resistance:money",), 5),
        (("marda:weakness:wheel",), -2),
        (("marda:weakness:horse",), -5),
        (("marda:bias:swords",), 1),
        (("marda:resistance:flattery", "marda:weakness:horse"), -3),
        (("odo:resistance:ear",), 0),
        (("marda:weakness:nothing",), 0),
    ],
)
@every_row("scale", ["p2v", "pathfinder"])
def test_resistances_and_weaknesses_change_the_dc_equally_on_both_scales(
    applies: tuple[str, ...], change: int, scale: str
):
    state = begin_adventure(adventure_of(INFLUENCE, FACTS, scale=scale))
    plain = check_dc(state, attempt("Diplomacy")).value
    assert check_dc(state, attempt("Diplomacy", *applies)).value == plain + change


@every_row("face, by", [(20, 2), (19, 2), (18, 1), (9, 1), (8, 0), (1, 0)])
def test_points_by_the_degree(face: int, by: int):
    # Old Flint adds 10 against DC 19.
    start = played(ADVENTURE, InfluenceChanged("marda", 1, "Bread"))
    assert play_more(start, rolled("influence", "n1", "marda", "Diplomacy", face)).own.points_with("marda") == 1 + by


def test_a_critical_failure_costs_a_point_and_tells_the_organizer_of_the_penalty():
    start = played(ADVENTURE, InfluenceChanged("marda", 1, "Bread"), CheckAdjusted("n1", "Late", dc=22))
    state = play_more(start, rolled("influence", "n1", "marda", "Diplomacy", 2))
    assert state.own.points_with("marda") == 0
    assert [note.text for note in state.notes if note.is_hidden] == ["Marda is antagonized: Canary penalty"]


@every_row("changes, points", [((-1,), 0), ((5,), 5), ((6,), 5), ((3, -9), 0)])
def test_points_stay_between_0_and_the_last_threshold(changes: tuple[int, ...], points: int):
    state = played(ADVENTURE, *(InfluenceChanged("marda", by, "A reason") for by in changes))
    assert state.own.points_with("marda") == points


def test_thresholds_tell_what_they_bring_when_they_are_reached():
    state = played(ADVENTURE, InfluenceChanged("marda", 1, "Bread"))
    assert [note.text for note in state.notes] == ["Bread", "Marda: 1 point gained, 1 now."]
    state = play_more(state, InfluenceChanged("marda", 4, "More bread"))
    assert [note.text for note in state.notes][2:] == [
        "Marda: 2 points reached. Canary ledger",
        "Marda: 5 points reached. Canary mill",
    ]
    assert INFLUENCE.summary(state)[0] == "Marda: 5 points, thresholds 2 and 5 reached."


def test_each_acts_once_a_round_with_either_action():
    state = played(ADVENTURE, discover(10))
    with pytest.raises(ChangeRefused, match="has already acted"):
        play_more(state, rolled("influence", "n1", "odo", "Diplomacy", 10))
    play_more(state, AdventureRoundEnded(), rolled("influence", "n1", "odo", "Diplomacy", 10))


@every_row(
    "applies, degree, points, barred",
    [
        (("odo:resistance:oath",), "success", 1, True),
        (("odo:resistance:ear",), "success", 0, False),
        (("odo:weakness:bread",), "success", 3, False),
        (("odo:weakness:doubt",), "success", 3, False),
        (("odo:weakness:doubt", "odo:resistance:oath"), "critical success", 3, True),
    ],
)
def test_ruling_281_what_else_a_leaning_does_happens_whenever_a_check_meets_it(applies, degree, points, barred):
    adjusted = CheckAdjusted("n1", "What was said", applies=applies)
    face = {"success": 13, "critical success": 20}[degree]
    state = played(ADVENTURE, adjusted, rolled("influence", "n1", "odo", "Diplomacy", face, applies=()))
    assert state.check is not None
    assert state.check.degree.value == degree
    assert (state.own.points_with("odo"), "odo" in state.own.barred) == (points, barred)


def test_who_does_not_listen_or_is_away_cannot_be_influenced():
    state = played(ADVENTURE, PersonBarred("odo", True, "An oath"), PersonMoved("marda", True, "The kitchen burns."))
    assert INFLUENCE.actions[0].targets(state) == ()
    for person, words in (("odo", "no longer listens"), ("marda", "is not here"), ("tamsin", "no such person")):
        with pytest.raises(ChangeRefused, match=words):
            play_more(state, rolled("influence", "n1", person, "Diplomacy", 10))
    state = play_more(state, PersonBarred("odo", False, "A gift"), PersonMoved("marda", False))
    assert [target.key for target in INFLUENCE.actions[0].targets(state)] == ["marda", "odo"]


def test_no_canary_of_a_stat_block_is_in_what_players_see():
    events = (
        CheckAdjusted("n1", "What was said", applies=("marda:resistance:money",)),
        rolled("influence", "n1", "marda", "Diplomacy", 12, applies=("marda:weakness:wheel",)),
        rolled("discover", "w1.m1", "marda", "Perception", 12, choices=("resistance",)),
    )
    text = json.dumps(seen_document(*events))
    assert "Canary" not in text
    assert "resistance:money" not in text
    assert "weakness:wheel" not in text


def test_shown_dcs_give_chances_for_shown_skills_only():
    state = played(adventure_of(INFLUENCE, replace(FACTS, shows_dcs=True)), HiddenFactShown("marda:skill:diplomacy"))
    known = check_forecast(state, attempt("Diplomacy"), for_players=True)
    assert known.dc is not None
    assert known.dc.value == 19
    assert check_forecast(state, attempt("Perception"), for_players=True).dc is None
    assert check_forecast(state, attempt("Diplomacy", "marda:weakness:wheel"), for_players=True).dc is None
    assert known.outcomes[Degree.CRITICAL_FAILURE] == "lose 1 point with Marda"
    facts = player_state(state).facts
    assert facts.person("marda").skills == (SkillDC("Diplomacy"),)


def test_somebody_comes_whom_no_one_planned_for():
    event = PersonAdded("Bran the cooper", "Broad", level=3, modifier=9, points=2, unlocks="Canary dance")
    state = played(ADVENTURE, event, InfluenceChanged("bran-the-cooper", 1, "A dance"))
    assert state.own.points_with("bran-the-cooper") == 1
    assert check_dc(state, attempt("Athletics", person="bran-the-cooper")).value == 16
    for again in (event, PersonAdded("Bran, the Cooper!"), PersonAdded("..."), PersonAdded("Marda")):
        with pytest.raises(ChangeRefused, match="needs a name"):
            play_more(state, again)
    view = adventure_view(ADVENTURE, log_of(event), for_players=True)
    assert view.entries[0].event == {"kind": "person-added", "name": "Bran the cooper", "about": "Broad"}
    assert view.state.facts.person("bran-the-cooper").thresholds == ()
    assert "Canary" not in json.dumps(adventure_view_document(view))


def test_a_hidden_person_is_unknown_until_shown():
    adventure = adventure_of(INFLUENCE, InfluenceFacts((MARDA, replace(ODO, hidden=True))))
    events = (InfluenceChanged("odo", 3, "Canary"), rolled("influence", "n1", "odo", "Diplomacy", 12))
    (entry,) = adventure_view(adventure, log_of(*events), for_players=True).entries
    assert (entry.event["target"], entry.notes) == ("", ())
    assert entry.check is not None
    assert entry.check.attempt.target == ""
    with pytest.raises(ChangeRefused, match="not been found out"):
        played(adventure, events[1], side=PLAYER)
    state = played(adventure, HiddenFactShown("odo"))
    assert [person.key for person in player_state(state).facts.people] == ["marda", "odo"]


def test_a_gift_succeeds_without_a_die():
    assert (
        played(ADVENTURE, CheckGranted("influence", "n1", "odo", "critical success", "A relic")).own.points_with("odo")
        == 2
    )
    assert (
        len(played(ADVENTURE, CheckGranted("discover", "n1", "odo", "success", "A spell", ("skill",))).own.pending) == 1
    )


@every_row("scale", ["p2v", "pathfinder"])
def test_ruling_221_a_creature_of_the_compendium_becomes_a_person(scale: str):
    card = next(card for card in built_in_cards() if card.name == "Boar")
    event = creature_person(replace(card, level=4, stats=replace(card.stats, will=7)))
    state = played(adventure_of(INFLUENCE, FACTS, scale=scale), event)
    expected = {"p2v": 17, "pathfinder": 21}[scale]
    assert check_dc(state, attempt("Diplomacy", person="boar")).value == expected
    assert check_dc(state, CheckAttempt("discover", "n1", "boar", "Perception", ("skill",))).value == expected
    person = state.facts.person("boar")
    assert person is not None
    assert dc_number(SkillDC("Diplomacy").based_on(person.will), scale, 4).value == expected


def test_a_creature_without_a_will_has_the_dcs_of_its_level():
    card = next(card for card in built_in_cards() if card.name == "Boar")
    event = creature_person(replace(card, level=2, name="B" * 200, stats=replace(card.stats, will=None)))
    assert (event.name, event.level, event.modifier) == ("B" * MAX_NAME, 2, None)


def test_the_stat_block_as_it_is_printed():
    block = person_block(begin_adventure(adventure_of(INFLUENCE, FACTS, scale="pathfinder")), MARDA)
    assert (block.title, block.word) == ("Marda", "Influence 3")
    assert dict(block.lines) == {
        "Perception": "+9",
        "Will": "+12",
        "Discovery": "DC 17 Society, DC 19 Perception",
        "Influence skills": "DC 12 Alcohol Lore, DC 22 Diplomacy, DC 24 Intimidation",
        "Influence 2": "Canary ledger",
        "Influence 5": "Canary mill",
        "Resistances": "Canary flattery (DC +2) Canary money (DC +5)",
        "Weaknesses": "Canary wheel (DC −2) Canary horse (DC −5)",
        "Biases": "Canary swords (DC +1)",
        "Penalty": "Canary penalty",
        "Background": "Canary background",
    }
    (shown, _) = INFLUENCE.stat_blocks(player_state(begin_adventure(ADVENTURE)))
    assert shown.lines == ()


def test_undo_is_exact():
    undone_and_redone(
        ADVENTURE,
        log_of(
            *false_discovery(),
            FactTold(FIRST_FACT, "marda:resistance:flattery", "Praise"),
            rolled("influence", "w1.m1", "marda", "Diplomacy", 20),
            PersonMoved("odo", True),
            PersonBarred("marda", True, "A quarrel"),
            InfluenceChanged("odo", 3, "Bread"),
            AdventureRoundEnded(),
        ),
    )


@every_row(
    "facts",
    [
        InfluenceFacts(()),
        InfluenceFacts((MARDA, MARDA)),
        InfluenceFacts((replace(MARDA, key="a:b"),)),
        InfluenceFacts((replace(MARDA, start=6),)),
        InfluenceFacts((replace(MARDA, thresholds=(Threshold(3), Threshold(3))),)),
        InfluenceFacts((replace(MARDA, biases=(Leaning("wheel", "Twice"),)),)),
    ],
)
def test_gatherings_that_do_not_fit_together_are_refused(facts: InfluenceFacts):
    with pytest.raises(RulesError):
        adventure_of(INFLUENCE, facts)


def test_advice_on_stat_blocks():
    plain = InfluencePerson("a", "Ann")
    talker = replace(MARDA, skills=(SkillDC("Diplomacy"), SkillDC("Society")))
    assert INFLUENCE.advice(InfluenceFacts((plain, talker))) == (
        "Ann has no threshold.",
        "Ann cannot be influenced with Diplomacy.",
        "Ann has no weakness.",
        "Diplomacy is the best skill with Marda: Discover would find out little.",
    )
