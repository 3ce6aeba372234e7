"""The link of a warband: switched on and off by its player, opened by anybody, and never telling a secret."""

from dataclasses import replace
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from django.conf import settings as site_settings
from django.test import Client
from PIL import Image
from selectolax.lexbor import LexborHTMLParser

from rules.building.draft import Draft
from rules.building.warband import WarbandRename
from rules.roster import Member, Override, Roster, roster_from_json
from rules.roster.model import ItemChoice
from tests.warbands.shared import MARK, SECRETIVE, drafts_of, link_on, shared_by, switch, warband_of, words
from tests.warbands.verbs import account, visitor
from warbands.drawings.charts import qr_code
from warbands.models import Warband
from warbands.selectors.legality import roster_verdict
from warbands.services.drafts import draft_change
from warbands.services.warbands import warband_archive, warband_delete

pytestmark = pytest.mark.usefixtures("small_compendium")


def test_a_warband_is_not_shared_until_its_player_says_so():
    ada = account("ada")
    warband = warband_of(ada)
    page = ada.get(f"/warbands/{warband.key}/share/")
    assert "Make a link" in words(page)
    assert b"share-link" not in page.content
    assert warband.share_token is None


def test_who_has_the_link_reads_the_warband_until_it_is_switched_off():
    ada, anybody = account("ada"), Client()
    warband = warband_of(ada)
    link = link_on(switch(ada, warband, "on", follow=True).content)
    assert link.startswith("http://testserver/shared/")
    assert "Ash Company" in words(anybody.get(link))
    gone = switch(ada, warband, "off", follow=True)
    assert "The link is off." in words(gone)
    assert anybody.get(link).status_code == 404


def test_a_link_that_was_switched_off_stays_off_when_there_is_a_new_one():
    ada, anybody = account("ada"), Client()
    warband = warband_of(ada)
    first = link_on(switch(ada, warband, "on", follow=True).content)
    switch(ada, warband, "off")
    second = link_on(switch(ada, warband, "on", follow=True).content)
    assert first != second
    assert [anybody.get(link).status_code for link in (first, second)] == [404, 200]


def test_switching_on_what_is_on_keeps_the_link():
    ada = account("ada")
    warband = warband_of(ada)
    links = {link_on(switch(ada, warband, "on", follow=True).content) for _ in range(2)}
    assert len(links) == 1


def test_a_visitor_without_an_account_shares_as_well():
    somebody = visitor()
    link = link_on(switch(somebody, warband_of(somebody), "on", follow=True).content)
    assert "Ash Company" in words(Client().get(link))


@pytest.mark.parametrize("fields", [{}, {"switch": ""}, {"switch": "ON\0"}, {"switch": "1"}])
def test_a_switch_knows_only_on_and_off(fields):
    ada = account("ada")
    warband = warband_of(ada)
    assert ada.client.post(f"/warbands/{warband.key}/share/", fields).status_code == 400
    warband.refresh_from_db()
    assert warband.share_token is None


def test_the_page_of_sharing_says_that_secrets_stay_secret_where_there_are_any():
    ada = account("ada")
    secretive, open_one = warband_of(ada), warband_of(ada, replace(SECRETIVE, secrets=()))
    assert "your secret choices" in words(ada.get(f"/warbands/{secretive.key}/share/"))
    assert "your secret choices" not in words(ada.get(f"/warbands/{open_one.key}/share/"))


# The code for cameras.


def test_the_page_of_sharing_draws_the_code_of_its_link():
    ada = account("ada")
    page = switch(ada, warband_of(ada), "on", follow=True).content
    assert qr_code(link_on(page)) in page.decode()


# Whose pages they are.


@pytest.mark.parametrize("name", ["share", "sheet"])
def test_only_its_owner_opens_the_pages_of_a_warband(name):
    ada, bob, somebody, other = account("ada"), account("bob"), visitor(), visitor()
    for owner in (ada, somebody):
        address = f"/warbands/{warband_of(owner).key}/{name}/"
        for person in (ada, bob, somebody, other):
            assert person.get(address).status_code == (200 if person is owner else 404)
        assert Client().get(address).status_code == 404


def test_only_its_owner_switches_the_link():
    ada, bob, other = account("ada"), account("bob"), visitor()
    warband = warband_of(ada)
    for person in (bob, other):
        assert switch(person, warband, "on").status_code == 404
    assert Client().post(f"/warbands/{warband.key}/share/", {"switch": "on"}).status_code == 404
    warband.refresh_from_db()
    assert warband.share_token is None


def test_anybody_opens_and_downloads_and_copies_what_is_shared():
    ada = account("ada")
    address = shared_by(ada)
    for client in (ada.client, account("bob").client, visitor().client, Client()):
        assert client.get(address).status_code == 200
        assert client.get(f"{address}roster.json").status_code == 200
        copied = client.post(f"{address}copy/")
        assert copied.status_code == 302
        assert client.get(copied["Location"]).status_code == 200


def test_its_player_is_led_from_the_shared_page_to_the_builder_and_nobody_else_is():
    for owner, others in ((account("ada"), (account("bob"), visitor())), (visitor(), (account("cyd"), visitor()))):
        address = shared_by(owner)
        assert "Back to the builder" in words(owner.get(address))
        for other in others:
            assert "Back to the builder" not in words(other.get(address))
        assert "Back to the builder" not in words(Client().get(address))


def test_only_its_player_sees_the_places_to_build_on_the_shared_page():
    ada = account("ada")
    address = shared_by(ada)
    assert b"Random box" in ada.get(address).content
    assert b"Random box" not in Client().get(address).content


# What is not there.


@pytest.mark.parametrize("token", ["nothing", "%00", "a%00b", "x" * 3000, "..%2f..", "%F0%9F%90%89", "none)"])
def test_a_link_that_leads_nowhere_says_so(token):
    for address in (f"/shared/{token}/", f"/shared/{token}/roster.json"):
        answer = Client().get(address)
        assert answer.status_code == 404
    answer = Client().get(f"/shared/{token}/")
    if "%2f" not in token:
        assert "Its player switched the link off, or the link has a typo." in words(answer)
        assert Client().post(f"/shared/{token}/copy/").status_code == 404


def test_a_deleted_warband_is_shared_no_more_and_an_archived_one_still():
    ada = account("ada")
    address = shared_by(ada)
    key = Warband.objects.get().key
    warband_archive(owner=ada.owner, key=key, archived=True)
    assert Client().get(address).status_code == 200
    warband_delete(owner=ada.owner, key=key)
    assert Client().get(address).status_code == 404


def test_copying_is_asked_for_with_a_form():
    address = shared_by(account("ada"))
    assert Client().get(f"{address}copy/").status_code == 405
    assert Client(enforce_csrf_checks=True).post(f"{address}copy/").status_code == 403
    assert Client().post(address).status_code == 405


# What leaves the page.


def test_what_is_shared_is_kept_by_no_cache_and_found_by_no_search():
    address = shared_by(account("ada"))
    for path in (address, f"{address}roster.json", "/shared/nothing/"):
        answer = Client().get(path)
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert set(answer["Cache-Control"].split(", ")) == {"private", "no-store"}
        assert answer["Referrer-Policy"] == "same-origin"
    assert b'<meta name="robots" content="noindex, nofollow">' in Client().get(address).content


def test_the_shared_page_loads_nothing_from_elsewhere_that_would_learn_its_address():
    page = LexborHTMLParser(Client().get(shared_by(account("ada"))).content.decode())
    targets = [node.attributes.get(name) for name in ("src", "href", "action") for node in page.css(f"[{name}]")]
    assert targets
    assert [target for target in targets if target and urlsplit(target).netloc] == []


def test_the_file_is_the_roster_that_the_page_shows():
    draft = replace(SECRETIVE, roster=replace(SECRETIVE.roster, points_limit=30))
    address = shared_by(account("ada"), draft)
    answer = Client().get(f"{address}roster.json")
    assert answer["Content-Disposition"] == 'attachment; filename="ash-company.json"'
    verdict = roster_verdict(roster_from_json(answer.content))
    page = words(Client().get(address))
    assert f"{verdict.points} of 30 points" in page
    assert [problem.message in page for problem in verdict.problems] == [True] * len(verdict.problems)
    assert not verdict.legal
    assert "Not legal" in page


def test_a_collection_tells_others_only_of_the_members_and_the_verdict_is_the_same():
    owned = {"boar": 0, "basilisk": 12}
    draft = replace(SECRETIVE, roster=replace(SECRETIVE.roster, collection=owned))
    address = shared_by(account("ada"), draft)
    facts = roster_from_json(Client().get(f"{address}roster.json").content)
    assert facts.collection == {"boar": 0}
    assert roster_verdict(facts) == roster_verdict(draft.roster)
    assert "Only figures that the player owns." in words(Client().get(address))


# Copies.


def test_a_copy_is_whoever_asked_for_it_and_changes_nothing_of_the_first():
    ada = account("ada")
    draft = replace(
        SECRETIVE,
        roster=replace(SECRETIVE.roster, collection={"boar": 0}, overrides=(Override("creature.over_half", "agreed"),)),
    )
    address = shared_by(ada, draft)
    stranger = Client()
    answer = stranger.post(f"{address}copy/", follow=True)
    assert "Copied into your warbands" in words(answer)
    copy = Warband.objects.exclude(ada.owner.q).get()
    assert answer.redirect_chain == [(f"/warbands/{copy.key}/", 302)]
    assert copy.share_token is None
    bob = account("bob")
    bob.client.post(f"{address}copy/")
    (copied,) = drafts_of(bob)
    assert copied.roster == replace(draft.roster, name="Ash Company (copy)", collection=None)
    assert (copied.notes, copied.member_notes) == (draft.notes, draft.member_notes)
    assert drafts_of(ada) == [draft]


def test_who_has_too_many_warbands_is_told_on_the_page(monkeypatch):
    address = shared_by(account("ada"))
    monkeypatch.setitem(site_settings.QUOTAS, "warbands", (0, 0))
    answer = account("bob").client.post(f"{address}copy/")
    assert answer.status_code == 422
    assert "the most that you can keep" in words(answer)
    assert "Ash Company" in words(answer)


# Finding one's way on the shared page.


def test_each_member_of_a_shared_warband_is_a_row_that_opens_into_its_card():
    sling = Member("kobold-warrior", "m1", "Snik", upgrades=("sling",), hero_points=2)
    boar = Member("boar", "m2", items=(ItemChoice("holy-water"), ItemChoice("holy-water")))
    address = shared_by(account("ada"), Draft(Roster((sling, boar, Member("basilisk", "m3")), "", "unlimited", 1000)))
    page = LexborHTMLParser(Client().get(address).content)
    assert [" ".join(row.text().split()) for row in page.css(".sheet-member > summary")] == [
        "✊Snik Kobold Warrior Sling, 2 hero points 15 pts",
        "⚖Boar 2 × Holy Water 24 pts",
        "⚖Basilisk 32 pts",
    ]
    assert page.css(".sheet-member[open]") == []
    assert [len(member.css(".stats")) for member in page.css(".sheet-member")] == [1, 1, 1]


def test_the_head_says_how_full_the_warband_is_and_has_its_problems_in_a_line():
    draft = Draft(Roster((Member("boar", "m1"), Member("caldera-oni", "m2")), "Many", "unlimited", 100))
    head = LexborHTMLParser(Client().get(shared_by(account("ada"), draft)).content).css_first(".night-head")
    assert "210 of 100 points" in " ".join(head.text().split())
    assert head.css_first(".points-bar.over .full").attributes["width"] == "100"
    assert head.css_first("details.warband-verdict > summary").text().split() == ["Not", "legal:", "2", "problems"]
    assert len(head.css(".warband-verdict li")) == 2


def test_what_can_be_done_stands_before_the_members():
    body = Client().get(shared_by(account("ada"), many(2))).content.decode()
    assert body.index("sheet-tools") < body.index("sheet-member")


def test_the_players_own_sheet_is_open():
    ada = account("ada")
    shared_by(ada, many(7))
    page = LexborHTMLParser(ada.client.get(f"/warbands/{Warband.objects.get().key}/sheet/").content)
    assert len(page.css(".sheet-member[open]")) == 7


# How much work it is.


def many(number: int) -> Draft:
    creatures = ("kobold-warrior", "boar", "basilisk", "caldera-oni")
    members = [
        Member(creatures[place % 4], f"m{place}", f"Number {place}", items=(ItemChoice("holy-water"),))
        for place in range(number)
    ]
    return Draft(Roster(tuple(members), "Many", "unlimited", 1000))


def test_a_page_of_thirty_members_takes_the_queries_of_one_of_four(django_assert_num_queries):
    ada = account("ada")
    for number in (4, 30):
        address = shared_by(ada, many(number))
        key = Warband.objects.order_by("pk").last().key
        stranger = Client()
        stranger.get(address)  # cards are read once
        with django_assert_num_queries(3):
            page = stranger.get(address)
        assert page.content.count(b"sheet-member") == number
        with django_assert_num_queries(1):
            stranger.get(f"{address}roster.json")
        with django_assert_num_queries(5):  # session and user besides
            ada.get(f"/warbands/{key}/sheet/")
        with django_assert_num_queries(3):
            ada.get(f"/warbands/{key}/share/")


# What chats show of a link.


def link_preview(client: Client, address: str) -> dict[str, str]:
    """Return what a page tells chats about itself."""
    head = LexborHTMLParser(client.get(address).content.decode()).css("meta[property], meta[name^=twitter]")
    return {(node.attributes.get("property") or node.attributes["name"]): node.attributes["content"] for node in head}


def test_a_preview_of_a_link_has_name_points_and_a_picture():
    address = shared_by(account("ada"))
    shown = link_preview(Client(), address)
    assert shown["og:title"] == "Ash Company"
    about = "34 of 200 points · Lawful Evil · Balanced, Limited Play: Snik (Kobold Warrior), Boar"
    assert shown["og:description"] == about
    assert shown["og:url"] == f"http://testserver{address}"
    assert shown["twitter:card"] == "summary_large_image"
    assert MARK not in str(shown)
    picture = Client().get(shown["og:image"])
    assert picture["Content-Type"] == "image/png"
    assert Image.open(BytesIO(picture.content)).size == (1200, 630)


def test_links_that_are_sent_around_begin_with_the_address_of_the_site(settings):
    settings.SITE_URL = "https://muster.example"
    address = shared_by(account("ada"))
    shown = link_preview(Client(), address)
    assert shown["og:url"] == f"https://muster.example{address}"
    assert shown["og:image"].startswith(f"https://muster.example{address}picture.png?version=")


def test_a_picture_is_drawn_anew_only_when_the_warband_has_changed():
    ada = account("ada")
    address = shared_by(ada)
    before = link_preview(Client(), address)["og:image"]
    mark = Client().get(before)["ETag"]
    again = Client().get(before, headers={"If-None-Match": mark})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", mark)
    draft_change(owner=ada.owner, key=Warband.objects.get().key, version=1, change=WarbandRename("Grey Company"))
    after = link_preview(Client(), address)["og:image"]
    assert after != before
    changed = Client().get(after, headers={"If-None-Match": mark})
    assert changed.status_code == 200
    assert changed["ETag"] != mark


def test_a_link_that_is_off_has_no_picture():
    ada = account("ada")
    address = shared_by(ada)
    picture = f"{address}picture.png"
    answer = Client().get(picture)
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-cache"}
    switch(ada, Warband.objects.get(), "off")
    assert Client().get(picture, headers={"If-None-Match": answer["ETag"]}).status_code == 404
    assert ada.client.get("/shared/nothing/picture.png").status_code == 404
