"""Lines that players type: what they mean, and a move and an attack typed on the page of a battle."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.web.typed_commands import MOST_TYPED_COMMANDS, line_parts, typed_command
from common.refusal import Refusal
from rules.combat.resolution import pending
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from tests.battles.boards import actor, laid_out
from tests.battles.pages import page, press
from tests.battles.play import BattleTable

pytestmark = pytest.mark.django_db


def near() -> tuple[BattleTable, str, str]:
    """Return a battle of boars on a board, the one that acts at F6, and an enemy at I6."""
    table = laid_out(creature="boar")
    own = actor(table)
    enemy = next(creature for creature in ("a.m1", "b.m1") if creature[0] != own[0])
    far = [creature for creature in ("a.m1", "a.m2", "b.m1", "b.m2") if creature not in (own, enemy)]
    places = {own: (5, 5), enemy: (8, 5), far[0]: (20, 12), far[1]: (20, 14)}
    table.do(BoardLaid(tuple(CreaturePlace(creature, square) for creature, square in places.items())))
    return table, own, enemy


def read(event: CreatureActed) -> str:
    """Return a command as "creature action target or square"."""
    ends = [target.creature for target in event.targets] + [str(square) for square in event.way_to]
    return " ".join([event.creature, event.action.rpartition("/")[2], *ends])


def test_a_line_means_what_its_words_begin() -> None:
    table, own, enemy = near()
    state = table.folded.state
    rows = {
        "to h6": [f"{own} stride (7, 5)"],
        "Stride to H6": [f"{own} stride (7, 5)"],
        f"{own} TO H6": [f"{own} stride (7, 5)"],
        f"{own}  to  h6 ,": [f"{own} stride (7, 5)"],
        f"{enemy} to J6": [f"{enemy} stride (9, 5)"],
        f"strid to H6, tus {enemy}": [f"{own} stride (7, 5)", f"{own} tusk {enemy}"],
        "drop p": [f"{own} drop-prone"],
        f"{enemy} to J6, drop prone": [f"{enemy} stride (9, 5)", f"{enemy} drop-prone"],
        f"tusk {enemy}": [f"{own} tusk {enemy}"],
        f"tusk at {enemy}": [f"{own} tusk {enemy}"],
        "tusk i6": [f"{own} tusk {enemy}"],
        "tusk on I6": [f"{own} tusk {enemy}"],
    }
    for line, meant in rows.items():
        focus, events = own, []
        for part in line_parts(line):
            events.append(typed_command(state, part, focus))
            focus = events[-1].creature
        assert [read(event) for event in events] == meant, line


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "Type 1 to"),
        (" , ,", "Type 1 to"),
        (", ".join(["to A1"] * (MOST_TYPED_COMMANDS + 1)), "Type 1 to"),
        ("to nowhere", "“to nowhere” is not a command"),
        ("dance", "is not a command"),
        ("stri to H6", "“stri” may be Str"),
        ("tusk boar", r"“boar” may be Boar .*at [FI]6.* or "),
        ("tusk a1", "is not a command"),
        ("x" * 200, "is not a command"),
        ("to \x00", "is not a command"),
    ],
)
def test_other_lines_are_refused_with_the_words(line: str, reason: str) -> None:
    table, own, _ = near()
    with pytest.raises(Refusal, match=reason):
        [typed_command(table.folded.state, part, own) for part in line_parts(line)]


def test_a_line_stops_at_a_question_and_the_rest_stays_in_the_field() -> None:
    table, own, enemy = near()
    head = table.battle.head
    answer = press(table, do="line", focus=own, line=f"to h6, tusk {enemy}, drop prone", seen=head)
    shown = LexborHTMLParser(answer.content.decode())
    state = table.folded.state
    assert state.board.places[own] == (7, 5)
    if pending(state) is not None:
        assert answer.status_code == 200
        assert shown.css_first("#typed-line").attributes["value"] == "drop prone"
        assert "A question comes up first." in shown.body.text()


def test_what_went_before_a_refused_command_stands() -> None:
    table, own, _ = near()
    answer = press(table, do="line", focus=own, line="to H6, <dance>, drop prone")
    shown = LexborHTMLParser(answer.content.decode())
    assert table.folded.state.board.places[own] == (7, 5)
    assert shown.css_first("#typed-line").attributes["value"] == "<dance>, drop prone"
    assert "“<dance>” is not a command" in shown.body.text()


def test_a_line_that_is_sent_twice_counts_once() -> None:
    table, own, _ = near()
    sent = {"do": "line", "focus": own, "line": "to G6, to H6", "sent": "page-key-12345", "seen": table.battle.head}
    for _ in range(2):
        press(table, **sent)
    assert table.folded.state.board.places[own] == (7, 5)
    assert table.battle.entries.count() == table.battle.head


def test_a_line_names_a_whole_way() -> None:
    table, own, _ = near()
    press(table, do="line", focus=own, line="to G7 H6")
    assert table.folded.state.board.places[own] == (7, 5)
    assert press(table, do="line", focus=own, line="to A1 C9").status_code == 422


def test_a_move_and_an_attack_are_typed_as_one_line() -> None:
    table, own, enemy = near()
    assert 'name="line"' in page(table).content.decode()
    answer = press(table, do="line", focus=own, line="to Z99")
    assert answer.status_code == 422
    assert press(table, do="line", focus=own, line=f"to h6, tusk {enemy}").status_code in (200, 302)
    assert table.folded.state.board is not None
    assert table.folded.state.board.places[own] == (7, 5)
