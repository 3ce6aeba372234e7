"""docs/webhooks.md: its programs read what Muster sends and nothing else, and it lists every event."""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from battles.services.battles import BATTLES
from campaigns.selectors.webhooks import CAMPAIGNS
from webhooks.models import Webhook, WebhookFormat
from webhooks.selectors.webhooks import TEST
from webhooks.services.messages import BOX, WebhookNews, body_of, new_secret, signed_headers
from webhooks.services.publishing import RETRIES

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "webhooks.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def programs(page: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {}
    for block in BLOCK.findall(page):
        exec(block, namespace)
    return namespace


@pytest.mark.parametrize("name", ["read_message", "read_message_by_hand"])
def test_the_programs_of_the_page_read_messages_and_refuse_others(programs, name):
    read, secret, now = programs[name], new_secret(), timezone.now()
    body = body_of(WebhookNews("test", "/x/", "", {}, {"name": "Ä"}), WebhookFormat.JSON, "https://m.example", now)
    headers = signed_headers(Webhook(secret=BOX.encrypt(secret)), "msg_1", body, now)
    assert read(secret, headers, body)["data"] == {"name": "Ä", "url": "https://m.example/x/"}
    wrong = (
        (new_secret(), headers, body),
        (secret, headers, body.replace("test", "text")),
        (secret, {**headers, "webhook-id": "msg_2"}, body),
        (secret, {**headers, "webhook-timestamp": str(int(time.time()) - 400)}, body),
    )
    for arguments in wrong:
        with pytest.raises(Exception, match=r"signature|old|not from Muster"):
            read(*arguments)


def test_the_page_has_every_event_and_no_other(page):
    listed = re.findall(r"^\| `([a-z.-]+)` \|", page, re.MULTILINE)
    assert listed == [event.name for kind in (CAMPAIGNS, BATTLES) for event in kind.events] + [TEST]


def test_the_page_says_when_messages_are_tried_again(page):
    minutes = [round(wait.total_seconds() / 60) for wait in RETRIES]
    text = f"{minutes[0]}, {minutes[1]} and {minutes[2]} minutes, then after 2, 5, 10, 14, 20 and 24 hours"
    assert minutes[3:] == [60 * hours for hours in (2, 5, 10, 14, 20, 24)]
    assert text in " ".join(page.split())
