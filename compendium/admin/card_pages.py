"""Pages of cards in the admin: a file is looked at first, with its problems and what it would change, then written."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from common.refusal import Refusal
from compendium.admin.revisions import user_of
from compendium.importing.pages import read_creature_page
from compendium.models import Source
from compendium.services.creatures import HOMEBREW
from compendium.services.imports import MAX_LICENSE, OUTCOMES, ImportedFile, ImportSummary, cards_import, source_key
from compendium.services.uploads import upload_keep, upload_take
from rules.errors import DocumentError
from rules.text import counted

MAX_MEGABYTES = 2
MAX_CARDS = 1_000
"""Cards that are written while a browser waits: a hundred take about a second."""
CONFIRM_WITHIN = 24 * 60 * 60
_SALT = "compendium.admin.card_pages"


def _check_size(file: UploadedFile) -> None:
    if (file.size or 0) > MAX_MEGABYTES * 2**20:
        raise forms.ValidationError(f"A page has at most {MAX_MEGABYTES} MB here; import_cards takes larger ones.")


class CardPageForm(forms.Form):
    """A page of creature cards, the source that its creatures come in under, and their licence."""

    file = forms.FileField(
        label="Page of cards",
        help_text=f"HTML, up to {MAX_MEGABYTES} MB, as the game’s public site publishes it.",
        widget=forms.ClearableFileInput({"accept": ".html,.htm"}),
        validators=[_check_size],
    )
    source = forms.CharField(
        max_length=60,
        widget=forms.TextInput({"list": "sources", "class": "vTextField"}),
        help_text="The key of a source, such as “our-club”. A new one is added. Keys of creatures end with it.",
    )
    license = forms.CharField(
        label="Licence",
        required=False,
        max_length=MAX_LICENSE,
        widget=forms.TextInput({"class": "vTextField"}),
        help_text="Such as ORC or OGL. Empty: what the page says.",
    )

    def clean_source(self) -> str:
        """Return the key of a source that imports may write to."""
        try:
            return source_key(self.cleaned_data["source"])
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message) from refusal


class CardPageViews(admin.ModelAdmin):
    """Imports pages of creature cards."""

    def get_urls(self) -> list[URLPattern]:
        """Add the page that takes a file, and the one that writes it."""
        wrap = self.admin_site.admin_view
        return [path("card-page/", wrap(self.card_page_view), name="compendium_card_page"), *super().get_urls()]

    def card_page_view(self, request: HttpRequest) -> HttpResponse:
        """Take a file, show what it would do, and write it once it is confirmed."""
        if not (self.has_add_permission(request) and self.has_change_permission(request)):
            raise PermissionDenied
        if "confirmed" in request.POST:
            return self._write_page(request)
        form = CardPageForm(request.POST or None, request.FILES or None)
        context: dict[str, Any] = {}
        if form.is_valid():
            file: UploadedFile = form.cleaned_data["file"]
            stated = {"name": file.name, "source": form.cleaned_data["source"], "license": form.cleaned_data["license"]}
            data = file.read()
            try:
                summary = _import(stated, data, request, dry_run=True)
            except (DocumentError, Refusal) as fault:
                form.add_error("file", fault.message)
            else:
                kept = {**stated, "kept": upload_keep(data)}
                context |= {"confirmed": signing.dumps(kept, salt=_SALT), **stated}
                context |= {"summary": summary, "counts": {one: summary.count(one) for one in OUTCOMES}}
        sources = Source.objects.filter(is_built_in=False).exclude(key=HOMEBREW).values_list("key", flat=True)
        context |= {"form": form, "sources": sources, "opts": self.opts, "title": "Import a page of cards"}
        return TemplateResponse(
            request, "admin/compendium/creature/card_page.html", {**self.admin_site.each_context(request), **context}
        )

    def _write_page(self, request: HttpRequest) -> HttpResponse:
        """Write the file that was looked at."""
        try:
            stated = signing.loads(request.POST["confirmed"], salt=_SALT, max_age=CONFIRM_WITHIN)
            summary = _import(stated, upload_take(stated["kept"]), request, dry_run=False)
        except (signing.BadSignature, OSError):
            messages.error(request, "Choose the file again: this check has expired or was changed.")
        except (DocumentError, Refusal) as fault:
            messages.error(request, fault.message)
        else:
            messages.success(
                request,
                f"{counted(summary.count('created'), 'creature')} added, {summary.count('updated')} changed, "
                f"{summary.count('unchanged')} as they were, {summary.count('rejected')} rejected.",
            )
            return HttpResponseRedirect(reverse("admin:compendium_creature_changelist"))
        return HttpResponseRedirect(reverse("admin:compendium_card_page"))


def _import(stated: dict[str, Any], data: bytes, request: HttpRequest, *, dry_run: bool) -> ImportSummary:
    candidates = read_creature_page(data, license=stated["license"])
    if len(candidates) > MAX_CARDS:
        raise Refusal(
            f"A page has at most {MAX_CARDS:,} cards here; this one has {len(candidates):,}. import_cards takes more."
        )
    return cards_import(
        candidates=candidates,
        source=stated["source"],
        file=ImportedFile.of(stated["name"], data),
        by=user_of(request),
        dry_run=dry_run,
    )
