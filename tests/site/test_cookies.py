"""The cookies that Muster declares, lists on its page about privacy and really sets."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from accounts.models import User
from common.web.cookies import COOKIES, THEME
from compendium.models import Source
from compendium.services.creatures import creature_create
from rules.cards.model import Card, Stats
from tests.reading import read
from tests.trees import ROOMS
from tests.warbands.filling import NEW, fields

PASSWORD = "correct horse battery"
SIGN_UP = {"username": "ada", "email": "ada@muster.example", "password1": PASSWORD, "password2": PASSWORD}
SIGN_IN = {"login": "ada", "password": PASSWORD}


class CookieRecord:
    """A browser that keeps the name and the lifetime of each cookie that it is given; None: until it is closed."""

    def __init__(self) -> None:
        self.given: set[tuple[str, int | None]] = set()
        self.client = Client()

    def get(self, address: str) -> Any:
        return self._recorded(self.client.get(address))

    def post(self, address: str, **data: Any) -> Any:
        return self._recorded(self.client.post(address, data))

    def _recorded(self, answer: Any) -> Any:
        assert answer.status_code in (200, 302), answer.content.decode()
        self.given |= {
            (morsel.key, None if morsel["max-age"] == "" else int(morsel["max-age"]))
            for morsel in answer.cookies.values()
            if morsel.value  # else it is deleted
        }
        return answer


def lifetimes() -> set[tuple[str, int | None]]:
    declared: set[tuple[str, int | None]] = {(cookie.name, cookie.max_age) for cookie in COOKIES}
    return declared | {(cookie.name, None) for cookie in COOKIES if cookie.may_end_with_browser}


@pytest.mark.django_db
def test_the_cookies_that_are_set_are_those_that_are_declared():
    stats = Stats(fight=5, armor=14, power=14, fortitude=5, reflex=3, will=1, hp=25, speed=8)
    card = Card("", "Boar", 1, "TN", "Medium", stats, license="ORC")
    creature_create(card=card, source=Source.objects.create(key="own", name="Own"), key="boar")
    User.objects.create_superuser("root", "root@muster.example", PASSWORD)

    visitor = CookieRecord()
    for address in ("/", "/about/", "/creatures/", "/creatures/boar/", "/search/?q=boar", "/warbands/", "/glossary/"):
        visitor.get(address)
    assert {name for name, _ in visitor.given} <= {settings.CSRF_COOKIE_NAME}
    visitor.post("/compare/basket/", creature="boar", do="add")
    visitor.post("/selection/", creature="boar", shown="boar")
    visitor.get("/print/creatures/?creature=boar&paper=letter")
    visitor.post(NEW, **fields(read(visitor.get(NEW))) | {"name": "Ash Company"})
    visitor.get("/accounts/signup/")
    visitor.post("/accounts/signup/", **SIGN_UP)
    visitor.post("/accounts/logout/")
    visitor.post("/accounts/login/", **SIGN_IN)
    visitor.post("/accounts/logout/")
    visitor.post("/accounts/login/", **SIGN_IN, remember="on")

    editor = CookieRecord()
    editor.get("/admin/login/?next=/admin/")
    editor.client.force_login(User.objects.get(username="root"))
    editor.get("/admin/")
    editor.get("/admin/compendium/creature/")

    assert visitor.given | editor.given == lifetimes() - {(THEME.name, THEME.max_age)}


def test_the_script_keeps_the_theme_as_declared():
    script = (Path(settings.BASE_DIR) / "p2v_site/static/js/theme.js").read_text(encoding="utf-8")
    [(name, max_age)] = re.findall(r"document\.cookie = `(\w+)=[^;]*; path=/; max-age=(\d+)", script)
    assert (name, int(max_age)) == (THEME.name, THEME.max_age)


def test_cookies_are_set_in_one_place_and_scripts_store_nothing_else():
    root = Path(settings.BASE_DIR)
    files = [file for room in ROOMS for suffix in ("py", "js") for file in (root / room).rglob(f"*.{suffix}")]
    storing = re.compile(r"\.set_(?:signed_)?cookie\(|document\.cookie = |localStorage|sessionStorage|indexedDB")
    writers = {str(file.relative_to(root)) for file in files if storing.search(file.read_text(encoding="utf-8"))}
    # The queue stores what was entered without a network until it is sent, the map of hexes its window, and the board
    # whether it is turned and its single keys are off: the page about privacy says so.
    scripts = {f"p2v_site/static/js/{name}.js" for name in ("board", "hexmap", "queue", "theme")}
    assert writers == {"common/web/cookies.py", *scripts}


def test_the_privacy_page_lists_each_cookie_and_how_long_it_is_kept(client):
    page = LexborHTMLParser(client.get("/privacy/").content.decode())
    table = page.css_first("#cookies ~ .facts")
    assert [node.text() for node in table.css("code")] == [cookie.name for cookie in COOKIES]
    kept = {name.text(): node.text() for name, node in zip(table.css("code"), table.css(".help"), strict=True)}
    assert kept == {
        "sessionid": "Kept for 180 days, or until you close the browser.",
        "csrftoken": "Kept for 364 days.",
        "messages": "Kept until you close the browser.",
        "known": "Kept for 365 days.",
        "theme": "Kept for 365 days.",
        "comparison": "Kept for 30 days.",
        "selection": "Kept for 30 days.",
        "print": "Kept for 30 days.",
    }
