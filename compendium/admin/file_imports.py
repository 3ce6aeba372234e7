"""Files in the admin: one is looked at first, by a job that says what it would change, then written by another."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from common.refusal import Refusal
from compendium.admin.revisions import user_of
from compendium.models import Source
from compendium.services.creatures import HOMEBREW
from compendium.services.file_imports import FILE_KINDS, FileKind
from compendium.services.imports import MAX_LICENSE, source_key
from compendium.services.uploads import upload_remove, upload_store
from compendium.tasks import CHECKS, IMPORTS
from jobs.models import Job, JobState
from jobs.tasks import begin_job
from rules.conversion import RULEBOOK, STYLES
from rules.text import plural_of


class FileImportForm(forms.Form):
    """A file, the source that its cards come in under, their license, and the style of a conversion."""

    file = forms.FileField()
    source = forms.CharField(
        max_length=60,
        widget=forms.TextInput({"list": "sources", "class": "vTextField"}),
        help_text="The key of a source or the name of a new one, such as “Our club”. Keys end with it: “our-club”.",
    )
    license = forms.CharField(
        label="License",
        required=False,
        max_length=MAX_LICENSE,
        widget=forms.TextInput({"class": "vTextField"}),
        help_text="Such as ORC or OGL. Empty: what the file says.",
    )
    style = forms.ChoiceField(
        choices=[("rulebook", "As the rulebook’s appendix says"), ("author", "As the game’s author converts")],
        initial=RULEBOOK.name,
    )

    def __init__(self, kind: FileKind, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kind = kind
        self._megabytes = kind.max_bytes // 2**20
        file = self.fields["file"]
        file.label = kind.label[:1].upper() + kind.label[1:]
        file.help_text = (
            f"{kind.description}; up to {self._megabytes} MB and {kind.max_cards:,} {plural_of(kind.model)}."
        )
        file.widget.attrs["accept"] = kind.endings
        if not kind.has_styles:
            del self.fields["style"]

    def clean_file(self) -> UploadedFile:
        """Return the file; refuse one that is too large before it is stored."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > self._kind.max_bytes:
            raise forms.ValidationError(f"A {self._kind.label} has at most {self._megabytes} MB. Split this one.")
        return file

    def clean_source(self) -> str:
        """Return a source as it was typed; refuse one that imports may not write to."""
        source: str = self.cleaned_data["source"]
        try:
            source_key(source)
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message) from refusal
        return " ".join(source.split())


class FileImportViews(admin.ModelAdmin):
    """Imports files of the kinds that ``file_kinds`` names."""

    file_kinds: tuple[str, ...] = ()

    def get_urls(self) -> list[URLPattern]:
        """Add for each kind the page that takes a file, and the button that writes one that was looked at."""
        wrap = self.admin_site.admin_view
        pages: list[URLPattern] = []
        for kind in map(FILE_KINDS.__getitem__, self.file_kinds):
            view = wrap(partial(self.file_view, kind=kind))
            pages.append(path(f"import/{kind.key}/", view, name=f"compendium_import_{kind.key}"))
            write = wrap(require_POST(partial(self.write_view, kind=kind)))
            pages.append(path(f"import/{kind.key}/<int:pk>/write/", write, name=f"compendium_write_{kind.key}"))
        return [*pages, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Offer the imports to those who may."""
        kinds = [FILE_KINDS[key] for key in self.file_kinds]
        offered = [
            (reverse(f"admin:compendium_import_{kind.key}"), kind.label)
            for kind in kinds
            if request.user.has_perms(kind.permissions)
        ]
        return super().changelist_view(request, {**(extra_context or {}), "file_imports": offered})

    def file_view(self, request: HttpRequest, kind: FileKind) -> HttpResponse:
        """Take a file and begin the job that looks at it."""
        if not request.user.has_perms(kind.permissions):
            raise PermissionDenied
        form = FileImportForm(kind, request.POST or None, request.FILES or None)
        if form.is_valid():
            return self._check(request, kind, form.cleaned_data)
        sources = Source.objects.filter(is_built_in=False).exclude(key=HOMEBREW).values_list("key", flat=True)
        context = {"form": form, "sources": sources, "opts": self.opts, "title": f"Import a {kind.label}"}
        return TemplateResponse(
            request, "admin/compendium/file_import.html", {**self.admin_site.each_context(request), **context}
        )

    def write_view(self, request: HttpRequest, pk: int, kind: FileKind) -> HttpResponse:
        """Begin the job that writes a file that was looked at."""
        if not request.user.has_perms(kind.permissions):
            raise PermissionDenied
        check = Job.objects.filter(pk=pk, kind=CHECKS[kind.key].name, state=JobState.DONE).first()
        if check is None:
            raise Http404("No file was looked at by this job.")
        written = Job.objects.filter(kind=IMPORTS[kind.key].name, arguments__upload=check.arguments["upload"]).first()
        if written:
            messages.info(request, "This job already writes that file.")
        else:
            title = f"Import {check.arguments['name']} to {check.arguments['source']}"
            written = begin_job(kind=IMPORTS[kind.key], title=title, arguments=check.arguments, by=user_of(request))
        return HttpResponseRedirect(reverse("admin:jobs_job_change", args=[written.pk]))

    def _check(self, request: HttpRequest, kind: FileKind, stated: dict[str, Any]) -> HttpResponse:
        file: UploadedFile = stated["file"]
        stored = upload_store(file.chunks())
        name = (file.name or "")[-200:]
        arguments = {
            "upload": stored.name,
            "sha256": stored.sha256,
            "name": name,
            "source": stated["source"],
            "license": stated["license"],
            "style": STYLES[stated["style"]].name if kind.has_styles else "",
        }
        title = f"Check {name} for {stated['source']}"
        try:
            job = begin_job(kind=CHECKS[kind.key], title=title, arguments=arguments, by=user_of(request))
        except BaseException:
            upload_remove(stored.name)  # no job knows of it
            raise
        return HttpResponseRedirect(reverse("admin:jobs_job_change", args=[job.pk]))
