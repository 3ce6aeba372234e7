"""The API: the views of every room under one address, with the schema, its recorded examples and its page."""

import json
from pathlib import Path
from typing import Any

from django.urls import include, path, re_path
from django.views.generic import RedirectView

from adventures.api.urls import adventures_addresses
from adventures.web.playing import run_adventure_command
from campaigns.services.recording import CampaignRecorder
from campaigns.web.places import WarbandPlaces
from p2v_site.web.api_docs import docs
from p2v_site.web.api_schema import ApiSchemaView
from p2v_site.web.errors import nothing_here
from warbands.api.urls import addresses as warbands_addresses

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api-docs"), name="api-root"),
    path("schema/", ApiSchemaView.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    path("docs/try/", RedirectView.as_view(pattern_name="api-docs", permanent=True)),
    path("", include("accounts.api.urls")),
    path("", include("jobs.api.urls")),
    path("", include("webhooks.api.urls")),
    path("", include("compendium.api.urls")),
    *adventures_addresses(run_adventure_command),
    path("", include("gambling.api.urls")),
    path("", include("battles.api.urls")),
    *warbands_addresses(CampaignRecorder(), WarbandPlaces()),
    path("", include("campaigns.api.urls")),
    # Only what ends in a slash, so that Django may still add one that was forgotten.
    re_path(r"^(?:[\s\S]*/)?\Z", nothing_here),
]


RECORDED = Path(__file__).with_name("api_examples.json")
"""By an operation's id: what was ``sent``, if anything, and what was ``answered``."""


def with_examples(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Show the recorded requests and answers next to the documents of each operation of a schema."""
    examples = json.loads(RECORDED.read_text(encoding="utf-8"))
    for methods in result["paths"].values():
        for operation in methods.values():
            example = examples.get(operation["operationId"], {})
            _show(operation.get("requestBody", {}), example.get("sent"))
            for status, answer in operation["responses"].items():
                _show(answer, example.get("answered") if status.startswith("2") else None)
    return result


def _show(body: dict[str, Any], value: Any) -> None:
    content = body.get("content", {}).get("application/json")
    if content is not None and value is not None:
        content["examples"] = {"InASmallWorld": {"value": value, "summary": "In a small world"}}
