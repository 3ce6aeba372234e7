"""The replay of a battle: its page at any entry, and its frames, which agree with the battle as it was."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.web import replays
from rules.p2v_combat.events.by_hand import HeldSet
from tests.battles.boards import laid_out, on_board
from tests.battles.pages import page, press, watch
from tests.battles.play import BattleTable
from tests.warbands.verbs import text_of, visitor

pytestmark = pytest.mark.django_db


def shown(table: BattleTable, query: str = "") -> Any:
    return LexborHTMLParser(page(table, rest=f"replay/{query}").content.decode())


def tokens(drawn: Any) -> dict[str, tuple[str, str]]:
    return {
        token.attributes["data-focus"]: (token.css_first("g").attributes["transform"], token.attributes["aria-label"])
        for token in drawn.css(".board-token")
    }


def test_the_replay_begins_at_the_set_up_and_ends_as_the_battle_stands() -> None:
    table = on_board()
    table.do(HeldSet("a.m1", "prone", True, ""))
    first = shown(table)
    assert first.css_first("[data-says]").text(strip=True) == "The battle begins."
    assert first.css_first("svg.drawing") is None
    last = shown(table, f"?entry={table.battle.head}")
    assert "prone" in tokens(last)["a.m1"][1]
    assert tokens(last) == tokens(LexborHTMLParser(page(table).content.decode()))
    assert "prone" not in tokens(shown(table, f"?entry={table.battle.head - 1}"))["a.m1"][1]


def test_without_script_links_lead_one_entry_on_and_back() -> None:
    table = on_board()
    drawn = shown(table, "?frame=1")
    ways = {link.attributes["data-go"]: link.attributes["href"] for link in drawn.css("a[data-go]")}
    last = drawn.css_first("#replay").attributes["data-last"]
    assert ways == {"first": "?frame=0", "back": "?frame=0", "next": "?frame=2", "last": f"?frame={last}"}
    for odd in ("?frame=99999999", "?frame=-1", "?entry=²", "?entry=x", "?frame=9999999"):
        assert page(table, rest=f"replay/{odd}").status_code == 200


def test_each_frame_says_what_the_page_of_its_entry_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MOST_FRAMES", 3)
    table = on_board()
    for name in ("prone", "sickened"):
        table.do(HeldSet("b.m2", name, True, ""))
    place, creatures = 0, {}
    while True:
        answer = page(table, rest=f"replay/frames/?frame={place}").json()
        assert len(answer["frames"]) <= 3
        for number, frame in enumerate(answer["frames"]):
            creatures = {**creatures, **frame["creatures"]} if number else frame["creatures"]
            drawn = shown(table, f"?frame={place + number}")
            seen = {
                creature: (looks["place"], looks["words"]) for creature, looks in creatures.items() if "place" in looks
            }
            assert seen == tokens(drawn)
            lines = {
                line.attributes["data-creature"]: line.css_first("span").text()
                for line in drawn.css("li[data-creature]")
            }
            assert lines == {creature: looks["words"] for creature, looks in creatures.items()}
            assert [" ".join(sentence.text().split()) for sentence in drawn.css("[data-says] > p")] == [
                f"{who}{text}".strip() for who, text in frame["says"]
            ]
        place += len(answer["frames"])
        if place > answer["last"]:
            break


def test_an_undone_step_is_not_replayed(django_assert_num_queries: Any) -> None:
    table = on_board()
    table.do(HeldSet("a.m1", "prone", True, ""))
    undone = table.battle.head
    press(table, do="undo", seen=undone)
    with django_assert_num_queries(5):
        assert "prone" not in text_of(page(table, rest=f"replay/?entry={undone + 1}"))
    assert page(table, rest="replay/frames/").json()["frames"][-1]["entry"] < undone


def test_who_may_see_the_battle_may_see_its_replay_without_a_board_as_well() -> None:
    table, guest, stranger = laid_out(), visitor(), visitor()
    watch(table, guest)
    assert "Kobold Warrior: " in text_of(page(table, guest, rest="replay/?entry=2"))
    assert page(table, stranger, rest="replay/").status_code == 404
    assert page(table, stranger, rest="replay/frames/").status_code == 404
