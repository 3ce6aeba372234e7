"""What webhooks are sent: documents that are signed, and lines for chats in which no name does anything."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from tests.rows import every_row
from webhooks.models import Webhook, WebhookFormat
from webhooks.services.messages import BOX, MAX_TEXT, WebhookNews, body_of, bounded_line, new_secret, signed_headers

NOW = datetime(2026, 11, 23, 10, 0, 0, tzinfo=UTC)
SITE = "https://muster.example"


def news(name: str) -> WebhookNews:
    return WebhookNews(
        "scenario.announced", "/campaigns/x/", "{scenario} was planned.", {"scenario": name}, {"n": name}
    )


def test_the_document_has_type_time_and_data():
    body = json.loads(body_of(news("The Ford"), WebhookFormat.JSON, SITE, NOW))
    assert body == {
        "type": "scenario.announced",
        "timestamp": "2026-11-23T10:00:00.000Z",
        "data": {"n": "The Ford", "url": "https://muster.example/campaigns/x/"},
    }


@every_row(
    ("name", "line"),
    (
        ("@everyone", "@\u200beveryone was planned."),
        ("<@123> <!here>", r"\<@" + "\u200b" + r"123\> \<!here\> was planned."),
        ("**bold** _x_ `y` ~~z~~", r"\*\*bold\*\* \_x\_ \`y\` \~\~z\~\~ was planned."),
        ("[free](https://evil.example)", r"\[free\]\(https\:" + "\u200b" + r"//evil.example\) was planned."),
        ("www.evil.example", "www\u200b.evil.example was planned."),
        ("# Head\n> quote", r"\# Head \> quote was planned."),
        ("{scenario} {url}", "{scenario} {url} was planned."),
        (r"back\slash", r"back\\slash was planned."),
    ),
)
def test_in_discord_a_name_mentions_no_one_and_formats_nothing(name: str, line: str):
    body = json.loads(body_of(news(name), WebhookFormat.DISCORD, SITE, NOW))
    assert body["content"] == f"{line} <https://muster.example/campaigns/x/>"
    assert body["allowed_mentions"] == {"parse": []}


@every_row(
    ("name", "line"),
    (
        ("<!channel> <@U1> & co", "&lt;!channel&gt; &lt;@\u200bU1&gt; &amp; co was planned."),
        ("<https://evil.example|free>", "&lt;https:\u200b//evil.example|free&gt; was planned."),
        ("@here", "@\u200bhere was planned."),
    ),
)
def test_in_slack_a_name_mentions_no_one_and_links_nowhere(name: str, line: str):
    body = json.loads(body_of(news(name), WebhookFormat.SLACK, SITE, NOW))
    assert body["text"] == f"{line} <https://muster.example/campaigns/x/>"
    assert (body["mrkdwn"], body["link_names"], body["unfurl_links"]) == (False, False, False)


@pytest.mark.parametrize("format_", WebhookFormat.values)
def test_texts_of_people_are_bounded_and_of_one_line(format_):
    body = body_of(news("A" * 5000), format_, SITE, NOW)
    assert len(body) < 600
    assert bounded_line("a\r\nb\u2028c\u202ed\x00e") == "a b cd e"
    assert len(bounded_line("A" * 5000)) == MAX_TEXT


def hook(**values: object) -> Webhook:
    return Webhook(secret=BOX.encrypt(new_secret()), **values)


def test_a_message_is_signed_by_the_standard():
    webhook, body = hook(), '{"type":"test","name":"Ä"}'
    headers = signed_headers(webhook, "msg_1", body, timezone.now())
    assert Verifier(BOX.decrypt(webhook.secret)).verify(body, headers) == {"type": "test", "name": "Ä"}
    with pytest.raises(WebhookVerificationError):
        Verifier(BOX.decrypt(webhook.secret)).verify(body + " ", headers)
    with pytest.raises(WebhookVerificationError):
        Verifier(new_secret()).verify(body, headers)
    key = base64.b64decode(BOX.decrypt(webhook.secret).removeprefix("whsec_"))
    signed = f"msg_1.{headers['webhook-timestamp']}.{body}".encode()
    by_hand = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{by_hand}"
    assert 24 <= len(key) <= 64


def test_after_a_new_secret_both_sign_for_a_while():
    now = timezone.now()
    before, after = new_secret(), new_secret()
    webhook = Webhook(secret=BOX.encrypt(after), old_secret=BOX.encrypt(before))
    webhook.old_secret_until = now + timedelta(hours=1)
    both = signed_headers(webhook, "msg_1", "{}", now)
    assert len(both["webhook-signature"].split(" ")) == 2
    for secret in (before, after):
        Verifier(secret).verify("{}", both)
    webhook.old_secret_until = now
    alone = signed_headers(webhook, "msg_1", "{}", now)
    Verifier(after).verify("{}", alone)
    with pytest.raises(WebhookVerificationError):
        Verifier(before).verify("{}", alone)


def test_secrets_are_encrypted_with_the_keys_of_the_settings(settings):
    stored = BOX.encrypt("whsec_x")
    assert stored.startswith("fernet:")
    assert "whsec" not in stored
    settings.MFA_KEYS = ["another", *settings.MFA_KEYS]
    assert BOX.decrypt(stored) == "whsec_x"
