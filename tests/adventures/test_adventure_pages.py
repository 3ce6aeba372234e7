"""The pages of adventures: who sees what, and forms that work by reload."""

import html
import json
from dataclasses import replace
from typing import Any

import pypdfium2 as pdfium
import pytest
from django.core.files.base import ContentFile
from django.http import QueryDict
from selectolax.lexbor import LexborHTMLParser

from adventures.forms.events import event_fields, event_forms
from adventures.forms.facts import fact_value
from adventures.models import AdventureRow, AdventureTemplate
from adventures.selectors.checks import WantedCheck, check_options
from adventures.selectors.folding import ADVENTURE_LOGS
from adventures.selectors.seats import AdventureSeat
from rules.adventures.events.checks import CheckRolled
from rules.adventures.events.running import AdventureNoted, AdventurerJoined, AdventureRoundEnded
from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures
from rules.adventures.state import ORGANIZER
from rules.documents.records import declared_parts
from tests.adventures.pages import join, page, press
from tests.adventures.play import AdventureTable, campaign_adventure, own_adventure
from tests.campaigns.play import BOARS, enlist
from tests.campaigns.verbs import Table
from tests.rules.adventures.parties import PARTY
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account, building, text_of, visitor

pytestmark = pytest.mark.django_db

TABS = ("run", "whole", "people", "facts", "log")


@pytest.mark.parametrize("key", library_adventures())
def test_every_ready_adventure_is_made_opened_and_prepared(key: str) -> None:
    ada = account("ada")
    answer = ada.client.post("/adventures/new/", {"source": f"ready:{key}", "scale": "pathfinder"})
    assert answer.status_code == 302
    row = AdventureRow.objects.get()
    assert row.setup["scale"] == "pathfinder"
    shown = ada.client.get(answer.headers["Location"])
    assert row.name in text_of(shown)
    form = LexborHTMLParser(ada.client.get(f"/adventures/{row.key}/prepare/").content)
    fields = _values(form)
    before = row.setup
    answer = ada.client.post(f"/adventures/{row.key}/prepare/", fields)
    assert answer.status_code == 302, text_of(answer)
    row.refresh_from_db()
    assert row.setup == before


def _values(form: LexborHTMLParser) -> dict[str, str]:
    """Return what a browser sends of the form that prepares an adventure."""
    values = {}
    for node in form.css("form.adventure-prepare input, form.adventure-prepare textarea"):
        name = node.attributes.get("name") or ""
        is_box = node.attributes.get("type") == "checkbox"
        if name in ("", "csrfmiddlewaretoken") or (is_box and "checked" not in node.attributes):
            continue
        values[name] = node.text(strip=False) if node.tag == "textarea" else node.attributes.get("value") or ""
    for node in form.css("form.adventure-prepare select"):
        chosen = node.css_first("option[selected]") or node.css_first("option")
        values[node.attributes["name"] or ""] = chosen.attributes.get("value") or "" if chosen else ""
    return values


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_an_empty_form(kind: str) -> None:
    ada = account("ada")
    answer = ada.client.post("/adventures/new/", {"source": f"empty:{kind}", "scale": "p2v"})
    assert answer.headers["Location"].startswith(f"/adventures/new/{kind}/")
    assert ada.client.get(answer.headers["Location"]).status_code == 200
    assert ada.client.post(answer.headers["Location"], {"name": ""}).status_code == 422
    assert not AdventureRow.objects.exists()


def test_an_empty_adventure_is_prepared_by_its_form() -> None:
    ada = visitor()
    fields = {
        "name": "The Race",
        "facts.tracks.0.key": "race",
        "facts.tracks.0.name": "The race",
        "facts.tracks.0.end": "5",
        "facts.tracks.0.thresholds.0.points": "3",
        "facts.tracks.0.thresholds.0.unlocks": "The finish is in sight.",
        "facts.checks.0.key": "run",
        "facts.checks.0.name": "Run",
        "facts.checks.0.track": "race",
        "facts.checks.0.skills.0.skill": "Athletics",
        "facts.shows_dcs": "yes",
    }
    answer = ada.client.post("/adventures/new/victory-points/", fields)
    assert answer.status_code == 302, text_of(answer)
    row = AdventureRow.objects.get()
    assert row.setup["facts"]["tracks"][0]["thresholds"] == [{"points": 3, "unlocks": "The finish is in sight."}]
    answer = ada.client.post(f"/adventures/{row.key}/prepare/", {**fields, "facts.checks.0.remove": "on", "more": "on"})
    assert answer.headers["Location"] == f"/adventures/{row.key}/prepare/"
    row.refresh_from_db()
    assert "checks" not in row.setup["facts"]


def test_a_round_at_the_table_works_by_forms_alone() -> None:
    table = own_adventure(participants=())
    press(table, do="named", name="Old Flint", level="4", modifiers="Diplomacy +10, Perception 8")
    assert [participant.name for participant in table.state.participants] == ["Old Flint"]
    shown = text_of(page(table, who="n1"))
    assert "Calm the crowd and listen" in shown
    assert "%" in shown
    answer = press(table, do="check", who="n1", action="attempt", target="listen", skill="Diplomacy")
    assert answer.status_code == 302
    assert isinstance(ADVENTURE_LOGS.entries_of(table.row)[-1].event, CheckRolled)
    answer = press(table, do="check", who="n1", action="attempt", target="listen", skill="Diplomacy", face="21")
    assert answer.status_code == 422
    press(table, do="victory-points-changed", track="water", by="2", reason="They asked the children.")
    press(table, do="round-ended")
    assert table.state.round == 2
    assert "As of round 1" in text_of(page(table, round="1"))
    press(table, do="undo")
    assert table.state.round == 1
    press(table, do="redo")
    press(table, do="fact-shown", key="water:threshold:4")
    press(table, do="note-written", text="Supper is late.")
    press(table, do="adventure-ended", outcome="The water runs.")
    shown = text_of(page(table))
    assert "The water runs." in shown
    assert "The water runs." in page(table, rest="summary.txt").content.decode()


def test_an_old_page_is_told_what_happened() -> None:
    table = own_adventure()
    press(table, do="note-written", text="Supper is late.")
    answer = press(table, do="round-ended", seen=0)
    assert answer.status_code == 409
    assert "Supper is late." in text_of(answer)


def test_members_of_own_warbands_take_part(db: None) -> None:
    store_small_compendium()
    table = own_adventure(participants=())
    desk = building(table.people["ada"], "kobold-warrior", "boar")
    press(table, do="join", warband=desk.key)
    assert len(table.state.participants) == 2
    assert press(table, do="join", warband=desk.key).status_code == 422
    assert press(table, do="join", warband="nothing").status_code == 422


def test_players_see_nothing_hidden_anywhere() -> None:
    table = own_adventure(notes="CANARY of the notes")
    join(table, "bob", visitor())
    table.do(AdventureNoted("CANARY of a note", hidden=True))
    table.do(AdventureRoundEnded())
    hidden = table.state.adventure.kind.hidden_facts(table.state)
    pages = [
        f"{part}?who=n1&tool={tool}" for part in ("", "now/") for tool in ("run", "whole", "people", "facts", "log")
    ]
    for rest in ("", "?who=n1", *pages, "now/", "log/", "adventure.json", "summary.txt"):
        answer = page(table, "bob", rest)
        assert answer.status_code == 200
        told = answer.content.decode()
        assert "CANARY" not in told
        for text in hidden.values():
            assert text not in told or text in table.state.adventure.about, (rest, text)
    for rest in ("settings/", "prepare/"):
        assert page(table, "bob", rest).status_code == 404
    for tool in ("facts", "log"):
        assert "CANARY" in page(table, "ada", tool=tool).content.decode()


def test_the_part_is_asked_for_again_and_nothing_has_changed() -> None:
    table = own_adventure()
    first = page(table, rest="now/")
    again = table.people["ada"].client.get(f"/adventures/{table.key}/now/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    press(table, do="round-ended")
    again = table.people["ada"].client.get(f"/adventures/{table.key}/now/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200


def test_a_campaign_has_adventures_that_its_players_play(winter: Table) -> None:
    enlist(winter, "bob", *BOARS)
    ada = winter.people["ada"]
    assert "New adventure" in text_of(ada.get(f"/campaigns/{winter.key}/adventures/"))
    answer = ada.client.post(
        "/adventures/new/", {"campaign": winter.key, "source": "ready:victory-the-dry-well", "scale": "p2v"}
    )
    row = AdventureRow.objects.get()
    assert answer.headers["Location"] == f"/adventures/{row.key}/"
    table = AdventureTable(row.key, dict(winter.people))
    press(table, do="join", warband="w1")
    press(table, "bob", do="check", who="w1.m1", action="attempt", target="climb", skill="Athletics")
    assert press(table, "dan", do="turn-passed", participant="w1.m1").status_code == 422
    assert "The Dry Well" in text_of(winter.people["bob"].get(f"/campaigns/{winter.key}/adventures/"))
    assert page(table, "eve").status_code == 404
    assert winter.people["bob"].client.get(f"/adventures/new/?campaign={winter.key}").status_code == 404
    winter.assert_sound()


def test_an_own_adventure_is_taken_into_a_campaign(winter: Table) -> None:
    table = own_adventure("zoe")
    row = table.row
    row.belongs_to(winter.people["ada"].owner)
    row.save()
    fields = {"adventure": row.key, "follows": "0"}
    winter.people["ada"].client.post(f"/campaigns/{winter.key}/adventures/take/", fields)
    row.refresh_from_db()
    assert row.campaign == winter.campaign
    winter.assert_sound()


def test_files_templates_and_the_end_of_an_adventure() -> None:
    table = own_adventure()
    ada = table.people["ada"]
    table.do(AdventureRoundEnded())
    document = json.loads(page(table, rest="adventure.json").content)
    assert document["log"]
    answer = ada.client.post("/adventures/import/", {"file": ContentFile(json.dumps(document), "a.json")})
    assert answer.status_code == 302
    assert ada.client.post("/adventures/import/", {"file": ContentFile("{", "a.json")}).status_code == 422
    ada.client.post(f"/adventures/{table.key}/template/")
    template = AdventureTemplate.objects.get()
    ada.client.post(f"/adventures/templates/{template.key}/", {"switch": "on"})
    template.refresh_from_db()
    bob = visitor()
    shown = bob.client.get(f"/adventures/shared/{template.share_token}%00/")
    assert "Keep a copy" in text_of(shown)
    assert table.state.adventure.notes not in shown.content.decode()
    bob.client.post(f"/adventures/shared/{template.share_token}/")
    assert AdventureTemplate.objects.count() == 2
    ada.client.post(f"/adventures/templates/{template.key}/", {"switch": "delete"})
    ada.client.post(f"/adventures/{table.key}/close/")
    assert "Seeds" in text_of(page(table, rest="settings/"))
    assert press(table, do="round-ended").status_code == 422
    ada.client.post(f"/adventures/{table.key}/delete/")
    assert page(table).status_code == 404


def test_the_page_takes_a_fixed_number_of_queries(django_assert_num_queries: Any, winter: Table) -> None:
    table = campaign_adventure(winter)
    for number in (1, 20):
        for _ in range(number):
            table.do(AdventureRoundEnded() if number < 2 else AdventureNoted("More."))
        page(table)
        with django_assert_num_queries(6):
            page(table)


@pytest.mark.parametrize("key", library_adventures())
def test_every_ready_adventure_is_printed_on_one_page_for_each_side(key: str) -> None:
    ada = account("ada")
    ada.client.post("/adventures/new/", {"source": f"ready:{key}"})
    table = AdventureTable(AdventureRow.objects.get().key, {"ada": ada})
    join(table, "bob", visitor())
    for name, whose, status in (("ada", "master", 200), ("bob", "players", 200), ("bob", "master", 404)):
        answer = page(table, name, f"{whose}.pdf")
        assert answer.status_code == status
        if status == 200:
            document = pdfium.PdfDocument(answer.content)
            assert len(document) == 1
            words = "".join(pdf_page.get_textpage().get_text_bounded() for pdf_page in document)
            assert table.row.name.split()[-1] in words
    hidden = table.state.adventure.kind.hidden_facts(table.state).values()
    players = "".join(
        pdf_page.get_textpage().get_text_bounded()
        for pdf_page in pdfium.PdfDocument(page(table, "bob", "players.pdf").content)
    )
    flat = " ".join(players.split())
    assert [text for text in hidden if len(text) > 30 and " ".join(text.split())[:40] in flat] == []


def test_the_likeliest_skill_is_chosen_at_first_or_the_one_that_was_asked_for() -> None:
    table = own_adventure()
    seat = AdventureSeat(table.row, ORGANIZER)

    def chosen(wanted: WantedCheck) -> tuple[str, str]:
        action = check_options(seat, ADVENTURE_LOGS.folded(table.row), PARTY[0], wanted)[0]
        spring = next(target for target in action.targets if target.key == "spring")
        assert spring.best is not None
        return spring.best.skill, spring.chances_of

    assert chosen(WantedCheck()) == ("Athletics", "Athletics")
    assert chosen(WantedCheck("attempt", "spring", "Crafting")) == ("Crafting", "Crafting")
    shown = LexborHTMLParser(page(table, who=PARTY[0].id, action="attempt", target="spring").content)
    form = next(
        node for node in shown.css("form") if node.css_first("input[value=spring]") and node.css_first("[type=radio]")
    )
    assert [node.attributes["value"] for node in form.css("[type=radio][checked]")] == ["Athletics"]


def test_modifiers_are_entered_for_named_characters_alone() -> None:
    table = own_adventure()
    (form,) = [form for form in event_forms(table.state, organizes=False) if form.kind == "modifier-typed"]
    assert [field.options for field in form.fields if field.name == "participant"] == [(("n1", "Old Flint"),)]
    members = own_adventure("bob", participants=PARTY[:1])
    assert "modifier-typed" not in [form.kind for form in event_forms(members.state, organizes=False)]


def test_those_who_join_in_one_step_stand_in_one_sentence() -> None:
    table = own_adventure(participants=())
    table.do(*map(AdventurerJoined, PARTY))
    table.do(AdventurerJoined(replace(PARTY[1], id="n2", name="Mara")))
    shown = LexborHTMLParser(page(table, tool="log").content)
    lines = [node.text(strip=True) for node in shown.css(".battle-log .adventure-lines > li > p")]
    assert lines == ["Mara takes part.", "Boar and Old Flint take part."]


def test_a_person_joins_a_gathering_by_a_form() -> None:
    ada = account("ada")
    ada.client.post("/adventures/new/", {"source": "ready:influence-the-captains-table"})
    table = AdventureTable(AdventureRow.objects.get().key, {"ada": ada})
    answer = press(table, do="person-added", name="The bosun", level="3", points="2")
    assert answer.status_code == 302, text_of(answer)
    assert "The bosun" in text_of(page(table))


def test_a_part_of_several_parts_is_asked_for_by_the_form_of_facts() -> None:
    field = next(iter(event_fields(AdventurerJoined, own_adventure().state)))
    assert field.group is not None
    assert {"who.id", "who.name", "who.level"} <= {field.path for field in field.group.fields}
    schema = declared_parts(AdventurerJoined)["who"].shape.schema
    assert fact_value("who", schema, QueryDict("who.id=n7&who.name=Rik&who.level=2&who.typed.0.name=Lore")) == {
        "id": "n7",
        "name": "Rik",
        "level": 2,
        "typed": [{"name": "Lore"}],
    }


@pytest.mark.parametrize("key", library_adventures())
def test_players_fetch_nothing_hidden_of_any_ready_adventure(key: str) -> None:
    ada = account("ada")
    ada.client.post("/adventures/new/", {"source": f"ready:{key}"})
    table = AdventureTable(AdventureRow.objects.get().key, {"ada": ada})
    press(table, do="named", name="Rik", modifiers="Diplomacy +5, Perception +5, Athletics +5, Stealth +5")
    join(table, "bob", visitor())
    hidden = [text for text in table.state.adventure.kind.hidden_facts(table.state).values() if len(text) > 20]
    pages = [
        f"{part}?who=n1&tool={tool}" for part in ("", "now/") for tool in ("run", "whole", "people", "facts", "log")
    ]
    for rest in ("", "?who=n1", *pages, "now/", "log/", "adventure.json", "summary.txt"):
        answer = page(table, "bob", rest)
        told = html.unescape(answer.content.decode())
        assert [text for text in hidden if text in told] == [], rest
        assert table.state.adventure.notes[:40] not in told or not table.state.adventure.notes
