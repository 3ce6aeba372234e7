"""A real browser before the running site: two screens, a page without JavaScript, and an accessibility check.

Every page given out here watches itself: a script error, a refused resource or a request that leaves this machine
fails the test that caused it, whatever else the test looks at.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from accounts.models import Owner, User
from compendium.services.builtin import compendium_load
from rules.building.draft import Draft, Secret
from rules.roster import Member, Override, Roster
from rules.roster.model import HouseRules, ItemChoice
from tests.browser.building import CREATURES, built_in, stock
from tests.browser.evenings import AdventureEvening, begin_evening
from tests.browser.screens import PATIENCE, SCREENS
from tests.databases import fill
from warbands.models import Warband
from warbands.services.warbands import warband_create, warband_share


@pytest.fixture(scope="session", autouse=True)
def _database_beside_an_event_loop() -> Iterator[None]:
    """Let tests use the database while Playwright's event loop rests in the same thread.

    Playwright's plain interface keeps a loop running underneath; Django sees it and refuses. No coroutine of ours ever
    touches the database, so there is nothing to protect.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield


@pytest.fixture(scope="session", autouse=True)
def _patience() -> None:
    """Let what a page is expected to show take as long as anything else."""
    expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def base_url() -> None:
    """Leave addresses to ``open_page`` (the plugin's own fixture is written in a way that pytest warns of)."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium: str) -> dict[str, Any]:
    """Start the system's Chromium, without anything that would call home."""
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
    arguments += ["--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"]
    arguments += ["--font-render-hinting=none"]  # letters as wide as on paper
    return {**browser_type_launch_args, "executable_path": chromium, "args": arguments}


@pytest.fixture
def open_page(new_context: Callable[..., Any], live_server: Any) -> Iterator[Callable[..., Any]]:
    """Return a function that opens an empty page of the running site; its keywords are Playwright's for a context."""
    faults: list[str] = []
    home = urlsplit(live_server.url).netloc

    def _open(**context: Any) -> Any:
        # Pages that are kept for reading without a network are for their own tests.
        page = new_context(base_url=live_server.url, **{"service_workers": "block", **context}).new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(_TIMERS_WITHOUT_END)
        page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
        page.on("console", lambda message: _is_fault(message) and faults.append(f"console: {message.text}"))
        page.on("request", lambda request: _is_foreign(request.url, home) and faults.append(f"left: {request.url}"))
        return page

    yield _open
    assert not faults, "\n".join(faults)


# A script that sets one timer after the other keeps a phone's processor busy, and nothing on the page shows it.
_TIMERS_WITHOUT_END = """{
  const set = globalThis.setTimeout;
  let number = 0;
  globalThis.setTimeout = (work, delay = 0, ...more) => {
    number += 1;
    if (delay === Infinity || number === 2000) console.error(`timers without end: ${work}`);
    return set(work, delay, ...more);
  };
}"""


def _is_fault(message: Any) -> bool:
    # A page that is not there says so in the console too, and so does a form that is refused (409, 422): what answers
    # so on purpose, tests ask for by its status or by what it tells.
    if message.type != "error" or "status of 409" in message.text or "status of 422" in message.text:
        return False
    if message.text.startswith(_ABORTED) or "ERR_INTERNET_DISCONNECTED" in message.text:  # a test took the network away
        return False
    return not ("status of 404" in message.text and message.location["url"] == message.page.url)


# What HTMX says of a request that a newer one took the place of. Requests that fail say something else besides.
_ABORTED = ("htmx:afterRequest", "htmx:sendAbort")


def _is_foreign(address: str, home: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != home


@pytest.fixture
def wide_page(open_page: Callable[..., Any]) -> Any:
    """A page of 1280 px, as on a laptop."""
    return open_page(**SCREENS["1280px"])


@pytest.fixture
def phone_page(open_page: Callable[..., Any]) -> Any:
    """A page of 360 px, as on a small phone."""
    return open_page(**SCREENS["360px"])


@pytest.fixture(params=SCREENS)
def either_page(request: pytest.FixtureRequest, open_page: Callable[..., Any]) -> Any:
    """A page of each width in turn: the test runs twice."""
    return open_page(**SCREENS[request.param])


@pytest.fixture
def plain_page(open_page: Callable[..., Any]) -> Any:
    """A page without JavaScript."""
    return open_page(java_script_enabled=False, **SCREENS["1280px"])


@pytest.fixture
def sign_in(live_server: Any) -> Callable[[Any, Any], None]:
    """Return a function that signs a user in on a page, past the form."""

    def _sign_in(page: Any, user: Any) -> None:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        until = time.time() + settings.SESSION_COOKIE_AGE  # it outlives the browser, as the site's own does
        session = {"name": cookie.key, "value": cookie.value, "url": live_server.url, "expires": until}
        page.context.add_cookies([session])

    return _sign_in


@pytest.fixture
def compendium(transactional_db: None) -> None:
    """Store the whole compendium."""
    fill(compendium_load)


@pytest.fixture
def few_creatures(transactional_db: None) -> None:
    """Store what most warbands of these tests are built with."""
    stock(built_in(*CREATURES))


@pytest.fixture
def ada(transactional_db: None) -> User:
    """Return a user."""
    return User.objects.create_user("ada", "ada@muster.example", "a long passphrase")


@pytest.fixture
def evening(ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None]) -> AdventureEvening:
    """Return ada's phone and a player's, at an adventure."""
    return begin_evening(ada, open_page, sign_in)


@pytest.fixture
def boss(transactional_db: None) -> User:
    """Return an administrator."""
    return User.objects.create_superuser("boss")


@pytest.fixture
def ash_company(ada: User) -> Warband:
    """Return a shared warband of hers: extras, a minion, a secret, problems, and what the table agreed to."""
    roster = Roster(
        (
            Member("kobold-warrior", "m1", "Snik", ("sling",), hero_points=2),
            Member("boar", "m2", items=(ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Tusk"))),
            Member("kobold-druid-1", "m3", "Old Root"),
            Member("cat-companion-1", "m4", minion_of="m3"),
            Member("trog-stoneliege", "m5", upgrades=("claw",), positioning=("false-object", "trail-of-bodies")),
            Member("no-such-creature", "m6"),
        ),
        "Ash Company",
        "limited",
        200,
        "LE",
        house_rules=HouseRules(("p2v-orc", "p2v-ogl"), ("caldera-oni",), 3),
        overrides=(Override("alignment.not_allowed", "he was raised by kobolds", "m5"),),
    )
    draft = Draft(
        roster,
        notes="We meet on Thursday.",
        member_notes={"m1": "He carries the banner."},
        secrets=(Secret("m5", "false-object", "The tree by the well"),),
    )
    owner = Owner(user=ada)
    warband = warband_create(owner=owner, draft=draft)
    return warband_share(owner=owner, key=warband.key, shared=True).warband


@pytest.fixture
def assert_accessible() -> Callable[[Any], None]:
    """Return a function that fails with every accessibility violation axe finds on a page, and where it is."""
    return _assert_accessible


@pytest.fixture
def assert_legible() -> Callable[[Any], None]:
    """Return a function that fails where text stands out too little: all that other colours can do to a sound page."""
    return lambda page: _assert_accessible(page, runOnly=["color-contrast", "link-in-text-block"])


def _assert_accessible(page: Any, **options: Any) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    # A color on its way to another is neither: what is hovered fades, for instance where the theme has just changed.
    # What scrolling drives never ends.
    # What is no violation stays in the browser: to hand it over took a sixth of the time.
    violations = page.evaluate(
        """([where, options]) => Promise.allSettled(
            document.getAnimations().filter(one => one.timeline === document.timeline).map(one => one.finished))
            .then(() => axe.run(where, options)).then(found => found.violations)""",
        [_LOOKED_AT, {"resultTypes": ["violations"], **options}],
    )
    told = [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n"
        + "\n".join(f"    {' '.join(node['target'])}\n      {node['html'][:160]}" for node in violation["nodes"][:5])
        for violation in violations
    ]
    assert not told, f"{page.url}\n" + "\n".join(told)


# The rows of a list are drawn by one template: the first eight tell of all, in a fifth of the time.
# So do the attacks of the first four creatures in a matchup, the first emblems and the first choices of a filter.
# Pictures of paper are looked at as pictures.
_LOOKED_AT = {
    "exclude": [
        [".emblem-choices > :nth-child(n+9)"],
        [".fold.choices fieldset > :nth-child(n+9)"],
        [".printable-look svg *"],
        [".printed-page svg *"],
        [".rows tbody tr:nth-child(n+9)"],
        [".recruit-list li:nth-child(n+9)"],
        [".chances tbody:nth-of-type(n+5)"],
        [".matchup-stats tbody:nth-of-type(n+5)"],
    ]
}


@pytest.fixture
def assert_no_sideways_scroll() -> Callable[[Any], None]:
    """Return a function that fails where a page is wider than its screen, naming what sticks out."""

    def _assert_no_sideways_scroll(page: Any) -> None:
        sticking_out = page.evaluate(
            """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
                .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 120))"""
        )
        assert not sticking_out, f"{page.url}\n" + "\n".join(sticking_out[:8])

    return _assert_no_sideways_scroll
