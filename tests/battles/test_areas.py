"""Areas on the page of a board: the placement at a square, whom it catches, and the list without JavaScript."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.web import areas
from rules.effects.values import Range
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from rules.p2v_combat.setup.plan import TerrainPiece
from rules.replacing import replace
from tests.battles.boards import actor, laid_out
from tests.battles.pages import page, press, watch
from tests.battles.play import BattleTable
from tests.warbands.verbs import text_of, visitor

pytestmark = pytest.mark.django_db
BREATH = "feature/breath-weapon"


def dragons() -> BattleTable:
    """Put a dragon that acts at F6, an enemy two squares to the east, one behind a wall, and its ally to the north."""
    table = laid_out(creature="wyrmling-green-dragon", terrain=(TerrainPiece("t1", "wall", 0, 8, 24, 1),))
    own = actor(table)
    enemy = "b" if own[0] == "a" else "a"
    places = {own: (5, 5), f"{own[0]}.m2": (5, 2), f"{enemy}.m1": (7, 5), f"{enemy}.m2": (5, 10)}
    table.do(BoardLaid(tuple(CreaturePlace(creature, square) for creature, square in places.items())))
    return table


def area(table: BattleTable, query: str, **options: Any) -> dict[str, Any]:
    rest = f"board/area/?creature={actor(table)}&action={BREATH}&way=&{query}"
    answer: dict[str, Any] = page(table, rest=rest, **options).json()
    return answer


def form_of(table: BattleTable) -> Any:
    shown = table.owner.client.get(f"/battles/{table.key}/?creature={actor(table)}&action={BREATH}&way=")
    return LexborHTMLParser(shown.content.decode()).css_first("form.aim")


def test_a_square_answers_the_placement_toward_it_and_whom_it_catches(django_assert_num_queries: Any) -> None:
    table = dragons()
    enemy = "b" if actor(table)[0] == "a" else "a"
    asked = f"board/area/?creature={actor(table)}&action={BREATH}&way=&area_at=H6"
    key = table.key
    with django_assert_num_queries(4):
        east = table.owner.get(f"/battles/{key}/{asked}").json()
    assert east["targets"] == [f"{enemy}.m1"]
    assert "H6" in east["squares"]
    assert east["path"].startswith("M")
    assert f"it catches {table.folded.state.name(f'{enemy}.m1')}." in east["words"]
    north = area(table, "area_at=F3")
    assert north["targets"] == [f"{actor(table)[0]}.m2"]
    south = area(table, "area_at=F8")
    assert south["targets"] == [], "the wall stops it"
    assert "no creature" in south["words"]
    assert area(table, "area_at=H6&turn=1")["squares"] != east["squares"], "another placement at the square"


def test_a_placement_is_shown_by_whom_it_catches() -> None:
    table = dragons()
    caught = form_of(table).css("#area-caught option")[1].attributes["value"]
    assert area(table, f"area={caught}")["targets"] == caught.split()
    assert "cannot place it there" in area(table, "area=a.m1+b.m9")["words"]


def test_odd_questions_and_those_of_spectators_have_no_answer() -> None:
    table, guest = dragons(), visitor()
    watch(table, guest)
    empty = {"words": "", "squares": [], "path": "", "targets": []}
    assert area(table, "area_at=H6", person=guest) == empty
    for query in ("area_at=%00", "turn=99999999999999999999", "", "area_at=ZZ999&turn=-1"):
        assert area(table, query)["targets"] == [], query
    for rest in ("", "?creature=zz&action=zz", f"?creature={actor(table)}&action=universal/stride&area_at=H6"):
        assert page(table, rest=f"board/area/{rest}").json() == empty, rest


def test_the_list_of_placements_sends_whom_the_area_catches_without_javascript() -> None:
    table = dragons()
    form = form_of(table)
    choices = [option.attributes["value"] for option in form.css("#area-caught option")]
    enemy = f"{'b' if actor(table)[0] == 'a' else 'a'}.m1"
    assert choices[1] == enemy, "the one that catches most enemies first"
    fields = {field.attributes["name"]: field.attributes["value"] for field in form.css("input[type=hidden]")}
    wrong = press(table, **fields, area="a.m1 zz")
    assert wrong.status_code == 422
    shown = press(table, **fields, area=enemy, odds="1")
    followed = text_of(table.owner.client.get(shown["Location"]))
    assert f"at {table.folded.state.name(enemy)}" in followed, "the bar names it"
    assert press(table, **fields, area=enemy).status_code == 302
    assert "Breath Weapon" in text_of(page(table))


def test_a_burst_is_placed_at_a_square_with_most_enemies_first(monkeypatch: pytest.MonkeyPatch) -> None:
    table = dragons()
    find = areas.own_action

    def _burst(*asked: Any) -> Any:
        action = find(*asked)
        blast = Range("burst", 1, within=6)
        ways = (replace(way, effect=replace(way.effect, range=blast)) for way in action.ways)
        return replace(action, ways=tuple(ways))

    monkeypatch.setattr(areas, "own_action", _burst)
    enemy = "b" if actor(table)[0] == "a" else "a"
    answer = area(table, "area_at=H6")
    assert answer["targets"] == [f"{enemy}.m1"]
    assert len(answer["squares"]) == 4
    assert "cannot place it at U6" in area(table, "area_at=U6")["words"]
