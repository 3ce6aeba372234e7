"""The API's schema: valid, true of every answer to a program with a token, and explained on a page."""

import json
import re
from pathlib import Path
from typing import Any

import drf_spectacular.validation
import jsonschema_rs
import pytest
import schemathesis
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import Scope
from accounts.services.tokens import token_make
from p2v_site.wsgi import application
from tests.api_shapes import ApiShapes
from tests.copies import built_in_compendium
from tests.examples import tried
from tests.warbands.verbs import account

EXAMPLES = tried(12)
"""Requests of each operation in each mode: some that keep to the schema, some that break it."""
EXAMPLES_OF_KEYS = tried(6)
"""The same where the address has a key, which is drawn by chance: nothing is there."""

SHARES = 2
"""Into how many tests the operations are divided, so that several processes share them."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

WEBHOOK_ROUTES = ("", "test/", "secret/", "deliveries/")
WARBAND_ROUTES = ("", *(f"{name}/" for name in "changes undo redo roster link archive tags copy restore".split()))
SCENARIO_ACTIONS = (
    "forfeit plan night open cancel report confirmation dispute settlement aftermath rolls feats spending commit undo"
    " corrections"
)
CAMPAIGN_ROUTES = (
    *("", "join/", "claim/", "decline/", "player-page/", "{key}/", "{key}/player-pages/"),
    *(f"{{key}}/{name}/" for name in "description settings archive close leave invitation spectators people".split()),
    *(f"{{key}}/people/{{person}}/{path}" for path in ("", "readmit/", "claim/")),
    *(
        f"{{key}}/{name}/"
        for name in "tasks nights board standings export journal dice homebrew warbands scenarios dice/receipts".split()
    ),
    *(
        f"{{key}}/league/{path}"
        for path in ("", "rules/", "rules/preview/", "page/", "divisions/", "files/{name}/", "meetings/")
    ),
    *(f"{{key}}/league/{path}" for path in ("requests/", "requests/{first}/{second}/", "round-robin/")),
    *(f"{{key}}/rounds/{{round}}/{path}" for path in ("absences/", "absences/{warband}/")),
    *("{key}/takeover/", "{key}/takeover/days/"),
    "{key}/rounds/",
    *(f"{{key}}/rounds/{{round}}/{act}" for act in ("", "pairing/", "open/", "reopen/", "apply/")),
    *(f"{{key}}/season/{path}" for path in ("", "settle/", "finish/", "next/", "certificates/")),
    *("{key}/remind/", "{key}/chronicle/"),
    *(f"{{key}}/league/playoffs/{path}" for path in ("", "seeds/", "games/", "decisions/")),
    *("{key}/journal/{number}/", "{key}/journal/{number}/void/", "{key}/warbands/{warband}/"),
    *(f"{{key}}/warbands/{{warband}}/{path}/" for path in ("careers", "allowance", "allowance/rolls")),
    *(f"{{key}}/warbands/{{warband}}/members/{{member}}/{path}" for path in ("", "feat/", "revision/")),
    *(
        f"{{key}}/scenarios/{{scenario}}/{path}"
        for path in ("", "sides/{warband}/", "rolls/missing/", "corrections/preview/")
    ),
    *(f"{{key}}/scenarios/{{scenario}}/{action}/" for action in SCENARIO_ACTIONS.split()),
)
BATTLE_ROUTES = (
    *"close next events roll undo redo undo-request creatures log offers options forecast".split(),
    *"seats spectators setup secrets".split(),
    *"seats/{side} seats/{side}/link setup/{step} setup/sheet secrets/{number}/reveal".split(),
    *"report report/text report/pdf document".split(),
)
ADVENTURE_ROUTES = (
    *("", "kinds/", "import/", "join/", "templates/", "templates/{key}/", "templates/{key}/link/"),
    *("shared/{token}/", "shared/{token}/copy/", "{key}/"),
    *(
        f"{{key}}/{name}/"
        for name in "beginning options events checks participants undo redo receipts document".split()
    ),
    *(f"{{key}}/{name}/" for name in "summary pdf link template campaign close commands".split()),
)
GAMBLING_ROUTES = (
    *("ready/", "odds/", "games/", "games/{key}/", "games/{key}/link/", "shared/{token}/", "shared/{token}/copy/"),
    *("tables/", "tables/{key}/", "watch/{token}/", "watch/{token}/receipts/"),
    *(f"tables/{{key}}/{name}/" for name in "events undo redo close link receipts".split()),
)
READS = ("creatures", "items", "feats", "spells", "sources", "glossary")


@pytest.fixture
def unthrottled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test ask as often as it likes."""
    cache.clear()
    for throttle in (AnonRateThrottle, UserRateThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"anon": "9999/s", "user": "9999/s"})


@pytest.fixture
def schema(client: Client) -> dict[str, Any]:
    """Return the schema as a program gets it."""
    cache.clear()
    answer = client.get("/api/v1/schema/?format=json")
    assert answer.status_code == 200
    document: dict[str, Any] = json.loads(answer.content)
    return document


def test_nothing_in_the_schema_had_to_be_guessed(tmp_path: Path, capsys):
    call_command("spectacular", "--fail-on-warn", file=str(tmp_path / "schema.yaml"))
    assert capsys.readouterr().err == ""


def test_the_schema_is_valid(schema):
    # The command's own check takes a minute: it looks for each reference anew.
    version = "_".join(schema["openapi"].split(".")[:2])
    rules = Path(drf_spectacular.validation.__file__).with_name(f"openapi_{version}_schema.json")
    jsonschema_rs.validate(json.loads(rules.read_text(encoding="utf-8")), schema)
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(json.loads(rules.read_text(encoding="utf-8")), schema | {"paths": []})


def test_a_program_that_has_the_schema_need_not_fetch_it_again(client):
    answer = client.get("/api/v1/schema/?format=json&version=9")
    again = client.get("/api/v1/schema/?format=json", headers={"If-None-Match": answer["ETag"]})
    other = client.get("/api/v1/schema/", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert (other.status_code, other["Content-Disposition"]) == (200, 'inline; filename="Muster API.yaml"')


def test_the_schema_names_every_request(schema):
    assert set(schema["paths"]) == {
        *(f"/api/v1/{kind}/" for kind in READS),
        *(f"/api/v1/{kind}/{{key}}/" for kind in READS if kind != "glossary"),
        "/api/v1/glossary/{kind}/{key}/",
        "/api/v1/rosters/check/",
        "/api/v1/account/",
        "/api/v1/account/reminders/",
        *(f"/api/v1/warbands/{rest}" for rest in ("", *(f"{{key}}/{route}" for route in WARBAND_ROUTES))),
        "/api/v1/figures/",
        "/api/v1/random-box/",
        "/api/v1/matchup/",
        "/api/v1/rosters/render/",
        *(f"/api/v1/jobs/{rest}" for rest in ("", "{number}/", "{number}/cancel/", "{number}/file/")),
        *(f"/api/v1/homebrew/{rest}" for rest in ("", "{key}/", "{key}/link/", "{key}/submission/")),
        "/api/v1/figures/read/",
        *(f"/api/v1/campaigns/{rest}" for rest in CAMPAIGN_ROUTES),
        *(f"/api/v1/battles/{rest}" for rest in ("", "alone/", "import/", "join/", "watch/{token}/", "{key}/")),
        *(f"/api/v1/battles/{{key}}/{rest}/" for rest in BATTLE_ROUTES),
        *(f"/api/v1/battles/combatants/{rest}" for rest in ("", "{key}/", "{key}/respite/")),
        *(f"/api/v1/battles/boards/{rest}" for rest in ("", "{key}/")),
        *(f"/api/v1/adventures/{rest}" for rest in ADVENTURE_ROUTES),
        *(f"/api/v1/gambling/{rest}" for rest in GAMBLING_ROUTES),
        *(f"/api/v1/warbands/{rest}" for rest in ("paste/", "paste/read/", "{key}/paste/", "{key}/text/")),
        *(f"/api/v1/shared/{{token}}/{rest}" for rest in ("", "copy/")),
        *(f"/api/v1/homebrew/convert/{rest}" for rest in ("", "save/")),
        *(f"/api/v1/webhooks/{rest}" for rest in ("", *(f"{{key}}/{route}" for route in WEBHOOK_ROUTES))),
    }


def test_every_operation_explains_itself_and_its_errors(schema):
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            assert operation["summary"], path
            assert operation["description"], path
            assert "429" in operation["responses"], path
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    assert answer["content"]["application/json"]["schema"]["$ref"].endswith("/Error")


def test_the_filters_of_the_pages_are_in_the_schema(schema):
    names = {parameter["name"] for parameter in schema["paths"]["/api/v1/creatures/"]["get"]["parameters"]}
    assert names >= set(
        "q search alignment warband level_from level_to points_from points_to size tag movement tradition skill damage "
        "source sort ordering page page_size".split()
    )


def test_the_examples_of_the_schema_are_what_they_say(schema):
    shapes, facts = ApiShapes(schema), 0
    for methods in schema["paths"].values():
        for operation in methods.values():
            for body in (operation.get("requestBody"), *operation["responses"].values()):
                content = (body or {}).get("content", {}).get("application/json", {})
                for example in content.get("examples", {}).values():
                    shapes.validate(example["value"], content["schema"])
                    facts += 1
    assert facts > 20


@pytest.mark.django_db
@pytest.mark.usefixtures("unthrottled")
def test_every_entry_of_the_compendium_is_as_the_schema_says(client, schema):
    built_in_compendium()
    shapes = ApiShapes(schema)
    for kind in READS:
        page = schema["paths"][f"/api/v1/{kind}/"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        address, facts = f"/api/v1/{kind}/?page_size=100", 0
        while address:
            answer = client.get(address).json()
            shapes.validate(answer, page)
            facts += len(answer["results"])
            address = answer["next"]
        assert facts == answer["count"] > 0


@pytest.mark.django_db
def test_every_verdict_is_as_the_schema_says(client, schema):
    built_in_compendium()
    roster = {
        "format": "muster-roster/1",
        "play_mode": "limited",
        "points_limit": 20,
        "members": [
            {"creature": "boar", "hero_points": 4, "upgrades": ["x", "x"], "items": ["fiery-weapon", "x"]},
            {"creature": "caldera-oni", "positioning": ["x"], "minion_of": "m1", "revision": 8},
            {"creature": "nobody"},
        ],
        "collection": {},
    }
    answer = client.post("/api/v1/rosters/check", json.dumps(roster), content_type="application/json").json()
    assert len({problem["subject"]["kind"] for problem in answer["problems"]}) == 4
    ApiShapes(schema).validate(answer, {"$ref": "#/components/schemas/Verdict"})


@pytest.mark.django_db(transaction=True)  # each request of the live server closes its connection
@pytest.mark.usefixtures("unthrottled")
@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_whatever_is_asked_the_answer_is_as_the_schema_says(mode: GenerationMode, share: int):
    built_in_compendium()
    ada = account("ada").owner.user
    assert ada is not None
    _, token = token_make(user=ada, name="Explorer", scopes=list(Scope), days=1)
    explored = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    operations = [result.ok() for result in explored.get_all_operations()]
    if mode is GenerationMode.NEGATIVE:  # any text may be a key: of a path alone nothing can be wrong
        operations = [operation for operation in operations if operation.query or operation.body]
    assert len(operations) >= (8 if mode is GenerationMode.NEGATIVE else 13)
    operations = operations[share::SHARES]
    asked: set[str] = set()

    for operation in operations:
        examples = EXAMPLES_OF_KEYS if "{" in operation.path else EXAMPLES

        @settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case) -> None:
            # Left out are the checks of which requests are refused: an empty parameter is no filter here, as on the
            # pages, and no schema can say that two members may not share an id.
            asked.add(case.operation.label)
            case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Bearer {token}"})

        ask()

    assert asked == {operation.label for operation in operations}


def test_a_page_explains_every_request_and_every_document(client, schema):
    answer = client.get(reverse("api-docs"))
    assert answer.status_code == 200
    page = answer.content.decode()
    for path, methods in schema["paths"].items():
        assert path in page
        assert all(f'id="{operation["operationId"]}"' in page for operation in methods.values())
    assert all(f'<h3 id="{name}">' in page for name in schema["components"]["schemas"])
    assert "<script>" not in page


@pytest.mark.django_db
@pytest.mark.usefixtures("unthrottled")
def test_what_needs_no_words_can_be_tried_from_the_page(client, schema):
    built_in_compendium()
    page = client.get(reverse("api-docs")).content.decode()
    tried = re.findall(r'href="(/api/v1/[^"]+)">Try it', page)
    reads = {path: methods["get"] for path, methods in schema["paths"].items() if "get" in methods and "{" not in path}
    needs_words = {
        path
        for path, read in reads.items()
        if any(parameter.get("required") for parameter in read.get("parameters", ()))
    }
    assert needs_words == {"/api/v1/matchup/", "/api/v1/webhooks/"}
    assert tried == [path for path, read in reads.items() if {} in read["security"] and path not in needs_words]
    assert all(client.get(address).status_code == 200 for address in tried)


def test_the_old_page_to_try_requests_leads_to_the_page_of_the_api(client):
    answer = client.get("/api/v1/docs/try/")
    assert (answer.status_code, answer.headers["Location"]) == (301, reverse("api-docs"))


def test_the_root_of_the_api_leads_to_its_page(client):
    answer = client.get("/api/v1/")
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("api-docs"))
