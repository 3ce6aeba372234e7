"""Forms of adventures: ready parts while preparing, and checks before which something is chosen."""

from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from adventures.forms.events import event_forms
from adventures.models import AdventureRow
from adventures.selectors.folding import ADVENTURE_LOGS
from adventures.selectors.seats import AdventureSeat
from adventures.selectors.sentences import sentences_of
from rules.adventures.events.running import AdventureClosed, AdventureNoted
from rules.adventures.fold import begin_adventure
from rules.adventures.state import ORGANIZER, AdventureNote
from rules.adventures.views import SeenEntry, player_state
from tests.adventures.play import own_adventure
from tests.rules.adventures.parties import PARTY
from tests.rules.adventures.wilderness import wilderness
from tests.warbands.verbs import account, text_of, visitor

pytestmark = pytest.mark.django_db


def test_ready_obstacles_are_added_to_a_chase_while_it_is_prepared() -> None:
    ada = visitor()
    fields = {"name": "Down the pass", "facts.type": "run-away"}
    made = ada.client.post("/adventures/new/chase/", {**fields, "ready": ["pit-trap", "collapsed-tunnel", "no-such"]})
    assert made.status_code == 302
    row = AdventureRow.objects.get()
    obstacles = row.setup["facts"]["obstacles"]
    assert [obstacle["name"] for obstacle in obstacles] == ["Pit Trap", "Collapsed Tunnel"]
    assert obstacles[0]["skills"] == [{"skill": "Athletics", "dc": 13}, {"skill": "Perception", "dc": 15}]
    form = LexborHTMLParser(ada.client.get(f"/adventures/{row.key}/prepare/").content)
    assert len(form.css("#ready input[name=ready]")) == 42
    kept = {"facts.obstacles.0.key": "pit-trap", "facts.obstacles.0.name": "A deep pit"}
    again = {**fields, **kept, "ready": ["pit-trap", "crumbling-corridor"]}
    assert ada.client.post(f"/adventures/{row.key}/prepare/", again).status_code == 302
    row.refresh_from_db()
    assert [obstacle["name"] for obstacle in row.setup["facts"]["obstacles"]] == ["A deep pit", "Crumbling Corridor"]


def test_the_form_that_prepares_says_what_its_fields_mean() -> None:
    ada = visitor()
    shown = LexborHTMLParser(ada.client.get("/adventures/new/chase/").content)
    labels = {node.attributes["for"]: node.text(strip=True) for node in shown.css("label[for]")}
    assert labels["facts.shows_dcs"] == "Players see the DCs"
    assert labels["facts.type"] == "Type"
    options = [node.text(strip=True) for node in shown.css("select[name='scale'] option")]
    assert options[1:] == ["Path 2 Victory", "Pathfinder"]
    assert "Run away" in [node.text(strip=True) for node in shown.css("select[name='facts.type'] option")]


def test_the_form_of_a_map_explains_its_letters_and_says_which_one_is_odd() -> None:
    ada = visitor()
    shown = LexborHTMLParser(ada.client.get("/adventures/new/hexploration/").content)
    field = shown.css_first("textarea[name='facts.terrain']")
    note = shown.css_first(f"[id='{field.attributes['aria-describedby']}']").text()
    assert "p plains, d desert, w aquatic" in note
    assert "0101 0102 0202" in shown.css_first("[id='facts.roads.0.course-note']").text()
    fields = {"name": "The fens", "facts.region": "The fens", "facts.columns": "3", "facts.rows": "2"}
    fields |= {"facts.start": "0101", "facts.terrain": "ppp\npxs"}
    refused = ada.client.post("/adventures/new/hexploration/", fields)
    assert refused.status_code == 422
    assert "“x” in line 2 of the terrain is not a terrain." in text_of(refused)
    assert LexborHTMLParser(refused.content).css_first("textarea[name='facts.terrain']").text() == "ppp\npxs"
    made = ada.client.post("/adventures/new/hexploration/", {**fields, "facts.terrain": "ppp\npfs"})
    assert made.status_code == 302
    assert AdventureRow.objects.get().setup["facts"]["terrain"] == ["ppp", "pfs"]


def test_what_has_to_be_chosen_before_a_check_does_not_keep_its_form_away() -> None:
    ada = account("ada")
    ada.client.post("/adventures/new/", {"source": "ready:influence-the-harvest-supper", "scale": "p2v"})
    address = f"/adventures/{AdventureRow.objects.get().key}/"
    ada.client.post(f"{address}act/", {"do": "named", "name": "Old Flint", "level": "4", "modifiers": "Perception 8"})
    shown = LexborHTMLParser(ada.client.get(f"{address}?who=n1&action=discover&target=widow").content)
    assert len(shown.css("#check > form.stack input[name=choices]")) == 4
    check = {"do": "check", "who": "n1", "action": "discover", "target": "widow", "skill": "Perception", "face": "9"}
    assert ada.client.post(f"{address}act/", check).status_code == 422
    assert ada.client.post(f"{address}act/", {**check, "choices": "bias"}).status_code == 302
    grant = {"do": "check-granted", "participant": "n1", "action": "discover", "target": "reeve", "reason": "A letter."}
    ada.client.post(f"{address}act/", {"do": "round-ended"})
    granted = ada.client.post(f"{address}act/", {**grant, "degree": "success", "choices": "bias"})
    assert granted.status_code == 302
    assert AdventureRow.objects.get().head == 4


def test_the_organizers_forms_stand_in_groups_and_players_have_one_list() -> None:
    state = begin_adventure(wilderness())
    headings: dict[str, list[str]] = {}
    last = ""
    for form in event_forms(state, organizes=True):
        last = form.heading or last
        headings.setdefault(last, []).append(form.kind)
    pressed, both, alone, frame = headings.values()
    assert list(headings) == ["", "Players can do this too", "Only you can do this", "The whole adventure"]
    assert "rest-day-taken" in pressed
    assert "hex-traveled" in both
    assert {"encounter-checked", "hex-placed"} <= set(alone)
    assert {"scale-chosen", "adventure-ended"} <= set(frame)
    assert [form.heading for form in event_forms(player_state(state), organizes=False) if form.heading] == []


def test_an_adventure_that_is_over_says_its_outcome_once_above_the_log() -> None:
    table = own_adventure()
    ada = table.people["ada"]
    table.do(AdventureNoted("The rope holds."))
    shown = LexborHTMLParser(ada.get(f"/adventures/{table.key}/").content)
    assert "The rope holds." in shown.css_first(".adventure-latest").text()
    assert "Still to act" in shown.text()
    table.do(AdventureClosed("The well is full."))
    shown = LexborHTMLParser(ada.get(f"/adventures/{table.key}/").content)
    assert shown.css_first(".adventure-latest") is None
    assert "The well is full." in shown.css_first("#adventure .notice").text()
    assert "Still to act" not in shown.text()
    assert shown.css_first("#tools").text() == "Afterward"


def test_a_note_that_begins_with_a_name_does_not_say_it_twice() -> None:
    table = own_adventure("ada", participants=PARTY[1:])
    flint = PARTY[1]
    entry = SeenEntry(1, 1, ORGANIZER, 1, {"kind": "round-ended"}, (), None)
    texts = (f"{flint.name} did not help.", f"{flint.name}’s rope tore.", "Up.", f"{flint.name}y stones fell.")
    notes = tuple(AdventureNote(text, flint.id) for text in texts)
    view = ADVENTURE_LOGS.folded(table.row).newest(for_players=False)
    (sentence,) = sentences_of([replace(entry, notes=notes)], view, AdventureSeat(table.row, ORGANIZER))
    assert [who for who, _, _ in sentence.notes] == ["", "", flint.name, flint.name]
