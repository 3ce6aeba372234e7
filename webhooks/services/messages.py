"""A webhook's message: a document signed with its secret, or a line for a chat with harmless text.

People's texts are limited to one line. In a chat, they mention no one, link nowhere and appear literally.
"""

import base64
import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from standardwebhooks import Webhook as Signer

from common.secret_boxes import SecretBox
from rules.text import without_directions, without_mentions
from webhooks.models import Webhook, WebhookFormat

MAX_TEXT = 120
"""Characters of a text that people typed."""
SUPPRESS_EMBEDS = 1 << 2
"""Discord's flag for a message without link previews."""
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<:+-])")
_GAPS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class WebhookNews:
    """Something that happened: its type, ids and names for programs, and a sentence for chats.

    ``{name}`` in the sentence is replaced by a text of ``texts``; ``path`` is the page with more. Everyone who manages
    the subject may read the numbers, texts, lists and objects of ``data``: nothing hidden belongs there.
    """

    type: str
    path: str
    sentence: str
    texts: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)


def body_of(news: WebhookNews, format_: str, site: str, now: datetime) -> str:
    """Return the message for an event in a format; ``site`` is the start of links."""
    return _BODIES[format_](news, f"{site}{news.path}", now)


def bounded_line(text: str) -> str:
    """Return a text of people as one bounded line without marks that turn its direction."""
    line = _GAPS.sub(" ", without_directions(text)).strip()
    return line if len(line) <= MAX_TEXT else f"{line[: MAX_TEXT - 1]}…"


def spellings_of(text: str) -> set[str]:
    """Return the forms of a person's text in bodies."""
    line = bounded_line(text)
    forms = (line, _without_markdown(line), _without_entities(line))
    return {json.dumps(form, ensure_ascii=False)[1:-1] for form in forms}


def _document(news: WebhookNews, url: str, now: datetime) -> str:
    data = {**_plain(news.data), "url": url}
    moment = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps({"type": news.type, "timestamp": moment, "data": data}, ensure_ascii=False)


def _discord(news: WebhookNews, url: str, now: datetime) -> str:
    content = f"{_sentence(news, _without_markdown)} <{url}>"
    quiet = {"allowed_mentions": {"parse": []}, "flags": SUPPRESS_EMBEDS}
    return json.dumps({"content": content, **quiet}, ensure_ascii=False)


def _slack(news: WebhookNews, url: str, now: datetime) -> str:
    text = f"{_sentence(news, _without_entities)} <{url}>"
    quiet = {"mrkdwn": False, "link_names": False, "unfurl_links": False, "unfurl_media": False}
    return json.dumps({"text": text, **quiet}, ensure_ascii=False)


_BODIES: dict[str, Callable[[WebhookNews, str, datetime], str]] = {
    WebhookFormat.JSON: _document,
    WebhookFormat.DISCORD: _discord,
    WebhookFormat.SLACK: _slack,
}


def _sentence(news: WebhookNews, harmless: Callable[[str], str]) -> str:
    return news.sentence.format(**{name: harmless(bounded_line(text)) for name, text in news.texts.items()})


def _without_markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", without_mentions(text))


def _without_entities(text: str) -> str:
    return without_mentions(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _plain(value: Any) -> Any:
    """Return a value with every text in it bounded and of one line."""
    if isinstance(value, str):
        return bounded_line(value)
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


BOX = SecretBox("webhook", "A webhook")
_MARK = "whsec_"
_BYTES = 32


def new_secret() -> str:
    """Return a secret as the standard writes it: a mark, and random bytes in base64."""
    return _MARK + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def signed_headers(webhook: Webhook, key: str, body: str, now: datetime) -> dict[str, str]:
    """Return the headers of a message by the Standard Webhooks; for a while after a new secret, both sign it."""
    in_force = [webhook.secret]
    if webhook.old_secret and webhook.old_secret_until and now < webhook.old_secret_until:
        in_force.append(webhook.old_secret)
    moment = now.astimezone(UTC)
    signatures = (Signer(BOX.decrypt(secret)).sign(key, moment, body) for secret in in_force)
    return {
        "webhook-id": key,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


@transaction.atomic
def webhook_secrets_encrypt() -> int:
    """Encrypt the addresses and secrets of all webhooks with the first key of the settings; return how many."""
    number = 0
    for row in Webhook.objects.select_for_update().order_by("pk").iterator():
        for column in ("address", "secret", "old_secret"):
            if stored := getattr(row, column):
                setattr(row, column, BOX.encrypt(BOX.decrypt(stored)))
        row.save(update_fields=["address", "secret", "old_secret"])
        number += 1
    return number


def old_secrets_forget() -> int:
    """Remove the secrets that no longer sign anything; return how many."""
    over = Webhook.objects.exclude(old_secret="").filter(old_secret_until__lt=timezone.now())
    return over.update(old_secret="", old_secret_until=None)
