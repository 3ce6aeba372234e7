"""Moves on the page of a board: where they may end, the way before it is gone, and what the form sends."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.web import ways
from rules.combat.resolution import WayAsk, pending
from rules.p2v_combat import walking
from rules.p2v_combat.action_points import STRIDE
from rules.p2v_combat.actions import universal_key
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from rules.p2v_combat.setup.plan import TerrainPiece
from rules.p2v_combat.walking import move_ends
from tests.battles.boards import actor, laid_out
from tests.battles.pages import join, page, press, watch
from tests.battles.play import BattleTable
from tests.warbands.verbs import text_of, visitor

pytestmark = pytest.mark.django_db
TERRAIN = (TerrainPiece("t1", "wall", 6, 0, 1, 6), TerrainPiece("t2", "gouts-of-flame", 3, 7, 3, 1, damage_type="fire"))
MOST_BYTES = 30_000


def standing() -> BattleTable:
    """Put two boars a side on the board: the one that acts at F6, beside a wall, the others far away."""
    table = laid_out(creature="boar", terrain=TERRAIN)
    own = actor(table)
    far = [creature for creature in ("a.m1", "a.m2", "b.m1", "b.m2") if creature != own]
    places = {own: (5, 5)} | {creature: (20, 12 + place) for place, creature in enumerate(far)}
    table.do(BoardLaid(tuple(CreaturePlace(creature, square) for creature, square in places.items())))
    return table


def squares(answer: Any) -> dict[str, str]:
    """Return what a move to each offered square costs, in words."""
    groups = LexborHTMLParser(answer.content.decode()).css("#board-square optgroup")
    return {option.text(): group.attributes["label"] for group in groups for option in group.css("option")}


def way(table: BattleTable, to: str, action: str = STRIDE) -> Any:
    return page(table, rest=f"board/way/?creature={actor(table)}&action={action}&way=&way_to={to}").json()


def stride(table: BattleTable, **fields: str) -> Any:
    form = LexborHTMLParser(page(table).content.decode()).css_first("form.way-form")
    sent = {field.attributes["name"]: field.attributes["value"] for field in form.css("input[type=hidden]")}
    return press(table, **{**sent, **fields})


def test_a_creature_on_its_turn_is_offered_the_squares_of_a_stride() -> None:
    table = standing()
    offered = squares(page(table))
    assert offered["F5"] == "1 square"
    assert offered["D3"] == "4 squares", "the second diagonal counts 2"
    assert "G6" not in offered, "a wall"
    assert "F6" not in offered, "where it stands"
    assert list(offered) == sorted(offered, key=lambda name: int(offered[name].split()[0]))


def test_the_chosen_square_is_sent_with_the_action() -> None:
    table = standing()
    assert stride(table, way_to="F3").status_code == 302
    assert table.folded.state.board.places[actor(table)] == (5, 2)
    assert "Boar Strides to F3" in text_of(page(table))
    walked = LexborHTMLParser(page(table).content.decode()).css(".board-walked")
    assert [line.attributes["d"] for line in walked] == ["M132 132L132 60"]
    assert stride(table, way_to="X18").status_code == 422
    assert "is not a square" in text_of(stride(table, way_to="18X"))


def test_an_action_that_asks_for_its_way_shows_where_it_may_end() -> None:
    table, guest = standing(), visitor()
    own = actor(table)
    enemy = "b" if own[0] == "a" else "a"
    join(table, enemy, guest)
    press(table, do="act", creature=own, action=STRIDE, way="")
    assert isinstance(pending(table.folded.state), WayAsk)
    assert "F5" in squares(page(table))
    assert "where Boar Strides" in text_of(page(table))
    assert squares(page(table, guest)) == {}
    assert press(table, guest, do="go", creature=own, way_to="F5").status_code == 422
    assert press(table, do="go", creature=own, way_to="F5").status_code == 302
    assert table.folded.state.board.places[own] == (5, 4)


def test_a_creature_may_stay() -> None:
    table = standing()
    press(table, do="act", creature=actor(table), action=STRIDE, way="")
    assert press(table, do="stay", creature=actor(table)).status_code == 302
    assert table.folded.state.board.places[actor(table)] == (5, 5)
    assert pending(table.folded.state) is None


def test_the_way_is_shown_with_what_it_brings(django_assert_num_queries: Any) -> None:
    table = standing()
    asked = f"board/way/?creature={actor(table)}&action={STRIDE}&way=&way_to=F3"
    with django_assert_num_queries(4):
        shown = page(table, rest=asked).json()
    assert shown == {"words": "F3: 3 squares.", "path": "M132 132L132 108L132 84L132 60"}
    assert way(table, "E8")["words"] == "E8: 2 squares. It enters Gouts of Flame."
    assert way(table, "X18") == {"words": "Boar cannot end this move at X18.", "path": ""}
    for to, action in (("", STRIDE), ("F3", ""), ("F3", universal_key("Hide")), ("F3", "\0")):
        assert way(table, to, action) == {"words": "", "path": ""}


def test_a_way_is_answered_to_those_who_decide_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table, guest, watcher = standing(), visitor(), visitor()
    own = actor(table)
    join(table, "b" if own[0] == "a" else "a", guest)
    watch(table, watcher)
    calls = []
    monkeypatch.setattr(ways, "move_ends", lambda *move: calls.append(move) or move_ends(*move))
    monkeypatch.setattr(walking, "move_ends", lambda *move: calls.append(move) or move_ends(*move))
    asked = f"board/way/?creature={own}&action={STRIDE}&way=&way_to=F3"
    for person in (guest, watcher):
        assert page(table, person, rest=asked).json() == {"words": "", "path": ""}
    assert not calls
    assert way(table, "F3")["words"] == "F3: 3 squares."
    assert len(calls) == 1, "worked out once"


def test_who_may_strike_on_the_way_is_named_before_it_is_gone() -> None:
    table = laid_out(creature="boar", terrain=())
    own = actor(table)
    rest = [creature for creature in ("a.m1", "a.m2", "b.m1", "b.m2") if creature != own]
    places = {own: (5, 5)} | {creature: (6, 5 + place) for place, creature in enumerate(rest)}
    table.do(BoardLaid(tuple(CreaturePlace(creature, square) for creature, square in places.items())))
    words = way(table, "B2")["words"]
    assert ("may strike" in words) is any(
        "Attack of Opportunity" in action.name
        for creature in rest
        if creature[0] != own[0]
        for action in table.folded.state.fielded(creature).actions.values()
    )


def test_the_squares_weigh_little() -> None:
    table = standing()
    shown = LexborHTMLParser(page(table, rest="now/").content.decode())
    drawn = [shown.css_first(where).html for where in ("form.way-form", ".board-reach")]
    assert len(squares(page(table))) > 40
    assert sum(len(html.encode()) for html in drawn) < MOST_BYTES


def test_a_way_by_hand_says_its_own_cost_and_why_it_is_closed() -> None:
    table = standing()
    asked = f"board/way/?creature={actor(table)}&action={STRIDE}&way="
    drawn = page(table, rest=f"{asked}&way_to=E6&way_to=E5&way_to=F4").json()
    assert drawn["words"] == "F4: 3 squares."
    assert drawn["path"] == "M132 132L108 132L108 108L132 84"
    closed = page(table, rest=f"{asked}&way_to=G6&way_to=F4").json()
    assert closed["words"] == "The step to G6 is closed."
    assert closed["path"], "it is drawn all the same"
    apart = page(table, rest=f"{asked}&way_to=B2&way_to=F4").json()
    assert "closed" in apart["words"]
    assert page(table, rest=f"{asked}&way_to=E6&way_to=no").json() == {"words": "", "path": ""}
    assert stride(table, way_to=["E6", "E5", "F4"]).status_code == 302
    assert table.folded.state.board.places[actor(table)] == (5, 3)
