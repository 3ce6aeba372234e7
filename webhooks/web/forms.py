"""The forms of webhooks. What they take is checked once more by the services, in the same words."""

from __future__ import annotations

from typing import Any

from django import forms

from webhooks.models import WebhookFormat
from webhooks.selectors.subjects import WebhookSubjectKind
from webhooks.services.targets import MAX_ADDRESS

_NO_EVENTS = {"required": "Choose at least one event."}


class EventsForm(forms.Form):
    """Of which events a webhook is told."""

    events = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, label="Tell it when", error_messages=_NO_EVENTS
    )

    def __init__(self, kind: WebhookSubjectKind, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        events = self.fields["events"]
        assert isinstance(events, forms.MultipleChoiceField)
        events.choices = [(event.name, event.label) for event in kind.events]


class WebhookForm(EventsForm):
    """A new webhook: where it leads, in which format, and of what it is told."""

    address = forms.CharField(
        max_length=MAX_ADDRESS,
        label="Address",
        help_text="Where Muster sends each message, such as the webhook of a chat’s channel.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url", "dir": "ltr", "spellcheck": "false"}),
        error_messages={"required": "Enter a whole address, such as https://example.org/hook."},
    )
    format_ = forms.ChoiceField(
        choices=WebhookFormat.choices,
        initial=WebhookFormat.DISCORD,
        label="Format",
        help_text=(
            "Signed JSON is for programs. Other chats often take Discord’s {“content”: …} or Slack’s {“text”: …} too."
        ),
    )
    field_order = ("address", "format_", "events")
