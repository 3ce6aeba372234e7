"""Discover: what each degree earns, what the organizer tells, and false facts that look like true ones."""

from dataclasses import replace

import pytest

from rules.adventures.checks import check_dc
from rules.adventures.events.checks import CheckAdjusted
from rules.adventures.events.running import AdventureRoundEnded, HiddenFactShown
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.influence.events import (
    FactTold,
)
from rules.adventures.kinds.influence.kind import INFLUENCE, person_block
from rules.adventures.state import CheckAttempt
from rules.adventures.views import adventure_view, player_state
from rules.errors import ChangeRefused
from tests.rows import every_row
from tests.rules.adventures.gatherings import (
    ADVENTURE,
    FIRST_FACT,
    MARDA,
    ODO,
    attempt,
    discover,
    false_discovery,
    seen_document,
)
from tests.rules.adventures.parties import PLAYER, adventure_of, log_of, play_more, played, rolled

WHEEL = "marda:weakness:wheel"


# Old Flint adds 8 with Perception against DC 16.
@every_row(
    "face, choices, kinds, is_false",
    [
        (18, ("weakness", "bias"), ["weakness", "bias"], False),
        (18, ("weakness",), ["weakness", "weakness"], False),
        (18, ("skill", "skill"), ["skill", "skill"], False),
        (17, ("weakness", "bias"), ["weakness"], False),
        (8, ("resistance", "skill"), ["resistance"], False),
        (7, ("resistance",), [], False),
    ],
)
def test_discover_earns_facts_of_the_kinds_that_were_chosen(face, choices, kinds, is_false):
    state = played(ADVENTURE, discover(face, *choices))
    assert [(fact.kind, fact.is_false) for fact in state.own.pending] == [(kind, is_false) for kind in kinds]
    assert [note.is_hidden for note in state.notes] == [True]


def test_a_critical_failure_earns_a_false_fact():
    state = played(ADVENTURE, *false_discovery())
    assert [(fact.kind, fact.is_false) for fact in state.own.pending] == [("weakness", True)]


@every_row("choices", [(), ("height",), ("skill", "bias", "weakness")])
def test_the_player_chooses_one_or_two_kinds(choices: tuple[str, ...]):
    with pytest.raises(ChangeRefused, match="Choose one or two things"):
        played(ADVENTURE, rolled("discover", "n1", "marda", "Perception", 10, choices=choices))


@every_row("skill, dc", [("Perception", 16), ("Society", 14), ("Stealth", 16)])
def test_the_dc_to_discover_comes_from_perception(skill: str, dc: int):
    state = begin_adventure(ADVENTURE)
    assert check_dc(state, CheckAttempt("discover", "n1", "marda", skill, ("skill",))).value == dc
    odo = CheckAttempt("discover", "n1", "odo", skill, ("skill",))
    assert check_dc(state, odo).value == 15


def test_the_organizer_tells_which_fact_and_of_skills_the_easiest_unknown():
    state = played(ADVENTURE, discover(18, "skill", "skill"))
    with pytest.raises(ChangeRefused, match="choose the easiest"):
        play_more(state, FactTold(FIRST_FACT, "marda:skill:diplomacy"))
    state = play_more(state, FactTold(FIRST_FACT, "marda:skill:alcohol lore"))
    assert state.truths_of_kind(MARDA, "skill") == (("marda:skill:diplomacy", "Diplomacy"),)
    state = play_more(state, FactTold(2, "marda:skill:diplomacy"))
    assert [node.text for node in state.own.learnt] == ["Alcohol Lore", "Diplomacy"]
    assert INFLUENCE.actions[0].targets(player_state(state))[0].skills == ("Alcohol Lore", "Diplomacy")
    assert begin_adventure(ADVENTURE).truths_of_kind(ODO, "skill") == (
        ("odo:skill:religion", "Religion"),
        ("odo:skill:diplomacy", "Diplomacy"),
    )


def test_ruling_282_where_nothing_of_the_kind_is_left_the_organizer_finds_words():
    state = played(ADVENTURE, HiddenFactShown("marda:bias:swords"), discover(10, "bias"))
    with pytest.raises(ChangeRefused, match="Nothing of that kind is left"):
        play_more(state, FactTold(FIRST_FACT, "marda:bias:swords"))
    assert play_more(state, FactTold(FIRST_FACT, text="Nothing else")).own.learnt[0].text == "Nothing else"
    with pytest.raises(ChangeRefused, match="no fact with that number"):
        play_more(state, FactTold(7, text="Nothing"))


def test_a_false_fact_is_in_the_organizers_words_and_is_not_true():
    state = played(ADVENTURE, *false_discovery())
    for event, words in (
        (FactTold(FIRST_FACT), "in your own words"),
        (FactTold(FIRST_FACT, text="canary WHEEL"), "is true"),
    ):
        with pytest.raises(ChangeRefused, match=words):
            play_more(state, event)
    skill = played(ADVENTURE, CheckAdjusted("n1", "Loud", dc=20), discover(2, "skill"))
    with pytest.raises(ChangeRefused, match="is true"):
        play_more(skill, FactTold(FIRST_FACT, text="Alcohol Lore"))
    play_more(skill, FactTold(FIRST_FACT, text="Intimidation"))


def _told(*events):
    """What players see of a fact, without what any two facts differ in."""
    document = seen_document(*events)
    return {
        "learnt": [{**fact, "text": "..."} for fact in document["state"]["own"]["learnt"]],
        "facts": document["adventure"]["facts"],
        "notes": [[note["hidden"] for note in entry["notes"]] for entry in document["entries"] if not entry["event"]],
        "events": [sorted(entry["event"]) for entry in document["entries"]],
        "checks": [entry["check"] for entry in document["entries"]],
    }


def test_a_false_fact_looks_like_a_true_one():
    loud = CheckAdjusted("n1", "Too loud", dc=20)
    false = _told(loud, discover(2, "weakness"), FactTold(FIRST_FACT, "marda:resistance:flattery", "Praise"))
    true = _told(loud, discover(20, "weakness"), FactTold(FIRST_FACT, "marda:weakness:wheel"))
    assert false == true
    assert _told(loud, discover(2, "weakness")) == _told(loud, discover(20, "weakness")) == _told(loud, discover(5))


def test_ruling_283_a_check_that_relies_on_a_false_fact_meets_what_is_true():
    told = (*false_discovery(), FactTold(FIRST_FACT, "marda:resistance:flattery", "Praise"), AdventureRoundEnded())
    state = played(ADVENTURE, *told)
    plain = check_dc(state, attempt("Diplomacy")).value
    assert check_dc(state, attempt("Diplomacy", "learnt:1")).value == plain + 2
    assert check_dc(state, attempt("Religion", "learnt:1", person="odo")).value == 17
    after = play_more(state, rolled("influence", "n1", "marda", "Diplomacy", 10, applies=("learnt:1",)), side=PLAYER)
    assert after.check is not None
    seen = player_state(after).check
    assert seen is not None
    assert (seen.dc, seen.attempt.applies) == (None, ("learnt:1",))


def test_the_dc_of_a_check_that_relies_on_a_fact_does_not_tell_whether_it_is_true():
    open_dcs = adventure_of(INFLUENCE, replace(ADVENTURE.facts, shows_dcs=True))
    shown = HiddenFactShown("marda:skill:diplomacy")
    for facts in (
        (*false_discovery(), FactTold(FIRST_FACT, text="Praise")),
        (discover(10), FactTold(FIRST_FACT, WHEEL)),
    ):
        state = played(open_dcs, shown, *facts, AdventureRoundEnded())
        after = play_more(state, rolled("influence", "n1", "marda", "Diplomacy", 10, applies=("learnt:1",)))
        seen = player_state(after).check
        assert seen is not None
        assert seen.dc is None


def test_players_rely_on_what_they_were_told_and_name_nothing_else():
    state = played(ADVENTURE, discover(10), FactTold(FIRST_FACT, "marda:weakness:horse"), AdventureRoundEnded())
    plain = check_dc(state, attempt("Diplomacy")).value
    assert check_dc(state, attempt("Diplomacy", "learnt:1")).value == plain - 5
    with pytest.raises(ChangeRefused, match="not been found out"):
        play_more(
            state, rolled("influence", "n1", "marda", "Diplomacy", 9, applies=("marda:weakness:wheel",)), side=PLAYER
        )
    shown = play_more(state, HiddenFactShown("marda:weakness:wheel"))
    play_more(shown, rolled("influence", "n1", "marda", "Diplomacy", 9, applies=("marda:weakness:wheel",)), side=PLAYER)


def test_a_secret_die_is_rolled_by_the_site_or_the_organizer_and_stays_unseen():
    with pytest.raises(ChangeRefused, match="secret"):
        played(ADVENTURE, discover(10), side=PLAYER)
    (entry,) = adventure_view(
        ADVENTURE, log_of(discover(10, origin="seeded", epoch=1), side=PLAYER), for_players=True
    ).entries
    assert entry.check is None
    assert not {"face", "origin", "epoch"} & set(entry.event)
    assert entry.notes == ()
    (organizers,) = adventure_view(ADVENTURE, log_of(discover(10)), for_players=False).entries
    assert organizers.check is not None
    assert organizers.event["face"] == 10


def test_forms_offer_what_is_known_and_what_was_heard():
    action = INFLUENCE.actions[0]
    state = played(ADVENTURE, *false_discovery())
    assert FactTold.options(state)["number"] == {"1": "Marda, weakness, false"}
    assert list(FactTold.options(state)["key"]) == ["", "marda:weakness:wheel", "marda:weakness:horse"]
    state = play_more(state, FactTold(FIRST_FACT, text="Praise"), HiddenFactShown("marda:bias:swords"))
    assert FactTold.options(state)["number"] == {}
    assert dict(person_block(state, MARDA).lines)["Learned"] == "Weakness: Praise (false)."
    assert dict(INFLUENCE.stat_blocks(player_state(state))[0].lines)["Learned"] == "Weakness: Praise."
    assert action.meets(player_state(state), "marda") == {
        "marda:bias:swords": "Bias: Canary swords",
        "learnt:1": "Weakness that they were told: Praise",
    }
    assert len(action.meets(state, "marda")) == 6
    assert list(INFLUENCE.actions[1].choices(state, "marda")) == ["skill", "bias", "resistance", "weakness"]
