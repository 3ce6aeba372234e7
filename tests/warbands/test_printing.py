"""Printing a warband: what the page offers and shows, what the files say, whose they are, and what stays secret."""

from collections import Counter
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from common.web.cookies import PRINT
from printing.canvas import CHARACTERS, MM
from rules.building.draft import MAX_EXTRAS, MAX_MEMBERS, Draft, Secret
from rules.crests import CrestChoice
from rules.roster import ItemChoice, Member, Roster
from tests.reading import read
from tests.warbands.pdf_texts import pdf_text, reader
from tests.warbands.verbs import Person, account, text_of, visitor
from warbands.services.warbands import warband_choose_crest, warband_create, warband_share
from warbands.web.printing import MOST_ITEMS, NO_CREATURE_TICKED, NO_CREATURES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

MARK = "MARKED-SECRET"
DRAFT = Draft(
    Roster(
        (
            Member("boar", "m1", "Tusker", positioning=("false-object",), items=(ItemChoice("holy-water"),)),
            Member("kobold-warrior", "m2", "Snik"),
            Member("basilisk", "m3", "Stare"),
        ),
        "Ash <b>Company</b>",
        "limited",
        200,
        "LE",
    ),
    secrets=(Secret("m1", "false-object", MARK),),
)
EMPTY = replace(DRAFT, roster=replace(DRAFT.roster, members=()), secrets=())
SEEN_ONLY = "☼✿✯👁⚖🌀✊👿⛈" + "".join(CHARACTERS.values())
"""Signs that stand behind words as pictures."""
PAGES = ("print/", "print/?kind=cards", "roster.pdf", "cards.pdf")


def made(person: Person, draft: Draft = DRAFT) -> str:
    """Store a warband and return the address under which its player finds it."""
    return f"/warbands/{warband_create(owner=person.owner, draft=draft).key}/"


def shared(person: Person, draft: Draft = DRAFT) -> str:
    """Store a warband and return the address of its link."""
    key = warband_create(owner=person.owner, draft=draft).key
    return f"/shared/{warband_share(owner=person.owner, key=key, shared=True).warband.share_token}/"


def link(page: LexborHTMLParser) -> str:
    """Return where the page's one button leads to."""
    return page.css_first("a.primary#pdf").attributes["href"]


def drawn(page: LexborHTMLParser) -> str:
    return " ".join(node.text() for node in page.css("svg.printed text"))


def ticked(page: LexborHTMLParser) -> list[str]:
    return [node.attributes["value"] for node in page.css('[name="member"][checked]')]


# The files.


def test_the_player_prints_the_sheet_without_its_secrets():
    mira = account("mira")
    answer = mira.get(f"{made(mira)}roster.pdf")
    text = pdf_text(answer)
    assert "Ash <b>Company</b>" in text
    assert "Tusker" in text
    assert MARK not in text
    assert answer["Content-Disposition"] == 'inline; filename="ash-b-company-b.pdf"'


def test_the_sheet_shows_the_crest_that_the_owner_chose():
    mira = account("mira")
    address = made(mira)
    key = address.split("/")[2]
    for emblem in ("troll", "spider-face"):
        warband_choose_crest(owner=mira.owner, key=key, choice=CrestChoice(emblem, "bend"))
        page = read(mira.get(f"{address}print/"))
        assert CHARACTERS[emblem] in drawn(page)


def test_the_player_prints_cards_of_everybody_or_of_some_without_secrets():
    mira = account("mira")
    cards = f"{made(mira)}cards.pdf"
    answer = mira.get(cards)
    text = pdf_text(answer)
    assert all(name in text for name in ("Tusker", "Snik", "Stare"))
    assert MARK not in text
    assert "Carried by" not in text
    assert answer["Content-Disposition"] == 'inline; filename="ash-b-company-b-cards.pdf"'
    text = pdf_text(mira.client.get(f"{cards}?member=m3&member=gone&member=m2&member=%00"))
    assert "Tusker" not in text
    assert all(name in text for name in ("Snik", "Stare"))


def test_cards_of_carried_items_come_along_where_they_are_wanted():
    mira = account("mira")
    cards = f"{made(mira)}cards.pdf"
    assert "Carried by Tusker" in pdf_text(mira.get(cards, items="1"))
    assert "Carried by" not in pdf_text(mira.get(cards, items="1", member="m2"))


@pytest.mark.parametrize("query", ["member=gone", "member=", "member=%00", "tick=none"])
def test_cards_of_nobody_are_a_sentence_instead_of_a_file(query):
    mira = account("mira")
    answer = mira.client.get(f"{made(mira)}cards.pdf?{query}")
    assert answer.status_code == 404
    assert NO_CREATURE_TICKED in text_of(answer)


def test_an_empty_warband_prints_nothing_and_says_so():
    mira = account("mira")
    for address, status in ((made(mira, EMPTY), {".pdf": 404}), (shared(mira, EMPTY), {".pdf": 404})):
        for page in PAGES:
            answer = mira.client.get(address + page)
            assert answer.status_code == status.get(page[-4:], 200)
            assert NO_CREATURES in text_of(answer)


@pytest.mark.parametrize(
    ("file", "query", "size"),
    [
        ("roster.pdf", "", (595, 842)),
        ("roster.pdf", "paper=letter", (612, 792)),
        ("roster.pdf", "landscape=1", (842, 595)),
        ("roster.pdf", "paper=%00&landscape=x&low_ink=1", (595, 842)),
        ("cards.pdf", "paper=letter&landscape=1", (612, 792)),
        ("cards.pdf", "paper=card", (round(63 * MM), round(88 * MM))),
        ("cards.pdf", "paper=card&bleed=1", (round(69 * MM), round(94 * MM))),
    ],
)
def test_paper_and_direction_are_as_asked(file, query, size):
    mira = account("mira")
    mira.client.cookies[PRINT.name] = "letter.landscape.single"  # what was chosen before is no matter of a file
    page = reader(mira.client.get(f"{made(mira)}{file}?{query}")).pages[0]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == size


def test_backs_come_behind_the_cards():
    mira = account("mira")
    cards = f"{made(mira)}cards.pdf"
    assert len(reader(mira.get(cards, backs="1")).pages) == 2 * len(reader(mira.get(cards)).pages)


# Whose they are.


def test_only_its_owner_prints_what_is_not_shared():
    strangers = (account("tarn").client, visitor().client, Client())
    for owner in (account("mira"), visitor()):
        address = made(owner)
        for page in PAGES:
            assert owner.client.get(address + page).status_code == 200
            assert [stranger.get(address + page).status_code for stranger in strangers] == [404, 404, 404]


def test_whoever_has_the_link_prints_it_until_it_is_switched_off():
    mira, tarn = account("mira"), visitor()
    key = warband_create(owner=mira.owner, draft=DRAFT).key
    token = warband_share(owner=mira.owner, key=key, shared=True).warband.share_token
    for page in PAGES:
        answer = tarn.client.get(f"/shared/{token}/{page}")
        said = pdf_text(answer) if page.endswith(".pdf") else drawn(read(answer))
        assert "Tusker" in said
        assert MARK not in said
        assert MARK not in answer.content.decode("latin-1")
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert "no-store" in answer["Cache-Control"]
    assert f"/shared/{token}/" in pdf_text(tarn.get(f"/shared/{token}/roster.pdf"))
    warband_share(owner=mira.owner, key=key, shared=False)
    for page in PAGES:
        assert tarn.client.get(f"/shared/{token}/{page}").status_code == 404
        assert tarn.client.get(f"/shared/%00/{page}").status_code == 404


def test_printing_is_not_sent_by_a_form():
    mira = account("mira")
    address = made(mira)
    assert [mira.client.post(address + page).status_code for page in PAGES] == [405] * len(PAGES)


# The page.


def test_the_page_shows_what_the_file_will_say():
    mira = account("mira")
    address = made(mira)
    for query in ("kind=sheet&paper=letter&low_ink=1", "kind=cards&paper=a4&items=1&member=m1&member=m2"):
        page = read(mira.client.get(f"{address}print/?{query}"))
        text = pdf_text(mira.client.get(link(page)))
        assert "Snik" in text
        seen, extracted = (Counter("".join(words.split())) for words in (drawn(page), text))
        assert not extracted - seen
        assert set(seen - extracted) <= set(SEEN_ONLY)


def test_the_page_leads_to_the_file_of_what_is_chosen():
    mira = account("mira")
    address = made(mira)
    for query, wanted in (
        ("", "roster.pdf?paper=a4"),
        ("paper=letter&landscape=1&low_ink=1&backs=1", "roster.pdf?paper=letter&landscape=1&low_ink=1"),
        ("kind=cards&paper=card&backs=1&bleed=1&items=1", "cards.pdf?paper=card&backs=1&bleed=1&items=1"),
        ("kind=cards&member=&member=m3&member=x", "cards.pdf?paper=card&backs=1&bleed=1&items=1&member=m3"),
        ("kind=cards&paper=a4&member=m1&member=m2&member=m3", "cards.pdf?paper=a4"),
        ("kind=map&paper=a4", "roster.pdf?paper=a4"),
    ):
        assert link(read(mira.client.get(f"{address}print/?{query}"))) == address + wanted


def test_everybody_is_ticked_until_somebody_is_not():
    mira = account("mira")
    address = f"{made(mira)}print/"
    ask = lambda query: read(mira.client.get(f"{address}?kind=cards&{query}"))  # noqa: E731 - said six times
    assert ticked(ask("")) == ["m1", "m2", "m3"]
    assert ticked(ask("member=&member=m2")) == ["m2"]
    assert ticked(ask("member=&member=m2&tick=all")) == ["m1", "m2", "m3"]
    nobody = ask("member=&member=m2&tick=none")
    assert ticked(nobody) == []
    assert NO_CREATURE_TICKED in nobody.css_first("#printed").text()
    assert nobody.css_first("#pdf") is None


def test_a_sheet_is_of_the_whole_warband_whoever_is_ticked():
    mira = account("mira")
    page = read(mira.client.get(f"{made(mira)}print/?kind=sheet&member=&member=m2"))
    assert "Tusker" in drawn(page)
    assert link(page).endswith("roster.pdf?paper=a4")
    assert ticked(page) == ["m2"]


def test_what_was_chosen_for_one_warband_is_chosen_for_the_next():
    mira = account("mira")
    first, second = made(mira), shared(mira)
    mira.client.get(f"{first}print/?kind=cards&paper=letter&low_ink=1&backs=1")
    assert link(read(mira.get(f"{second}print/"))) == f"{second}roster.pdf?paper=letter&low_ink=1"
    cards = read(mira.get(f"{second}print/", kind="cards"))
    assert link(cards) == f"{second}cards.pdf?paper=letter&low_ink=1&backs=1"
    checked = {node.attributes["name"]: node.attributes["value"] for node in cards.css(".print-form [checked]")}
    assert checked == {"kind": "cards", "paper": "letter", "low_ink": "1", "backs": "1", "member": "m3"}


def test_pages_are_turned_by_links_that_keep_what_is_chosen():
    mira = account("mira")
    many = replace(DRAFT, roster=replace(DRAFT.roster, members=tuple(Member("boar", f"m{n}") for n in range(20))))
    address = made(mira, many)
    page = read(mira.get(f"{address}print/", kind="cards", paper="letter", page="2"))
    assert page.css_first('.printed-pages [role="status"]').text() == "Page 2 of 3"
    assert page.css_first('[rel="prev"]').attributes["href"] == f"{address}print/?kind=cards&paper=letter"
    assert page.css_first('[rel="next"]').attributes["href"] == f"{address}print/?kind=cards&paper=letter&page=3"
    assert page.css_first('input[name="page"][form="print"]').attributes["value"] == "2"


def test_a_change_brings_the_preview_alone_and_the_address_of_what_is_shown():
    mira = account("mira")
    address = f"{made(mira)}print/"
    htmx = {"HX-Request": "true", "HX-Target": "printed"}
    ask = lambda query: mira.client.get(f"{address}?{query}", headers=htmx)  # noqa: E731 - said four times
    answer = ask("kind=cards&paper=letter&landscape=1&member=&member=m2&page=7")
    assert answer["HX-Replace-Url"] == f"{address}?kind=cards&paper=letter&member=m2"
    assert "HX-Request" in answer["Vary"]
    assert b"<form" not in answer.content
    assert b"print-members" not in answer.content
    assert "Snik" in drawn(read(answer))
    answer = ask("kind=cards&paper=letter&member=&tick=none")
    assert answer["HX-Replace-Url"] == f"{address}?kind=cards&paper=letter&member="
    assert 'id="print-members" aria-label="Members" hx-swap-oob="true"' in answer.content.decode()


def test_what_players_wrote_is_text_in_the_page_and_its_picture():
    mira = account("mira")
    evil = '"><script>alert(1)</script><b>'
    roster = replace(DRAFT.roster, name=evil, members=(Member("boar", evil, evil), Member("boar", "m2")))
    address = made(mira, Draft(roster, notes=evil, member_notes={evil: evil}))
    for kind in ("sheet", "cards"):
        answer = mira.get(f"{address}print/", kind=kind)
        page = read(answer)
        assert "alert(1)" not in " ".join(node.text() for node in page.css("script"))
        assert not page.css("svg b, svg script, bdi b")
        assert evil in unescape(answer.content.decode())
    assert ticked(read(mira.get(f"{address}print/", kind="cards", member=evil))) == [evil]


# The ways to it.


def test_builder_sheet_list_and_link_lead_to_the_page():
    mira = account("mira")
    address = made(mira)
    for where in (address, f"{address}sheet/", "/warbands/"):
        assert f'href="{address}print/"' in mira.get(where).content.decode()
    link = shared(mira)
    assert f'href="{link}print/"' in visitor().get(link).content.decode()


# How much work it is.


def test_a_warband_of_thirty_takes_the_queries_of_one_of_three(django_assert_num_queries):
    mira, tarn = account("mira"), Client()
    creatures = ("boar", "kobold-warrior", "basilisk")
    for number in (3, 30):
        members = tuple(Member(creatures[place % 3], f"m{place}") for place in range(number))
        draft = replace(DRAFT, roster=replace(DRAFT.roster, members=members), secrets=())
        address, link = made(mira, draft), shared(mira, draft)
        mira.get(f"{address}sheet/")  # cards are read once
        for page in PAGES:
            with django_assert_num_queries(4):  # session and user besides
                assert mira.client.get(address + page).status_code == 200
            with django_assert_num_queries(2):
                assert tarn.get(link + page).status_code == 200


def test_cards_of_more_items_than_a_file_holds_are_refused_with_what_to_do():
    mira = account("mira")
    items = (ItemChoice("holy-water"),) * MAX_EXTRAS
    members = tuple(Member("boar", f"m{place}", items=items) for place in range(MOST_ITEMS // MAX_EXTRAS + 1))
    address = made(mira, Draft(Roster(members, "Rich", "unlimited", 1_000)))
    for page, status in (("print/?kind=cards&items=1", 200), ("cards.pdf?items=1", 404)):
        answer = mira.client.get(address + page)
        assert answer.status_code == status
        assert "They carry 350 items; one file has cards of at most 300." in text_of(answer)
    assert link(read(mira.client.get(f"{address}print/?kind=cards&items=0")))


def test_members_whose_ids_no_address_can_hold_are_printed_together():
    mira = account("mira")
    members = tuple(Member("boar", f"{place}{'龍' * 150}") for place in range(4))
    address = made(mira, Draft(Roster(members, "Long", "unlimited", 1_000)))
    page = read(mira.client.get(f"{address}print/?kind=cards&member={members[0].id}"))
    assert not page.css('[name="member"]')
    assert link(page) == f"{address}cards.pdf?paper=a4"
    assert len(page.css("svg.printed text")) > 0


def test_a_warband_of_the_greatest_size_can_be_printed():
    mira = account("mira")
    members = tuple(Member("boar", f"m{place}") for place in range(MAX_MEMBERS))
    address = made(mira, Draft(Roster(members, "Many", "unlimited", 100_000)))
    assert len(reader(mira.get(f"{address}cards.pdf")).pages) == -(-MAX_MEMBERS // 9)
    few = "&".join(f"member=m{place}" for place in range(0, MAX_MEMBERS, 2))
    assert len(link(read(mira.client.get(f"{address}print/?kind=cards&{few}")))) < 4_000
