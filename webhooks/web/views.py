"""The pages of webhooks: those of a campaign or a battle, and one with its last deliveries."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.web.visitors import owner_of
from common.refusal import Refusal
from common.web.address import absolute
from common.web.refusals import attempt
from webhooks.models import WebhookFormat
from webhooks.selectors.webhooks import LAST, WebhookSubject, WebhookSubjectKind, deliveries_of, webhooks_of
from webhooks.services.sending import MAX_ADDRESS
from webhooks.services.webhooks import (
    OLD_SECRET_SIGNS,
    ManagedWebhook,
    managed_subject,
    managed_webhook,
    webhook_add,
    webhook_change,
    webhook_delete,
    webhook_secret_renew,
    webhook_test,
)

_NO_EVENTS = {"required": "Choose at least one event."}


class EventsForm(forms.Form):
    """The events that a webhook receives."""

    events = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, label="Notify it when", error_messages=_NO_EVENTS
    )

    def __init__(self, kind: WebhookSubjectKind, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        events = self.fields["events"]
        assert isinstance(events, forms.MultipleChoiceField)
        events.choices = [(event.name, event.label) for event in kind.events]


class WebhookForm(EventsForm):
    """A new webhook: its target, format and events."""

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
            "Signed JSON is for programs. Other chats often accept the formats of Discord, {“content”: …}, or "
            "Slack, {“text”: …}."
        ),
    )
    field_order = ("address", "format_", "events")


T = TypeVar("T")


@require_http_methods(["GET", "HEAD", "POST"])
def subject_webhooks(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    """Show the webhooks of a campaign or battle, and add one. The rooms of both have an address for it."""
    managed = _opened(request, lambda: managed_subject(owner_of(request), kind, key))
    if isinstance(managed, HttpResponse):
        return managed
    subject, subject_kind = managed
    if request.method != "POST":
        usual = {"events": [event.name for event in subject_kind.events]}
        return _subject_page(request, subject, subject_kind, WebhookForm(subject_kind, initial=usual))
    form = WebhookForm(subject_kind, request.POST)
    if form.is_valid():
        site = absolute(request, "/").removesuffix("/")
        try:
            webhook, secret = webhook_add(actor=owner_of(request), kind=kind, key=key, site=site, **form.cleaned_data)
        except Refusal as refused:
            form.add_error("address" if refused.code == "webhook.invalid" else None, refused.message)
        else:
            if webhook.format != WebhookFormat.JSON:
                messages.success(request, "The webhook is added. Send a test to see that it works.")
                return redirect("webhooks:webhook", webhook.key)
            return _webhook_page(request, ManagedWebhook(webhook, subject, subject_kind), secret=secret, is_new=True)
    return _subject_page(request, subject, subject_kind, form, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, key: str) -> HttpResponse:
    """Show a webhook with its last deliveries; change it according to the form's button."""
    managed = _opened(request, lambda: managed_webhook(owner_of(request), key))
    if isinstance(managed, HttpResponse):
        return managed
    if request.method != "POST":
        return _webhook_page(request, managed)
    try:
        return _changed(request, managed)
    except Refusal as refused:
        messages.error(request, refused.message)
        return redirect("webhooks:webhook", key)


def _changed(request: HttpRequest, managed: ManagedWebhook) -> HttpResponse:
    """Change a webhook according to the button, and redirect."""
    asking: dict[str, Any] = {"actor": owner_of(request), "key": managed.webhook.key}
    match request.POST.get("then", ""):
        case "events":
            form = EventsForm(managed.kind, request.POST)
            if not form.is_valid():
                return _webhook_page(request, managed, form=form, status=422)
            webhook_change(**asking, events=form.cleaned_data["events"])
            messages.success(request, "The events are saved.")
        case "on" | "off" as switch:
            webhook_change(**asking, is_enabled=switch == "on")
            messages.success(request, "The webhook is on." if switch == "on" else "The webhook is off.")
        case "secret":
            renewed, secret = webhook_secret_renew(**asking)
            return _webhook_page(request, renewed, secret=secret)
        case "delete":
            webhook_delete(**asking)
            messages.success(request, "The webhook is deleted.")
            return redirect(managed.kind.route, managed.subject.key)
        case _:
            return HttpResponseBadRequest("Choose one of the buttons of the page.", content_type="text/plain")
    return redirect("webhooks:webhook", managed.webhook.key)


@require_POST
def test(request: HttpRequest, key: str) -> HttpResponse:
    """Send a test to a webhook."""
    managed = _opened(request, lambda: managed_webhook(owner_of(request), key))
    if isinstance(managed, HttpResponse):
        return managed
    done = "A test message is on its way. Reload the page in a moment to see the result."
    attempt(request, lambda: webhook_test(actor=owner_of(request), key=key), done)
    return redirect("webhooks:webhook", key)


def _opened(request: HttpRequest, find: Callable[[], T]) -> T | HttpResponseRedirect:
    """Return what the visitor manages, or the sign-in page; 404 if it does not exist, 403 if it is not theirs."""
    try:
        return find()
    except Refusal as refused:
        if refused.code == "account.forbidden":
            return redirect(f"{reverse('account_login')}?next={request.path}")
        if refused.code == "webhook.forbidden":
            raise PermissionDenied(refused.message) from refused
        raise Http404(refused.message) from refused


def _subject_page(
    request: HttpRequest, subject: WebhookSubject, kind: WebhookSubjectKind, form: WebhookForm, status: int = 200
) -> HttpResponse:
    context = {"subject": subject, "kind": kind, "webhooks": webhooks_of(kind.name, subject.key), "form": form}
    return render(request, "webhooks/webhooks.html", context, status=status)


def _webhook_page(
    request: HttpRequest,
    managed: ManagedWebhook,
    *,
    form: EventsForm | None = None,
    secret: str = "",
    is_new: bool = False,
    status: int = 200,
) -> HttpResponse:
    labels = {event.name: event.label for event in managed.kind.events}
    context = {
        "webhook": managed.webhook,
        "subject": managed.subject,
        "kind": managed.kind,
        "is_signed": managed.webhook.format == WebhookFormat.JSON,
        "form": form or EventsForm(managed.kind, initial={"events": managed.webhook.events}),
        "deliveries": [
            (delivery, labels.get(delivery.event, "Test")) for delivery in deliveries_of(managed.webhook)[:LAST]
        ],
        "secret": secret,
        "is_new": is_new,
        "hours": OLD_SECRET_SIGNS.total_seconds() / 3600,
    }
    return render(request, "webhooks/webhook.html", context, status=status)
