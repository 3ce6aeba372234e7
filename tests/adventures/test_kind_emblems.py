"""Each kind of adventure has a picture and a color of its own, which the kind declares."""

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from adventures.templatetags.adventure_kinds import UNKNOWN, kind_emblem
from p2v_site.stylesheets import SOURCES
from printing.canvas import PLACES
from rules.adventures.kinds import KINDS
from tests.warbands.verbs import account


def test_no_two_kinds_look_alike() -> None:
    pictures = {kind.emblem for kind in KINDS.values()}
    assert len(pictures) == len({kind.tint for kind in KINDS.values()}) == len(KINDS)
    assert {*pictures, UNKNOWN[0]} <= PLACES.keys()
    css = (SOURCES / "components" / "kinds.css").read_text(encoding="utf-8")
    assert {kind.tint for kind in KINDS.values()} == set(re.findall(r'\[data-tint="(\w+)"\]', css))


def test_a_kind_that_this_version_does_not_have_has_a_picture_too() -> None:
    assert PLACES[UNKNOWN[0]] in kind_emblem("made-up")


@pytest.mark.django_db
def test_lists_show_the_picture_of_each_kind() -> None:
    ada = account("ada")
    ada.client.post("/adventures/new/", {"source": "ready:chase-the-stolen-bell", "scale": "p2v"})
    for address in ("/adventures/", "/adventures/new/"):
        shown = LexborHTMLParser(ada.get(address).content)
        pictures = [node.attributes["data-tint"] for node in shown.css(".kind-emblem")]
        assert {kind.tint for kind in KINDS.values()} <= set(pictures), address
    shown = LexborHTMLParser(ada.get("/adventures/").content)
    assert shown.css_first(".rows .kind-emblem").attributes["data-tint"] == KINDS["chase"].tint
