"""Whatever is sent to any form of campaigns is answered, never with an error of the site, and never half done.

The forms are found by the addresses of ``campaigns.web.urls``: a new one is sent odd input by itself.
"""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse
from selectolax.lexbor import LexborHTMLParser

from campaigns.models import CampaignWarband
from campaigns.services.scenarios import scenario_plan
from campaigns.web import forms as campaign_forms
from campaigns.web.urls import urlpatterns
from rules.campaigns.scenarios import ScenarioPlan
from tests.campaigns.play import commit, field, opened, report
from tests.campaigns.verbs import Table
from tests.examples import LONG, THOROUGH
from tests.replays import replayed
from tests.rows import every_row

pytestmark = pytest.mark.django_db

POSTS = range(36) if LONG else range(8) if THOROUGH else (0, 1, 3, 8, 9)
"""What each address is sent: its last digit tells how. A quick run sends one or two of each kind."""

ROUTES: dict[str, list[URLPattern]] = defaultdict(list)
for _route in urlpatterns:
    ROUTES[_route.callback.__module__].append(_route)

NAMES_IN_CODE = re.compile(
    r"""(?:POST|data)\.(?:get|getlist)\("([\w-]+)"|typed\(request, "([\w-]+)"|"(\w+)" (?:not )?in \w+\.POST"""
)
PLACES = tuple(
    f"{kind}.{warband}.{rest}"
    for warband in (1, 2, 9)
    for kind, rest in (
        ("roll", "advance.m1"),
        ("roll", "injury.m1"),
        ("roll", "elimination.m1"),
        ("roll", "m1"),
        ("feat", "m1"),
        ("feat", ""),
        ("points", "0"),
        ("count", "0"),
        ("hero", "m1"),
    )
)
ODD = (
    *("", " ", "0", "1", "2", "-1", "3 5 1", "6", "7", "1.5", "1e9", "NaN", "9" * 400, str(2**63), "٣", "½"),
    *("true", "on", "null", "\0", "m1", "m1\0", "m9", "\ud800", "a\udfffb", "\u202egnp.exe", "👹" * 300, "x" * 20_000),
    *("<script>alert(1)</script>", "<b>&amp;{{ 7*7 }}{% debug %}", "'; DROP TABLE campaigns_campaign; --"),
    *("../../etc/passwd", "2026-02-31", "2026-03-01", "fleet", "skill-training:Arcana", "skill-training:"),
    *("1.advance.1.m1", "1.injury.1.m2", "holy-water", "The Ford"),
)
DOING = (
    *("save", "commit", "roll-all", "add-up", "open", "roll.1.advance.m1"),
    *("promote", "remove", "readmit", "make", "revoke"),
)
NUMBERS = (*(1, 2, 3) * 4, 9, 2**31, 2**63, 10**30)
PEOPLE = (*("ada", "bob") * 4, "cleo", "dan", "eve", "")


@cache
def names_in_code(root: Path) -> list[str]:
    """Return what the views of campaigns call the fields that they read, and the fields of their forms."""
    code = "".join(path.read_text(encoding="utf-8") for path in sorted((root / "campaigns/web").glob("*.py")))
    read = {name for match in NAMES_IN_CODE.findall(code) for name in match if name}
    declared = [
        form_class
        for form_class in vars(campaign_forms).values()
        if isinstance(form_class, forms.forms.DeclarativeFieldsMetaclass)
    ]
    return sorted({*read, *(name for form in declared for name in form.base_fields), *PLACES})


def urlencoded(fields: list[tuple[str, str]]) -> bytes:
    """Return fields as a browser sends them, lone surrogates as the bytes that no browser would send."""
    return "&".join(f"{quote(name)}={quote(value.encode('utf-8', 'surrogatepass'))}" for name, value in fields).encode()


def any_fields(dice: Random, names: list[str]) -> list[tuple[str, str]]:
    """Return some fields, none of them or one of them several times among others."""
    chosen = dice.sample(names, dice.choice((0, 1, 3, len(names) // 2, len(names))))
    fields = [(name, dice.choice(DOING if name in ("do", "change", "switch", "then") else ODD)) for name in chosen]
    return [*fields, *fields[: dice.randint(0, 2)]]


def filled_form(page: str, dice: Random, names: list[str]) -> list[tuple[str, str]]:
    """Return what a browser would send of one form of a page, but for a field or two that somebody has changed."""
    posts = LexborHTMLParser(page).css("main form[method=post]")
    if not posts:
        return any_fields(dice, names)
    form = dice.choice(posts)
    fields: list[tuple[str, str]] = []
    for node in form.css("input, textarea, select"):
        name, kind = node.attributes.get("name"), node.attributes.get("type")
        if name and (kind not in ("radio", "checkbox") or "checked" in node.attributes or dice.random() < 0.3):
            options = [option.attributes.get("value") or "" for option in node.css("option")]
            value = dice.choice(options) if options else node.attributes.get("value") or node.text()
            fields.append((name, value or dice.choice(("", "a reason", "4"))))
    if buttons := [element.attributes for element in form.css("button[name]")]:
        button = dice.choice(buttons)
        fields.append((button["name"] or "", button.get("value") or ""))
    for place in dice.sample(range(len(fields)), min(dice.choice((0, 0, 0, 1, 2)), len(fields))):
        fields[place] = (fields[place][0], dice.choice(ODD)) if dice.random() < 0.5 else ("", "")
    return [pair for pair in fields if pair != ("", "")] or any_fields(dice, names)


def address(route: URLPattern, table: Table, dice: Random) -> str:
    """Return an address of the route, mostly of something that is there."""
    token = dice.choice((table.campaign.invitation_token or "x", "x", "\0", "👹"))
    wanted = {"key": table.key if dice.random() < 0.95 else "nowhere", "token": token}
    values = {name: wanted.get(name, dice.choice(NUMBERS)) for name in route.pattern.converters}
    return reverse(f"campaigns:{route.name}", kwargs=values)


@pytest.fixture
@replayed
def rich(fought: Table) -> Table:
    """Return a campaign with a scenario that counts, one that is open with everyone fielded, and a plan."""
    commit(fought, 1)
    rows = list(CampaignWarband.objects.order_by("number"))
    scenario = opened(fought, *rows)
    for row in rows:
        field(fought, scenario, row)
    report(fought, scenario, {rows[0]: 3, rows[1]: 1}, (rows[0], "m2"))
    scenario_plan(**fought.asking("ada"), plan=ScenarioPlan(warbands=(1, 2)))
    return fought


@pytest.mark.slow
@every_row("module", sorted(ROUTES))  # they share a campaign that takes long to play: nothing is kept of any post
def test_a_form_answers_to_anything_and_nothing_is_half_done(rich: Table, root: Path, module: str):
    dice, names = Random(module), names_in_code(root)
    clients = {name: rich.people[name].client if name else Client() for name in PEOPLE}
    for route in ROUTES[module]:
        for number in POSTS:
            who, path, head = dice.choice(PEOPLE), address(route, rich, dice), rich.campaign.head
            with transaction.atomic():
                page = clients[who].get(path) if number % 2 else None
                shown = page.content.decode() if page and page.headers["Content-Type"].startswith("text/html") else ""
                fields = filled_form(shown, dice, names) if shown else any_fields(dice, names)
                if number % 10 == 8:
                    files = {name: SimpleUploadedFile("x.txt", b"\0\xff") for name in names[:20]}
                    answer = clients[who].post(path, files)
                elif number % 10 == 9:
                    answer = clients[who].post(path, b'[{"do": 1}]', "application/json")
                else:
                    answer = clients[who].post(path, urlencoded(fields), "application/x-www-form-urlencoded")
                about = f"{who} {path} {fields!r:.2000}"
                assert answer.status_code < 500, about
                if rich.campaign.head != head:
                    assert answer.status_code < 400, about
                    rich.assert_sound()
                transaction.set_rollback(True)
            assert rich.campaign.head == head
    rich.assert_sound()


def test_every_view_of_campaigns_has_an_address(root: Path):
    modules = {
        path.stem for path in (root / "campaigns/web").glob("*.py") if "request: HttpRequest" in path.read_text()
    }
    shared = {"visiting", "forms", "places", "moments", "previews", "report_forms", "scenario_forms", "boards"}
    assert modules - shared == {module.rpartition(".")[2] for module in ROUTES if module.startswith("campaigns.")}
