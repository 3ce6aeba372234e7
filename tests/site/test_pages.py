"""The front page, about, licenses, errors, and the account pages in the site's own look."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.password_validation import get_default_password_validators
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.test import Client
from fontTools.ttLib import TTFont
from selectolax.lexbor import LexborHTMLParser

from compendium.models import Source
from compendium.services.creatures import creature_create
from p2v_site.stylesheets import SOURCES
from p2v_site.web.pages import places_of_the_day
from rules.alignment import ALIGNMENTS
from rules.cards.model import Card, Stats
from rules.cards.sheet import COST_SIGNS, MOVEMENT_SIGNS, USE_SIGNS

STATIC = Path(settings.BASE_DIR) / "p2v_site" / "static"
FONTS = STATIC / "fonts"


@pytest.fixture
def boar():
    card = Card("", "Boar", 1, "TN", "Medium", Stats(5, 14, 14, 5, 3, 1, 25, 8), license="ORC")
    return creature_create(card=card, source=Source.objects.create(key="own", name="Own"), key="boar")


@pytest.mark.django_db
def test_the_front_page_says_what_muster_is_and_leads_to_each_task_in_three_queries(
    client, boar, django_assert_num_queries
):
    client.get("/")
    with django_assert_num_queries(3):
        page = LexborHTMLParser(client.get("/").content)
    head = " ".join(page.css_first(".front-head").text().split())
    for word in ("free", "miniatures", "warband", "battles", "campaign"):
        assert word in head
    assert [link.text() for link in page.css(".front-head .button")] == [
        "Build a warband",
        "Play against the game",
    ]
    assert [link.attributes["href"] for link in page.css(".tiles a")] == [
        "/warbands/new/",
        "/battles/new/",
        "/campaigns/",
        "/print/",
    ]
    assert [card.text() for card in page.css(".days-cards .card-name")] == ["Boar"]


def test_the_cards_of_a_day_are_three_different_ones_and_other_ones_the_next_day():
    assert [places_of_the_day(740_000, total) for total in (0, 1)] == [[], [0]]
    for total in (2, 3, 147):
        today, tomorrow = places_of_the_day(740_000, total), places_of_the_day(740_001, total)
        assert len(set(today)) == len(today) == min(3, total)
        assert max(today) < total
        assert total <= 3 or not set(today) & set(tomorrow)


@pytest.mark.django_db
def test_the_front_page_of_an_empty_compendium_says_how_to_fill_it(client):
    assert "load_compendium" in client.get("/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/about/", "/privacy/", "/licences/", "/accounts/login/", "/accounts/signup/"])
def test_a_page_without_creatures_asks_the_database_nothing(client, address, django_assert_num_queries):
    client.get(address)
    with django_assert_num_queries(0):
        assert client.get(address).status_code == 200


def test_the_licenses_are_there_word_for_word(client):
    body = client.get("/licences/").content.decode()
    for words in (
        "This product is licensed under the ORC License to be held in the Library of Congress",
        "OPEN GAME LICENSE Version 1.0a",
        "END OF LICENSE",
        "SIL OPEN FONT LICENSE Version 1.1",
        "ParaType Ltd grants you the right",
        "George Douros",
    ):
        assert words in body
    assert 'id="orc"' in body
    assert 'id="ogl"' in body


@pytest.mark.django_db
def test_an_unknown_address_gets_a_page_of_the_site(client):
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    body = response.content.decode()
    assert "Page not found" in body
    assert 'class="masthead"' in body


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_in_plain_words():
    response = Client(enforce_csrf_checks=True).post("/compare/basket/", {"creature": "boar", "do": "add"})
    assert response.status_code == 403
    assert "This form has expired" in response.content.decode()


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500"])
def test_every_error_page_draws_without_a_request(name):
    body = render_to_string(f"{name}.html")
    assert re.search(r"<h1>[^<]{10,}</h1>", body)
    assert "Muster" in body


def test_the_page_of_a_fault_needs_nothing_that_may_be_broken():
    source = (Path(settings.BASE_DIR) / "p2v_site" / "templates" / "500.html").read_text(encoding="utf-8")
    assert "{%" not in source
    assert "{{" not in source
    assert finders.find("css/core.css")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/accounts/password/reset/done/",
        "/accounts/confirm-email/",
        "/accounts/inactive/",
    ],
)
def test_account_pages_of_a_visitor_look_like_the_site(client, address):
    response = client.get(address)
    assert response.status_code == 200
    assert_looks_like_the_site(response.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/accounts/email/", "/accounts/password/change/", "/accounts/logout/", "/accounts/2fa/"]
)
def test_account_pages_of_a_member_look_like_the_site(client, django_user_model, address):
    member = django_user_model.objects.create_user("mira", "mira@example.org", "a long pass phrase")
    client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    response = client.get(address)
    assert response.status_code == 200
    body = response.content.decode()
    assert_looks_like_the_site(body)
    assert 'aria-label="Account"' in body


@pytest.mark.django_db
def test_a_wrong_password_is_told_beside_the_form(client):
    body = client.post("/accounts/login/", {"login": "mira", "password": "no"}).content.decode()
    assert 'class="errorlist' in body


@pytest.mark.django_db
def test_a_member_sees_their_name_in_the_masthead(client, django_user_model):
    client.force_login(
        django_user_model.objects.create_user("<b>mira"), backend="django.contrib.auth.backends.ModelBackend"
    )
    body = client.get("/about/").content.decode()
    assert "&lt;b&gt;mira" in body
    assert "Sign in" not in body


@pytest.mark.parametrize(("cookie", "shown"), [("dark", 'data-theme="dark"'), ("light", 'data-theme="light"')])
def test_the_chosen_theme_is_in_the_page_before_any_script(client, cookie, shown):
    client.cookies["theme"] = cookie
    assert shown in client.get("/about/").content.decode()


def test_a_theme_that_is_none_is_left_to_the_system(client):
    client.cookies["theme"] = '"><script>'
    body = client.get("/about/").content.decode()
    assert "data-theme=" not in body
    assert "<script>" not in body


@pytest.mark.parametrize("address", ["/about/", "/privacy/", "/licences/", "/accounts/login/", "/accounts/signup/"])
def test_no_page_has_inline_styles_or_scripts_or_leaves_the_site(client, db, address):
    response = client.get(address)
    body = response.content.decode()
    assert "style=" not in body
    assert "<style" not in body
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", body)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', body)
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]


def test_the_font_of_signs_has_every_sign_of_the_game():
    wanted = {alignment.sign for alignment in ALIGNMENTS} | set("☐☑∞→←↑↓⌕☾☀▲") | set(USE_SIGNS.values())
    wanted |= {char for sign, _ in COST_SIGNS.values() for char in sign} | set(MOVEMENT_SIGNS.values())
    assert not {sign for sign in wanted if ord(sign) not in TTFont(STATIC / "fonts" / "signs.woff2").getBestCmap()}


@pytest.mark.parametrize("name", ["display-bold", "display-italic", "text", "text-bold", "text-italic"])
def test_the_fonts_of_text_write_every_european_name(name):
    known = {code for part in (name, f"{name}-extended") for code in TTFont(FONTS / f"{part}.woff2").getBestCmap()}
    assert not [char for char in "AZaz09éÉñßøłžŠőăı–—−’“”…×" if ord(char) not in known]


def test_a_font_is_light_and_loaded_for_the_characters_that_it_has_and_no_others():
    faces = re.findall(r"@font-face \{(.*?)\}", (SOURCES / "fonts.css").read_text(encoding="utf-8"), re.DOTALL)
    ranges = {re.search(r"fonts/([\w-]+)", face)[1]: code_points(face) for face in faces}
    assert sorted(ranges) == sorted(path.stem for path in FONTS.glob("*.woff2"))
    for name, own in ranges.items():
        path = FONTS / f"{name}.woff2"
        assert path.stat().st_size <= 21 * 1024
        assert set(TTFont(path).getBestCmap()) - {ord(" ")} <= own, name
        same_face = [codes for other, codes in ranges.items() if other != name and face_of(other) == face_of(name)]
        assert not [codes & own for codes in same_face if codes & own], name


def code_points(face: str) -> set[int]:
    """Return the characters for which a font face is loaded."""
    ranges = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", face)
    return {code for first, last in ranges for code in range(int(first, 16), int(last or first, 16) + 1)}


def face_of(name: str) -> str:
    """Return what is left of the name of a font's file without the part that it has of the face."""
    return re.sub(r"-(extended|\d+)$", "", name)


def assert_looks_like_the_site(body: str) -> None:
    assert 'class="masthead"' in body
    assert "css/core.css" in body
    assert "<h1" in body


def test_the_icon_is_where_old_programs_look_for_it(client):
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer["Location"]) == (302, static("img/favicon.ico"))
    assert finders.find("img/favicon.ico")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["login/", "signup/", "password/reset/", "email/", "password/change/", "logout/", "2fa/", "reauthenticate/"],
)
def test_account_pages_are_in_sentence_case(client, django_user_model, address):
    if address not in ("login/", "signup/", "password/reset/"):
        client.force_login(django_user_model.objects.create_user("ada", "ada@muster.example", "correct horse battery"))
    page = LexborHTMLParser(client.get(f"/accounts/{address}", follow=True).content.decode())
    shown = [" ".join(node.text().split()) for node in page.css("title, h1, h2, h3, label, legend, button, .button")]
    assert page.css_first("h1")
    titled = [text for text in shown if re.search(r"[a-z][ -][A-Z][a-z]", text)]
    assert [text for text in titled if "@" not in text] == []  # an address is followed by its badges


@pytest.mark.django_db
def test_a_new_password_is_shown_the_rules_that_check_it(client):
    rules = {
        "UserAttributeSimilarityValidator": "your own name",
        "MinimumLengthValidator": "At least {0.min_length} characters",
        "CommonPasswordValidator": "A common password",
        "NumericPasswordValidator": "not all of them digits",
    }
    page = LexborHTMLParser(client.get("/accounts/signup/").content.decode())
    shown = " ".join(page.css_first("#id_password1_helptext").text().split())
    validators = {type(validator).__name__: validator for validator in get_default_password_validators()}
    assert validators.keys() == rules.keys()
    assert [rules[name] for name, validator in validators.items() if rules[name].format(validator) not in shown] == []
