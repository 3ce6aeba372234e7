"""Import and export of creatures in the admin: the pages and forms of django-import-export, with the house's limits."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from import_export.admin import ImportExportMixin
from import_export.formats.base_formats import CSV, JSON
from import_export.forms import ConfirmImportForm, ExportForm, ImportForm
from import_export.tmp_storages import BaseStorage
from tablib import Dataset

from common.refusal import Refusal
from compendium.admin.refresh import RefreshViews
from compendium.admin.revisions import user_of
from compendium.services.cells import cell_text
from compendium.services.rows import CreatureResource, counts, first_fault
from compendium.services.uploads import upload_keep, upload_path, upload_remove
from compendium.tasks import ROWS
from jobs.models import Job
from jobs.tasks import begin_job

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
    """Keeps a file between its check and its confirmation where all uploads are, which are removed after a week."""

    def save(self, data: str | bytes) -> None:
        """Store the file."""
        self.name = upload_keep(data.encode(self.encoding or "utf-8") if isinstance(data, str) else data)

    def read(self) -> str | bytes:
        """Return the file; raise ``FileNotFoundError`` where it is gone."""
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
        """Write the rows that were checked. If the file is gone or has a fault now, ask for it again."""
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
        """Say what was written, or follow the job that writes it."""
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
