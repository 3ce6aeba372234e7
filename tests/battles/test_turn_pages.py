"""A turn as its page shows it: targets in order, odds without a script, the looks of HP, faces of what happened."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.services.battles import battle_store
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.turns import CreaturesActivated
from tests.battles.pages import press, watch
from tests.battles.play import SEED, BattleTable, small_battle
from tests.replays import replayed
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account, visitor

pytestmark = pytest.mark.django_db
TUSK = {"creature": "a.m1", "action": "feature/tusk", "way": ""}


@pytest.fixture
@replayed
def table() -> BattleTable:
    """Let a boar act beside a guard, against two kobolds."""
    person = account("ada")
    setup = setup_of(["boar", "guard"], ["kobold-warrior", "kobold-warrior"])
    table = BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED).key, person)
    table.begin()
    if table.folded.state.next_side == "b":
        table.take_turn()
    table.do(CreaturesActivated(("a.m1",)))
    return table


def _page(table: BattleTable, **query: str) -> LexborHTMLParser:
    return LexborHTMLParser(table.owner.get(f"/battles/{table.key}/", **query).content.decode())


def _words(node: Any) -> str:
    return " ".join(node.text().split())


def test_enemies_stand_first_and_the_own_side_under_others(table: BattleTable) -> None:
    form = _page(table, **TUSK).css_first("form.aim")
    assert [node.attributes["value"] for node in form.css(".aim-targets > .aim-target input[name=target]")] == [
        "b.m1",
        "b.m2",
    ]
    others = form.css_first("details.aim-others")
    assert "open" not in others.attributes
    assert [node.attributes["value"] for node in others.css("input[name=target]")] == ["a.m2"]
    chosen = _page(table, **TUSK, target="a.m2").css_first("details.aim-others")
    assert "open" in chosen.attributes


def test_the_bar_says_the_choice_and_after_show_odds_its_odds(table: BattleTable) -> None:
    bar = _page(table, **TUSK).css_first("form.aim .choice-bar")
    assert _words(bar.css_first(".choice-says")) == "Tusk: choose a target"
    assert "Show odds" in bar.html
    head = table.battle.head
    answer = press(table, do="act", focus="a.m1", target="b.m2", odds="1", csrfmiddlewaretoken="secret", **TUSK)
    assert answer.status_code == 302
    assert "secret" not in answer.headers["Location"]
    assert table.battle.head == head
    shown = LexborHTMLParser(table.owner.client.get(answer.headers["Location"]).content.decode())
    says = _words(shown.css_first("form.aim .choice-says"))
    assert says.startswith("Tusk at Kobold Warrior hits ")
    assert says.endswith("%")
    assert "Needs" in _words(shown.css_first("#forecast"))


def test_who_watches_is_shown_no_form_by_asking_for_odds(table: BattleTable) -> None:
    eve = visitor()
    watch(table, eve)
    answer = press(table, eve, do="act", target="b.m2", odds="1", **TUSK)
    shown = LexborHTMLParser(eve.client.get(answer.headers["Location"]).content.decode())
    assert shown.css_first("form.aim") is None


def test_a_creature_that_is_down_is_struck_through(table: BattleTable) -> None:
    line = ".creature-line:has([data-focus='b.m1']) .fighter-token"
    assert "is-down" not in _page(table).css_first(line).attributes["class"].split()
    table.do(HpSet("b.m1", 0, 0, ""))
    assert "is-down" in _page(table).css_first(line).attributes["class"].split()


def test_tokens_show_the_side_and_the_hp_of_a_creature_wherever_it_stands(table: BattleTable) -> None:
    table.do(HpSet("b.m1", 2, 0, ""))
    page = _page(table, **TUSK)
    for place in (".creature-line:has([data-focus='b.m1'])", ".aim-target:has([value='b.m1'])"):
        token = page.css_first(f"{place} .fighter-token")
        assert token.attributes["data-side"] == "b"
        assert "hp-low" in token.attributes["class"].split()
        assert token.css_first(".token-arc").attributes["stroke-dasharray"] == "29 100"
    assert page.css_first(".battle-side[data-side=a] .creature-line .fighter-token").attributes["data-side"] == "a"
    assert page.css_first("[data-al]:not(.crest)") is None


def test_the_rarer_actions_stand_in_one_fold(table: BattleTable) -> None:
    turn = _page(table).css_first(".battle-turn")
    folds = [fold for fold in turn.css("details.fold") if fold.parent.tag != "details"]
    assert [_words(fold.css_first("summary")) for fold in folds] == ["More actions …"]
    assert "Stride" in folds[0].text()
    assert "Action points by hand" in folds[0].text()
    assert {box.attributes["form"] for box in folds[0].css("[name=hazard]")} == {
        turn.css_first(".end-turn").attributes["id"]
    }


def test_what_happened_last_has_the_face_of_who_fell(table: BattleTable) -> None:
    table.do(HpSet("b.m1", 0, 0, ""))
    face = _page(table).css_first(".battle-latest .event-face.is-fall")
    assert _words(face).endswith("Kobold Warrior is dying.")
    assert face.css_first(".emblem").attributes["data-emblem"]


def test_what_cannot_be_done_now_stands_in_one_fold(table: BattleTable) -> None:
    assert _page(table).css_first(".options a.option b").text() == "Tusk"
    press(table, do="ap", creature="a.m1", ap="0")
    shown = _page(table)
    (fold,) = [node for node in shown.css("details.fold") if node.css_first("summary").text() == "Unavailable actions"]
    assert "Tusk" in fold.text()
    assert "Tusk" not in " ".join(node.text() for node in shown.css(".options"))


def test_what_happened_last_has_the_side_of_its_creature_among_namesakes() -> None:
    table = small_battle()
    table.begin()
    boars = [creature for creature in table.folded.state.combatants if table.folded.state.name(creature) == "Boar"]
    assert len({creature[0] for creature in boars}) == 2
    for creature in boars:
        table.do(HpSet(creature, 0, 0, ""))
        face = _page(table).css_first(".battle-latest .event-face.is-fall")
        assert face.attributes["data-side"] == creature[0]
