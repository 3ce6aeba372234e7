"""Programs that make, change and delete one thing after the other: every answer is as the schema says."""

from collections import Counter
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import FlakyStrategyDefinition
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle
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
from tests.examples import THOROUGH, tried
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES, STEPS = (tried(36), 20) if THOROUGH else (4, 8)
"""Scenarios, and requests in each."""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_whatever_is_done_one_after_the_other_the_answers_are_as_the_schema_says(monkeypatch: pytest.MonkeyPatch):
    cache.clear()
    for throttle in (AnonRateThrottle, UserRateThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"anon": "9999/s", "user": "9999/s"})
    store_small_compendium()
    user = account("ada").owner.user
    assert user is not None
    _, token = token_make(user=user, name="Explorer", scopes=list(Scope), days=1)
    explored = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    asked = Counter[str]()
    base: Any = explored.as_state_machine()

    class Explorer(base):
        """Goes from what it made to what can be done with it."""

        def get_call_kwargs(self, case: schemathesis.Case) -> dict[str, Any]:
            """Say who asks."""
            return {"headers": {"Authorization": f"Bearer {token}"}}

        def validate_response(self, response: Any, case: schemathesis.Case, **more: Any) -> None:
            """Hold the answer against the schema."""
            asked[f"{case.operation.label} {response.status_code}"] += 1
            more.pop("additional_checks", None)
            case.validate_response(response, checks=CHECKS, transport_kwargs=more or None)

    try:
        Explorer.run(
            settings=settings(
                max_examples=EXAMPLES,
                stateful_step_count=STEPS,
                deadline=None,
                derandomize=True,
                phases=(Phase.explicit, Phase.generate),
                suppress_health_check=list(HealthCheck),
            )
        )
    except FlakyStrategyDefinition:
        # Dice fall otherwise each time, so that the same requests may have other answers, with which Hypothesis cannot
        # go on. Every answer so far was held against the schema; the counts below say whether these are enough.
        asked["ended early"] += 1
    assert sum(asked.values()) > EXAMPLES, asked
    if THOROUGH:  # four short scenarios may make nothing
        assert any(label.endswith("201") for label in asked), asked
