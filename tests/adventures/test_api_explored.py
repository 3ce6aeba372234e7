"""Whatever is asked of an adventure, by its organizer or by a player: the answer is as the schema says."""

from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
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
from adventures.services.adventures import adventure_share, template_save, template_share
from p2v_site.wsgi import application
from rules.adventures.events.running import AdventureRoundEnded
from tests.adventures.play import AdventureTable, own_adventure
from tests.examples import tried
from tests.warbands.verbs import account

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = tried(12)
"""Requests of each operation in each mode."""
LAST = ("adventures_close", "adventures_unshare", "adventures_template_unshare", "adventures_template_delete")
"""After these little is left to be asked for; nothing is deleted but a template."""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> AdventureTable:
    """Return an adventure in its second round, with a link; people may ask as often as they like."""
    cache.clear()
    for throttle in (AnonRateThrottle, UserRateThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"anon": "9999/s", "user": "9999/s"})
    table = own_adventure()
    table.do(AdventureRoundEnded())
    adventure_share(**table.asking(), shared=True)
    table.people["bob"] = account("bob")
    return table


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)  # each request through the server's door closes its connection
@pytest.mark.parametrize("name", ["ada", "bob"])
def test_whatever_is_asked_of_an_adventure_the_answer_is_as_the_schema_says(table: AdventureTable, name: str) -> None:
    user = table.people[name].owner.user
    assert user is not None
    _, token = token_make(user=user, name="Explorer", scopes=list(Scope), days=1)
    template = template_save(**table.asking())
    shared = template_share(owner=table.people["ada"].owner, key=template.key, shared=True).share_token
    headers = {"Authorization": f"Bearer {token}", "Adventure-Pass": table.row.players_token or "", "If-Match": "*"}
    explored = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    operations = [operation.ok() for operation in explored.get_all_operations()]
    operations = [operation for operation in operations if "/adventures/" in operation.path and "{" in operation.path]
    operations = [
        operation for operation in operations if operation.definition.raw["operationId"] != "adventures_delete"
    ]
    operations.sort(key=lambda operation: operation.definition.raw["operationId"] in LAST)
    answers: set[tuple[str, int]] = set()
    for operation in operations:
        place = {"key": template.key if "/templates/" in operation.path else table.key, "token": shared}
        for mode in GenerationMode:
            if mode is GenerationMode.POSITIVE or operation.query or operation.body:
                answers |= _explore(operation, mode, place, headers)
    done = {label for label, status in answers if status < 300}
    assert len(done) >= (16 if name == "ada" else 8), sorted(answers)


def _explore(operation: Any, mode: GenerationMode, place: dict[str, Any], headers: dict[str, str]) -> set[Any]:
    """Ask for something that is there, in requests that keep to the schema or break it; return the answers."""
    answers = set()

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: schemathesis.Case) -> None:
        case.path_parameters = place
        response = case.call_and_validate(checks=CHECKS, headers=headers)
        answers.add((case.operation.label, response.status_code))

    ask()
    return answers
