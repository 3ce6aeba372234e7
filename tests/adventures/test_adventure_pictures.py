"""Pictures beside names, the track of a chase with its tokens, and the tabs of the organizer's tools."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from adventures.drawings.pictures import picture_of
from adventures.services.adventures import adventure_make
from adventures.templatetags.adventure_drawings import chase_line
from adventures.templatetags.adventure_kinds import initial
from printing.canvas import CHARACTERS, PLACES
from rules.adventures.kinds.chase.events import ChaseSideMoved
from rules.adventures.library import library_adventures
from tests.adventures.play import SEED, AdventureTable
from tests.warbands.verbs import account


@pytest.mark.parametrize(
    ("name", "picture"),
    [
        ("Rope Bridge", PLACES["stone-bridge"]),
        ("The Ropewalk Dog", CHARACTERS["sitting-dog"]),
        ("LOCKED DOOR", PLACES["lock-picking"]),
        ("The Owls", PLACES["sprint"]),
        ("", PLACES["sprint"]),
        ("Wald und Brücke", PLACES["sprint"]),
    ],
)
def test_a_name_has_the_picture_of_its_words_else_the_usual_one(name: str, picture: str) -> None:
    assert picture_of(name, "sprint") == picture


@pytest.mark.parametrize(
    ("name", "letter"), [("Mara", "M"), ("The party", "P"), ("“élan”", "É"), ("…", "•"), ("7 dogs", "7")]
)
def test_a_token_has_the_first_letter_of_a_name(name: str, letter: str) -> None:
    assert initial(name) == letter


@pytest.mark.django_db
def test_the_track_of_a_chase_shows_who_stands_where_and_what_lies_behind() -> None:
    ada = account("ada")
    row = adventure_make(owner=ada.owner, adventure=library_adventures()["chase-the-stolen-bell"], seed=SEED)
    table = AdventureTable(row.key, {"ada": ada})

    def columns() -> tuple[list[bool], int, int]:
        page = LexborHTMLParser(ada.get(f"/adventures/{row.key}/").content)
        steps = page.css(".chase-columns > li")
        party = [place for place, step in enumerate(steps) if step.css(".person-token:not(.is-rival)")]
        others = [place for place, step in enumerate(steps) if step.css(".person-token.is-rival")]
        assert len(party) == len(others) == 1
        return ["is-passed" in (step.attributes.get("class") or "") for step in steps], party[0], others[0]

    passed, party, others = columns()
    assert (any(passed), party) == (False, 0)
    assert others > party
    stop = chase_line(table.state)[2].stops[0]
    ada.client.post(f"/adventures/{row.key}/act/", {"do": "named", "name": "Mara", "seen": table.row.head})
    (mara,) = table.state.participants
    table.do(ChaseSideMoved(mara.id, stop.key, "They know a shorter way."))
    passed, party, _ = columns()
    assert (passed[:3], party) == ([True, True, False], 2)


@pytest.mark.django_db
def test_what_players_can_do_too_has_a_tab_beside_what_only_the_organizer_can() -> None:
    ada = account("ada")
    row = adventure_make(owner=ada.owner, adventure=library_adventures()["vehicles-the-salt-road"], seed=SEED)

    ada.client.post(f"/adventures/{row.key}/act/", {"do": "named", "name": "Mara", "seen": 0})

    def forms(**query: str) -> tuple[list[str], set[str]]:
        tools = LexborHTMLParser(ada.get(f"/adventures/{row.key}/", **query).content).css_first(".adventure-tools")
        tabs = [tab.text() for tab in tools.css(".tabs a")]
        return tabs, {fold.attributes["id"] or "" for fold in tools.css("details")}

    tabs, playing = forms(tool="play")
    assert tabs[:3] == ["Do something", "Run it", "Whole adventure"]
    _, running = forms(tool="run")
    assert "do-vehicle-placed" in running
    assert not playing & running
    assert len(playing) + len(running) == 10
