"""Import and export in the admin: rows of spreadsheets by django-import-export, whole files, and the refresh."""

import json
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST
from import_export.admin import ImportExportMixin
from import_export.formats.base_formats import CSV, JSON
from import_export.forms import ConfirmImportForm, ExportForm, ImportForm
from import_export.tmp_storages import BaseStorage
from tablib import Dataset

from common.refusal import Refusal
from compendium.admin.homebrew import user_of
from compendium.models import Source
from compendium.services.creatures import HOMEBREW
from compendium.services.imports import MAX_LICENSE, source_key
from compendium.services.rows import CreatureResource, cell_text, counts, first_fault
from compendium.services.uploads import FILE_KINDS, FileKind, upload_keep, upload_path, upload_remove, upload_store
from compendium.tasks import CHECKS, IMPORTS, REFRESH, ROWS
from jobs.models import Job, JobState
from jobs.tasks import begin_job
from rules.conversion.steps import RULEBOOK, STYLES
from rules.text import plural_of


class RefreshViews(admin.ModelAdmin):
    """Begins the refresh."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_POST(self.refresh_view))
        return [path("refresh/", view, name="compendium_refresh"), *super().get_urls()]

    def may_refresh(self, request: HttpRequest) -> bool:
        """Return True if the user may add and change everything that a refresh may touch."""
        return request.user.has_perms(REFRESH.permissions)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Offer the refresh to people who may run it."""
        return super().changelist_view(request, {**(extra_context or {}), "may_refresh": self.may_refresh(request)})

    def refresh_view(self, request: HttpRequest) -> HttpResponse:
        """Load or refresh the built-in compendium."""
        if not self.may_refresh(request):
            raise PermissionDenied
        job = begin_job(kind=REFRESH, title=REFRESH.label, arguments={}, by=user_of(request))
        return HttpResponseRedirect(reverse("admin:jobs_job_change", args=[job.pk]))


MAX_MEGABYTES = 2
MANY_ROWS = 500
CONFIRM_WITHIN = 24 * 60 * 60
FORMATS: list[type] = [CSV, JSON]
_SALT = "compendium.admin.exchange"


def _check_size(file: UploadedFile) -> None:
    """Refuse a file that is too large before it is read."""
    size = (file.size or 0) / 1024 / 1024
    if size > MAX_MEGABYTES:
        raise forms.ValidationError(f"The file has {size:.1f} MB; the limit is {MAX_MEGABYTES} MB. Split it.")


class UploadStorage(BaseStorage):
    """Stores a file between its check and its confirmation with all uploads, which are removed after a week."""

    def save(self, data: str | bytes) -> None:
        """Store the file."""
        self.name = upload_keep(data.encode(self.encoding or "utf-8") if isinstance(data, str) else data)

    def read(self) -> str | bytes:
        """Return the file; raise ``FileNotFoundError`` if it is gone."""
        data = upload_path(self.name).read_bytes()
        return data if "b" in self.read_mode else data.decode(self.encoding or "utf-8")

    def remove(self) -> None:
        """Remove the file, once it is written."""
        upload_remove(self.name)


class RowsFileForm(ImportForm):
    """The file to import, of a bounded size."""

    import_file = forms.FileField(
        label="File to import",
        help_text=f"Up to {MAX_MEGABYTES} MB and 5,000 rows. An export of this list has the right columns.",
        widget=forms.ClearableFileInput({"accept": ".csv,.json"}),
        validators=[_check_size],
    )


class ConfirmRowsForm(ConfirmImportForm):
    """Confirms an import by the name of the stored file, signed, so that a request cannot name another file."""

    format = forms.ChoiceField(choices=[(str(number), "") for number in range(len(FORMATS))], widget=forms.HiddenInput)

    def clean_import_file_name(self) -> str:
        """Return the name of the stored file; refuse one that was not signed here in the last day."""
        try:
            name: str = signing.loads(self.cleaned_data["import_file_name"], salt=_SALT, max_age=CONFIRM_WITHIN)
        except signing.BadSignature as fault:
            raise forms.ValidationError("Choose the file again: this check has expired or was changed.") from fault
        return name


class ExchangeViews(ImportExportMixin, RefreshViews):
    """Import and export of creatures."""

    tmp_storage_class = UploadStorage
    resource_classes = [CreatureResource]  # noqa: RUF012 - the library's own way to say it
    formats = FORMATS
    import_form_class = RowsFileForm
    confirm_form_class = ConfirmRowsForm
    export_form_class = ExportForm
    to_encoding = "utf-8-sig"
    import_template_name = "admin/compendium/creature/import.html"
    export_template_name = "admin/compendium/creature/export.html"
    import_export_change_list_template = "admin/compendium/creature/change_list.html"
    skip_admin_log = True

    def has_import_permission(self, request: HttpRequest) -> bool:
        """Return True if the user may add and change creatures: rows can do both."""
        return self.has_add_permission(request) and self.has_change_permission(request)

    def has_export_permission(self, request: HttpRequest) -> bool:
        """Return True if the user may see creatures."""
        return self.has_view_or_change_permission(request)

    def get_confirm_form_initial(self, request: HttpRequest, import_form: Any) -> dict[str, Any]:
        """Sign the name of the stored file."""
        initial = super().get_confirm_form_initial(request, import_form)
        if "import_file_name" in initial:
            initial["import_file_name"] = signing.dumps(initial["import_file_name"], salt=_SALT)
        return initial

    def process_import(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Write the checked rows. If the file is gone or has a fault now, ask for it again."""
        try:
            return super().process_import(request, **kwargs)
        except FileNotFoundError:
            messages.error(request, "Choose the file again: it is no longer stored.")
        except Refusal as refusal:
            messages.error(request, refusal.message)
        return HttpResponseRedirect(reverse("admin:compendium_creature_import"))

    def process_dataset(self, dataset: Dataset, form: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Write a few rows at once; leave many to a job."""
        if len(dataset) > MANY_ROWS:
            rows = [{str(column): cell_text(value) for column, value in row.items()} for row in dataset.dict]
            arguments = {"upload": upload_keep(json.dumps(rows).encode())}
            title = f"Import {len(rows):,} rows"
            return begin_job(kind=ROWS, title=title, arguments=arguments, by=user_of(request))
        return super().process_dataset(dataset, form, request, **kwargs)

    def process_result(self, result: Any, request: HttpRequest) -> HttpResponse:
        """Report the result, or follow the job that writes it."""
        if isinstance(result, Job):
            return HttpResponseRedirect(reverse("admin:jobs_job_change", args=[result.pk]))
        if fault := first_fault(result):
            raise Refusal(fault, code="file.invalid")
        written = counts(result)
        messages.success(
            request,
            f"Rows: {written['new']} new, {written['changed']} changed, {written['same']} as they were.",
        )
        return HttpResponseRedirect(reverse("admin:compendium_creature_changelist"))


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
        help_text="Such as ORC or OGL. Blank: as in the file.",
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
        """Add, for each kind, the page that takes a file, and the button that imports a checked one."""
        wrap = self.admin_site.admin_view
        pages: list[URLPattern] = []
        for kind in map(FILE_KINDS.__getitem__, self.file_kinds):
            view = wrap(partial(self.file_view, kind=kind))
            pages.append(path(f"import/{kind.key}/", view, name=f"compendium_import_{kind.key}"))
            write = wrap(require_POST(partial(self.write_view, kind=kind)))
            pages.append(path(f"import/{kind.key}/<int:pk>/write/", write, name=f"compendium_write_{kind.key}"))
        return [*pages, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Offer the imports to people who may run them."""
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
        """Begin the job that imports a checked file."""
        if not request.user.has_perms(kind.permissions):
            raise PermissionDenied
        check = Job.objects.filter(pk=pk, kind=CHECKS[kind.key].name, state=JobState.DONE).first()
        if check is None:
            raise Http404("This job has not checked a file.")
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
