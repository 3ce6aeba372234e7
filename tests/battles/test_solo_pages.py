"""Playing alone: choosing an adventure and a party, the gambits of monsters, from one scenario to the next."""

import html
import re

import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from battles.models import Battle
from battles.selectors.folding import folded_battle
from compendium.builtin import built_in_cards
from compendium.models import Source
from compendium.services.builtin import gambits_load
from compendium.services.creatures import creature_create
from rules.building.draft import Draft
from rules.p2v_combat.solo.playing import is_game_side
from rules.p2v_combat.solo.story.reading import solo_adventures
from rules.p2v_combat.tasks.turns import may_activate
from rules.roster import Member, Roster
from tests.copies import copied
from tests.warbands.verbs import Person, account
from warbands.models import Warband
from warbands.services.warbands import warband_create

TOYSHOP = "/battles/alone/the-silent-toyshop/"
CARDS = {card.key: card for card in built_in_cards()}


def _store_creatures() -> None:
    sources = {
        key: Source.objects.create(key=key, name=key, license=name, is_built_in=True)
        for key, name in (("p2v-orc", "ORC"), ("p2v-ogl", "OGL"))
    }
    for key in {key for adventure in solo_adventures().values() for key in (*adventure.creatures, *adventure.party)}:
        creature_create(card=CARDS[key], source=sources[CARDS[key].source or ""], key=key, built_in=True)
    gambits_load()


@pytest.fixture
def creatures(db: None) -> None:
    copied(_store_creatures)


@pytest.fixture
def battle(creatures: None, client: Client) -> Battle:
    """The first scenario of an adventure with a borrowed party, before its first round."""
    assert client.post(TOYSHOP, {"party": "borrowed"}).status_code == 302
    return Battle.objects.get()


def _text(page: str) -> str:
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def _act(client: Client, battle: Battle, **data) -> str:
    battle.refresh_from_db()
    answer = client.post(f"/battles/{battle.key}/act/", {"seen": battle.head, **data}, follow=True)
    assert answer.status_code == 200, _text(answer.text)[:800]
    battle.refresh_from_db()
    return answer.text


def _state(battle: Battle):
    battle.refresh_from_db()
    return folded_battle(battle).state


def _to_monsters_turn(client: Client, battle: Battle) -> str:
    """Begin and play until a monster acts; return its id."""
    _act(client, battle, do="begin")
    for _ in range(60):
        state = _state(battle)
        if state.stack:
            _act(client, battle, do="choose", option="all-early")
            continue
        if state.turn is not None:
            creature = state.turn.acting[0].id
            if is_game_side(state, state.combatants[creature].side):
                return creature
            _act(client, battle, do="end", creature=creature)
            continue
        able = [combatant for combatant in state.combatants if may_activate(state, combatant)]
        _act(client, battle, do="activate", creature=able[0])
    raise AssertionError("no monster ever acts")


def _defeat(client: Client, battle: Battle, side: str) -> str:
    """Take the HP of all creatures of a side; return the last page."""
    page = ""
    for combatant in _state(battle).of_side(side):
        if _state(battle).phase != "over" and _state(battle).combatants[combatant.id].is_up:
            page = _act(client, battle, do="hp", creature=combatant.id, hp="0", temporary="0", reason="test")
            while (state := _state(battle)).phase != "over" and state.stack:
                page = _act(client, battle, do="choose", option="all-early")
    return page


def test_the_adventures_are_listed(creatures: None, client: Client):
    page = client.get("/battles/alone/").text
    assert "The Silent Toyshop" in page
    assert "The Wayhouse Road" in page
    assert all(
        len(card.css(".adventure-emblems .emblem")) == 6 for card in LexborHTMLParser(page).css(".adventure-card")
    )
    shown = _text(client.get(TOYSHOP).text)
    assert "Borrow a party 58 points" in shown
    assert "The back yard Leave no monster standing" in shown


def test_an_unknown_adventure_is_not_there(creatures: None, client: Client):
    assert client.get("/battles/alone/nowhere/").status_code == 404


def test_a_party_has_to_be_chosen(creatures: None, client: Client):
    answer = client.post(TOYSHOP, {"party": ""})
    assert (answer.status_code, "Choose a party." in answer.text) == (422, True)
    assert client.post(TOYSHOP, {"party": "nowhere"}).status_code == 422
    assert not Battle.objects.exists()


def test_the_first_page_tells_the_story_the_goal_and_the_monsters(battle: Battle, client: Client):
    assert battle.name == "The Silent Toyshop: The back yard"
    page = _text(client.get(f"/battles/{battle.key}/").text)
    assert "The Silent Toyshop, scenario 1 of 3" in page
    assert "Goal Leave no monster standing in the yard within 8 rounds." in page
    assert "2 × Taxidermic Dog" in page
    assert "Taxidermic Dog, square 20 from the left and 5 from the top" in page
    assert 'class="drawing board"' in client.get(f"/battles/{battle.key}/").text
    monsters = [fighter for fighter in _state(battle).setup.fielded if fighter.side == "b"]
    assert 28 <= sum(monster.points for monster in monsters) <= 43
    assert [monster.name for monster in monsters][:2] == ["Taxidermic Dog 1", "Taxidermic Dog 2"]


def test_a_round_begins_with_early_and_late(battle: Battle, client: Client):
    page = _text(_act(client, battle, do="begin"))
    assert "act early or late?" in page
    assert "All 4 creatures late" in page
    page = _text(_act(client, battle, do="choose", option="all-late"))
    assert "Goal Leave no monster standing" in page
    assert re.search(r"Taxidermic Dog rolls [1-6], phase I{1,3}", page)


def test_a_monsters_gambit_is_told_question_by_question(battle: Battle, client: Client):
    creature = _to_monsters_turn(client, battle)
    address = f"/battles/{battle.key}/"
    page = client.get(address).text
    assert "Its kind rolled" in page
    query: list[tuple[str, str]] = []
    for _ in range(6):
        if 'name="do" value="gambit"' in page:
            break
        hidden = re.findall(r'<input\s+type="hidden" name="(of|asked|to\.[^"]*)" value="([^"]*)"', page)
        option = re.search(r'type="(?:radio|checkbox)"\s+name="(to\.[^"]*)" value="([^"]*)"', page)
        assert option, _text(page)[:2000]
        assert LexborHTMLParser(page).css_first(".gambit-target .fighter-token[data-side=a]")
        query = [*hidden, (option[1], option[2])]
        page = client.get(address, query_params=query).text
    assert 'name="do" value="gambit"' in page
    data = {name: [value for key, value in query if key == name] for name, _ in query if name != "of"}
    shown = _text(_act(client, battle, do="gambit", creature=creature, **data))
    assert _state(battle).name(creature) in shown
    progress = _state(battle).solo.progress
    assert (progress.creature, progress.taken) == (creature, 1)


def test_old_answers_are_not_taken_for_another_turn(battle: Battle, client: Client):
    creature = _to_monsters_turn(client, battle)
    page = client.get(f"/battles/{battle.key}/?of={creature}/99/0&asked=0.range&to.0.range=a.m1").text
    fresh = client.get(f"/battles/{battle.key}/").text
    assert ('name="do" value="gambit"' in page) == ('name="do" value="gambit"' in fresh)


def test_answers_that_are_none_are_refused_with_a_sentence(battle: Battle, client: Client):
    creature = _to_monsters_turn(client, battle)
    battle.refresh_from_db()
    data = {"do": "gambit", "creature": creature, "seen": battle.head, "asked": "0.range", "to.0.range": "b.m1"}
    answer = client.post(f"/battles/{battle.key}/act/", data)
    assert answer.status_code in (200, 302, 422)
    strange = client.get(f"/battles/{battle.key}/?of={creature}/1/0&asked=0.range&to.0.range=nobody&asked=%00")
    assert strange.status_code == 200


def test_a_scenario_that_is_won_leads_to_the_next_one_once(battle: Battle, client: Client):
    _act(client, battle, do="begin")
    _act(client, battle, do="choose", option="all-early")
    _defeat(client, battle, "b")
    page = _text(client.get(f"/battles/{battle.key}/").text)
    assert "You reached your goal" in page
    assert "The last pair of eyes goes dark." in page
    assert client.post(f"/battles/{battle.key}/next/").status_code == 302
    assert client.post(f"/battles/{battle.key}/next/").status_code == 302
    following = Battle.objects.exclude(pk=battle.pk).get()
    assert following.name == "The Silent Toyshop: The workshop"
    solo = _state(following).setup.solo
    assert (solo.scenario, solo.earlier, solo.previous) == ("workshop", ("won",), battle.key)
    assert following.key in client.get(f"/battles/{battle.key}/").text
    assert "The last pair of eyes goes dark." in client.get(f"/battles/{following.key}/").text


def test_a_scenario_that_is_lost_makes_the_next_one_harder(battle: Battle, client: Client):
    _act(client, battle, do="begin")
    _act(client, battle, do="choose", option="all-early")
    _defeat(client, battle, "a")
    page = _text(client.get(f"/battles/{battle.key}/").text)
    assert "Your party has failed" in page
    assert "Fallen: Watch Officer" in page
    client.post(f"/battles/{battle.key}/next/")
    following = Battle.objects.exclude(pk=battle.pk).get()
    monsters = [fighter for fighter in _state(following).setup.fielded if fighter.side == "b"]
    assert sum(monster.points for monster in monsters) > 58


def test_a_battle_that_goes_on_leads_nowhere_yet(battle: Battle, client: Client):
    answer = client.post(f"/battles/{battle.key}/next/")
    assert (answer.status_code, "does not lead to another one yet" in answer.text) == (422, True)


def test_strangers_do_not_go_on_with_an_adventure(battle: Battle):
    stranger = Client()
    assert stranger.get(f"/battles/{battle.key}/").status_code == 404
    assert stranger.post(f"/battles/{battle.key}/next/").status_code == 404
    assert stranger.post(f"/battles/{battle.key}/act/", {"do": "begin"}).status_code == 404


def test_a_whole_adventure_is_played_to_its_end(battle: Battle, client: Client):
    current = battle
    for number in range(3):
        _act(client, current, do="begin")
        _act(client, current, do="choose", option="all-early")
        _defeat(client, current, "a" if number == 1 else "b")
        state = _state(current)
        if state.phase != "over":
            # Claiming lamps is for the table: the party falls instead.
            _defeat(client, current, "a")
        page = client.get(f"/battles/{current.key}/").text
        if number < 2:
            client.post(f"/battles/{current.key}/next/")
            current = Battle.objects.order_by("-pk").first()
    assert "The adventure is over." in page
    assert client.post(f"/battles/{current.key}/next/").status_code == 422


@pytest.fixture
def company(creatures: None) -> tuple[Person, Warband]:
    """Somebody with a warband of a knight and two guards."""
    ada = account("ada")
    members = tuple(Member(key, f"m{place}") for place, key in enumerate(("knight-armiger", "guard", "guard"), start=1))
    return ada, warband_create(owner=ada.owner, draft=Draft(Roster(members, "Grey Company", "narrative")))


def test_a_warband_of_ones_own_goes_on_an_adventure(company: tuple[Person, Warband]):
    ada, warband = company
    assert "Grey Company" in ada.get(TOYSHOP).text
    assert ada.client.post(TOYSHOP, {"party": warband.key}).status_code == 302
    battle = Battle.objects.get()
    assert battle.seats.get(side="a").warband == warband
    assert [fighter.card.name for fighter in _state(battle).setup.fielded if fighter.side == "a"] == [
        "Knight Armiger",
        "Guard",
        "Guard",
    ]


@pytest.mark.parametrize(("percent", "most"), [("75", 40), ("100", 54), ("125", 67), ("500", 54)])
def test_a_single_battle_is_worth_a_part_of_the_partys_points(company: tuple[Person, Warband], percent: str, most: int):
    ada, warband = company
    data = {"party": warband.key, "pool": "undead", "percent": percent}
    assert ada.client.post("/battles/alone/battle/", data).status_code == 302
    state = _state(Battle.objects.get())
    monsters = [fighter for fighter in state.setup.fielded if fighter.side == "b"]
    assert most - 9 < sum(monster.points for monster in monsters) <= most
    assert all({"Undead", "Zombie"} & set(monster.card.tags) for monster in monsters)
    assert state.setup.solo.goal is None


def test_a_single_battle_needs_a_party_and_monsters_that_fit(company: tuple[Person, Warband]):
    ada, warband = company
    answer = ada.client.post("/battles/alone/battle/", {"party": "", "pool": "any", "percent": "100"})
    assert (answer.status_code, "Choose a party." in answer.text) == (422, True)
    answer = ada.client.post("/battles/alone/battle/", {"party": "nobody-has-it", "pool": "any"})
    assert answer.status_code == 422
    # No plant of this compendium is cheap enough.
    answer = ada.client.post("/battles/alone/battle/", {"party": warband.key, "pool": "wilds", "percent": "100"})
    assert (answer.status_code, "No monster of this kind fits." in answer.text) == (422, True)


def test_another_players_warband_is_no_party_of_ones_own(company: tuple[Person, Warband]):
    _, warband = company
    answer = account("bo").client.post(TOYSHOP, {"party": warband.key})
    assert (answer.status_code, Battle.objects.exists()) == (422, False)


@pytest.mark.parametrize(
    "changed", [{"earlier": ["won"] * 9}, {"earlier": ["won"]}, {"scenario": "attic"}, {"adventure": "gone"}]
)
def test_a_battle_whose_adventure_has_another_way_now_is_an_ordinary_one(battle: Battle, client: Client, changed: dict):
    battle.setup = {**battle.setup, "solo": {**battle.setup["solo"], **changed}}
    battle.save()
    page = client.get(f"/battles/{battle.key}/")
    assert (page.status_code, "scenario 1 of 3" in _text(page.text)) == (200, False)
    _act(client, battle, do="begin")
    _act(client, battle, do="choose", option="all-early")
    _defeat(client, battle, "b")
    assert client.get(f"/battles/{battle.key}/").status_code == 200
    assert client.post(f"/battles/{battle.key}/next/").status_code == 422


def test_the_battle_of_another_person_is_not_what_follows(battle: Battle, client: Client):
    _act(client, battle, do="begin")
    _act(client, battle, do="choose", option="all-early")
    _defeat(client, battle, "b")
    stranger = Client()
    assert stranger.post(TOYSHOP, {"party": "borrowed"}).status_code == 302
    other = Battle.objects.exclude(pk=battle.pk).get()
    other.setup = {**other.setup, "solo": {**other.setup["solo"], "previous": battle.key}}
    other.save()
    assert other.key not in client.get(f"/battles/{battle.key}/").text
