"""The page of a hexploration: its map with the fog, the hex that is looked at, and creatures that fit an encounter."""

import re
from dataclasses import replace
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from adventures.drawings.hex_maps import hex_map_view
from adventures.forms.events import event_forms
from adventures.services.adventures import adventure_make
from rules.adventures.events.running import AdventureClosed, AdventureRoundEnded
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.hexploration.encounters import EncounterChecked
from rules.adventures.kinds.hexploration.events import PartySplit
from rules.adventures.kinds.hexploration.facts import MapHex
from rules.adventures.kinds.hexploration.organizing import GroupPlaced
from rules.adventures.views import player_state
from tests.adventures.play import SEED, AdventureTable
from tests.rules.adventures.hex_maps import large_map
from tests.rules.adventures.wilderness import FACTS, wilderness
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account, text_of, visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def marches() -> AdventureTable:
    """The wilderness of the tests at a table of ada, with bob by the players' link."""
    return stored(wilderness())


def stored(adventure: Any) -> AdventureTable:
    ada = account("ada")
    row = adventure_make(owner=ada.owner, adventure=adventure, seed=SEED)
    table = AdventureTable(row.key, {"ada": ada, "bob": visitor()})
    ada.client.post(f"/adventures/{row.key}/link/", {"switch": "on"})
    table.people["bob"].client.get(f"/adventures/join/{table.row.players_token}/")
    return table


def shown(table: AdventureTable, name: str = "ada", **query: str) -> str:
    answer = table.people[name].get(f"/adventures/{table.key}/", **query)
    assert answer.status_code == 200
    return answer.content.decode()


def press(table: AdventureTable, name: str = "ada", **fields: Any) -> Any:
    fields.setdefault("seen", table.row.head)
    return table.people[name].client.post(f"/adventures/{table.key}/act/", fields)


def test_the_organizer_sees_the_whole_map_and_players_where_they_have_been(marches: AdventureTable) -> None:
    whole, fog = shown(marches), shown(marches, "bob")
    assert "The spire" in whole
    assert "is-veiled" in whole
    for secret in ("The spire", "tengu", "leaning rock", "Bandits", "is-veiled", 'hex-mountain" d'):
        assert secret not in fog
    assert fog.count("l5-9h10l5 9-5 9h-10z") == 1
    assert press(marches, "bob", do="hex-traveled", group="party", toward="0201").status_code == 302
    assert shown(marches, "bob").count("l5-9h10l5 9-5 9h-10z") == 2


def test_the_map_moves_by_links_and_a_hex_is_looked_at(marches: AdventureTable) -> None:
    page = LexborHTMLParser(shown(marches))
    moves = [move.attributes["aria-label"] for move in page.css("[data-hexmap-move]")]
    assert moves == ["North", "West", "East", "South", "Closer", "Farther", "Whole map"]
    whole = shown(marches, hex="0202", zoom="3")
    assert 'viewBox="0 0 80 99"' in whole
    assert "Hex 0202" in whole
    looked = LexborHTMLParser(shown(marches, hex="0303")).css_first(".hexmap-panel").text()
    assert "Swamp, greater difficult terrain on foot." in looked
    assert "The party: travel here" in looked
    for odd in ("0606", "x" * 200, "\u0660\u0661\u0660\u0661", "0000"):
        assert "Hex 0202" in shown(marches, hex=odd, zoom=odd)
    assert "No one has explored this hex yet." in shown(marches, "bob", hex="0303")


def test_a_pad_of_arrows_leads_a_group_to_the_hexes_beside_it(marches: AdventureTable) -> None:
    pad = LexborHTMLParser(shown(marches, "bob")).css_first(".hex-pad")
    assert "The party in 0202" in " ".join(pad.text(separator=" ").split())
    steps = pad.css("button[name=toward]")
    assert [step.attributes["value"] for step in steps] == ["0102", "0201", "0302", "0103", "0203", "0303"]
    assert steps[1].attributes["aria-label"] == "North to 0201: unknown"
    sent = {field.attributes["name"]: field.attributes["value"] for field in pad.css("input[type=hidden]")}
    del sent["csrfmiddlewaretoken"]
    assert press(marches, "bob", **sent, toward="0201").status_code == 302
    pad = LexborHTMLParser(shown(marches, "bob")).css_first(".hex-pad")
    assert "The party in 0201" in " ".join(pad.text(separator=" ").split())
    back = pad.css_first("button[value='0202']")
    assert re.fullmatch(r"South to 0202: plains, \d activit(y|ies)", back.attributes["aria-label"] or "")
    # Beyond the edge of the map is nothing.
    north = pad.css_first("button[aria-label=North]")
    assert "disabled" in north.attributes


def test_no_arrow_leads_on_when_a_groups_day_is_spent_and_watchers_have_none(marches: AdventureTable) -> None:
    while "0 activities left" not in (page := shown(marches)):
        steps = LexborHTMLParser(page).css(".hex-pad button:not([disabled])")
        assert press(marches, do="hex-traveled", group="party", toward=steps[0].attributes["value"]).status_code == 302
    assert LexborHTMLParser(page).css(".hex-pad button:not([disabled])") == []
    marches.do(AdventureClosed("They turn back."))
    assert LexborHTMLParser(shown(marches)).css(".hex-pad") == []


def test_the_map_has_no_window_wider_than_itself_and_its_key_names_what_is_on_it(marches: AdventureTable) -> None:
    page = LexborHTMLParser(shown(marches, "bob"))
    left, top, width, height = map(int, (page.css_first("[data-hexmap] svg").attributes["viewBox"] or "").split())
    assert (left >= 0, left + width <= 80, top >= 0, top + height <= 99) == (True,) * 4
    assert width * 3 // 4 == height
    key = " ".join(page.css_first(".hexmap-key").text(separator=" ").split())
    assert key.startswith("Plains River")
    assert "Swamp" in LexborHTMLParser(shown(marches)).css_first(".hexmap-key").text()


def test_the_site_rolls_a_hex_and_players_do_not_see_what_it_holds(marches: AdventureTable) -> None:
    marches.do(GroupPlaced("party", "0301", "A guide"))
    assert press(marches, "bob", do="hex-traveled", group="party", toward="0401").status_code == 302
    event = marches.state.dice
    assert [roll.reason for roll in event] == ["terrain", "feature"]
    line = LexborHTMLParser(shown(marches, "bob")).css_first(".adventure-latest").text()
    assert re.search(r"Dice: \d+ on a d20 \(rolled by Muster\)", line)
    refused = press(marches, "bob", do="hex-traveled", group="party", toward="0402", faces="3 4")
    assert "secret" in text_of(refused) or refused.status_code == 422


def test_dice_that_are_typed_are_read_or_refused(marches: AdventureTable) -> None:
    assert press(marches, do="encounter-checked", group="party", faces="20, 8 1").status_code == 302
    assert [encounter.type for encounter in marches.state.own.encounters] == ["creature", "harmless"]
    for faces in ("x", "21", "1 2 3", "-1", "9" * 30):
        answer = press(marches, do="hex-traveled", group="party", toward="0401", faces=faces)
        assert answer.status_code == 422


def test_creature_encounters_offer_creatures_by_level_and_tag(
    marches: AdventureTable, django_assert_num_queries: Any
) -> None:
    store_small_compendium()
    shown(marches)
    with django_assert_num_queries(4):
        shown(marches)
    marches.do(EncounterChecked("party", faces=(20, 9, 9)))
    shown(marches)
    with django_assert_num_queries(6):
        page = shown(marches)
    assert "Of levels 1 to 2, Human." in page
    assert "/creatures/?level_from=1&amp;level_to=2&amp;tag=Human" in page
    assert "Creatures in" not in shown(marches, "bob")


def test_a_map_of_2_000_hexes_is_drawn_by_few_shapes() -> None:
    state = begin_adventure(wilderness(facts=large_map()))
    drawn = hex_map_view(state, "2020", "1")
    assert drawn.ground.count("<path") <= 2 * 7 + 4
    assert drawn.numbers.count("<text") <= 121
    assert drawn.labels.count("<text") <= 60
    assert len(drawn.ground) < 90_000
    assert len(hex_map_view(player_state(state), "", "3").ground) < 200


def test_names_on_the_map_are_escaped() -> None:
    spire = MapHex("0302", feature="landmark", name="<script>&x</script>")
    state = begin_adventure(wilderness(facts=replace(FACTS, hexes=(spire,))))
    drawn = hex_map_view(state, "0202", "1").labels
    assert ">&lt;script&gt;&amp;x&lt;/sc</text>" in drawn
    assert "<script" not in drawn


def test_a_long_name_has_two_lines_within_the_map() -> None:
    bell = MapHex("0101", feature="landmark", name="The Tower of the Drowned Bell")
    state = begin_adventure(wilderness(facts=replace(FACTS, hexes=(bell,))))
    labels = re.findall(r'x="(.+?)" y="(.+?)" dy="(.+?)em">(.+?)<', hex_map_view(state, "0202", "1").labels)
    assert [label[3] for label in labels] == ["the Drowned…", "The Tower of"]
    for x, y, dy, text in labels:
        assert float(x) >= len(text) * 1.2
        assert float(y) + float(dy) * 4.7 >= 3


def test_what_a_single_group_does_is_one_press(marches: AdventureTable) -> None:
    def forms() -> dict[str, Any]:
        return {form.kind: form for form in event_forms(marches.state, organizes=True)}

    rest = forms()["rest-day-taken"]
    assert (rest.fields, rest.fixed) == ((), (("group", "party"),))
    assert press(marches, do="rest-day-taken", group="party").status_code == 302
    # It rests: nothing else is offered that could not be done.
    assert not {"rest-day-taken", "forced-march-begun", "hex-reconnoitered"} & forms().keys()
    marches.do(AdventureRoundEnded(), PartySplit(("n1",), "The scouts"))
    assert [field.name for field in forms()["rest-day-taken"].fields] == ["group"]
