"""What the page shows of a creature that the game moves, from the state and the answers in the address alone."""

from django.http import QueryDict

from battles.selectors.gambits import gambit_panel, gambit_step, read_answers
from rules.p2v_combat.events.acting import TargetAnswer
from tests.rules.p2v_combat.solo.battles import SoloTable, solo_setup


def _table() -> SoloTable:
    """A battle in which a dog Repositions, then attacks."""
    setup = solo_setup(("kobold-warrior", "wolf"), ("taxidermic-dog", "flash-beetle"))
    return SoloTable(setup).begin("all-late", 6, 4).act("b.m1")


def test_a_question_comes_first_with_the_creatures_that_it_is_about():
    panel = gambit_panel(_table().state, "b.m1", QueryDict())
    assert panel is not None
    assert panel.question is not None
    assert (panel.question.key, [option.name for option in panel.options]) == ("0.range", ["Kobold Warrior", "Wolf"])
    assert (panel.of, panel.steps, panel.why) == (
        "b.m1/1/0",
        ("Reposition", "Jaws"),
        "Its kind rolled 4: phase II, early.",
    )
    assert (panel.instruction, panel.due, panel.is_done) == (None, None, False)


def test_an_answer_leads_to_what_the_creature_does():
    sent = QueryDict("of=b.m1/1/0&asked=0.range&to.0.range=a.m2")
    panel = gambit_panel(_table().state, "b.m1", sent)
    assert panel is not None
    assert panel.instruction is not None
    assert panel.instruction.text.startswith("Taxidermic Dog Strides toward Wolf")
    assert panel.answers == (TargetAnswer("0.range", ("a.m2",)),)


def test_answers_of_another_turn_or_about_other_creatures_are_asked_for_again():
    state = _table().state
    for query in ("of=b.m1/2/0&asked=0.range&to.0.range=a.m2", "of=b.m1/1/0&asked=0.range&to.0.range=b.m2"):
        panel = gambit_panel(state, "b.m1", QueryDict(query))
        assert panel is not None
        assert panel.question is not None
        assert panel.answers == ()


def test_the_attack_of_the_last_step_leads_to_where_it_is_made():
    table = _table()
    step = gambit_step("b.m1", QueryDict("asked=0.range&to.0.range=a.m2"))
    table.play(step, None).play(gambit_step("b.m1", QueryDict()), None)
    panel = gambit_panel(table.state, "b.m1", QueryDict())
    assert panel is not None
    assert panel.is_done
    assert panel.due == ("creature=b.m1&action=feature%2Fjaws&way=&target=a.m2", "Make the attack: Jaws against Wolf")


def test_there_is_no_panel_for_a_creature_that_its_player_moves():
    table = _table()
    assert gambit_panel(table.state, "b.m2", QueryDict()) is None
    table.end("b.m1").act("a.m1")
    assert gambit_panel(table.state, "a.m1", QueryDict()) is None


def test_an_answer_may_name_none():
    assert read_answers(QueryDict("asked=0.range&asked=0.range&asked=1.area&to.1.area=a.m1&to.1.area=a.m1")) == (
        TargetAnswer("0.range", ()),
        TargetAnswer("1.area", ("a.m1",)),
    )
