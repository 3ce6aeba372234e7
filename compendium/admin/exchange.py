"""Rows in and out of the admin: django-import-export's pages and formats over the services' own reading of rows."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from import_export import resources
from import_export.admin import ImportExportMixin
from import_export.fields import Field
from import_export.formats.base_formats import CSV, JSON
from import_export.forms import ConfirmImportForm, ExportForm, ImportForm
from import_export.results import Error, InvalidRow, Result, RowResult
from tablib import Dataset

from common.refusal import Refusal
from compendium.admin.work import WorkViews
from compendium.models import Creature
from compendium.services.rows import CHANGED, COLUMNS, NEW, SAME, RowOutcome, creature_row, creature_rows_import
from compendium.tasks import creatures_import

MAX_FILE = 2 * 1024 * 1024
MANY_ROWS = 500
CONFIRM_WITHIN = 24 * 60 * 60
FORMATS: list[type] = [CSV, JSON]
_SALT = "compendium.admin.exchange"
_IMPORT_TYPES = {
    NEW: RowResult.IMPORT_TYPE_NEW,
    CHANGED: RowResult.IMPORT_TYPE_UPDATE,
    SAME: RowResult.IMPORT_TYPE_SKIP,
}


class CreatureResource(resources.Resource):
    """Creatures as rows. Reading and writing is the services' business."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fields = {column: Field(attribute=column, column_name=column) for column in COLUMNS}

    @classmethod
    def get_display_name(cls) -> str:
        """Name what the rows are."""
        return "Creatures"

    def get_user_visible_fields(self) -> list[Field]:
        """Return every column."""
        return list(self.fields.values())

    def get_export_order(self, selected_fields: Any = None) -> tuple[str, ...]:
        """Return every column: a row is a whole creature."""
        return COLUMNS

    def export(self, queryset: QuerySet[Creature], **kwargs: Any) -> Dataset:
        """Return the creatures as rows."""
        creatures = queryset.select_related("source").prefetch_related("features")
        return Dataset(*(list(creature_row(creature).values()) for creature in creatures), headers=COLUMNS)

    def import_data(self, dataset: Dataset, dry_run: bool = False, user: Any = None, **kwargs: Any) -> Result:
        """Write the rows, or with ``dry_run`` say what each would do."""
        result = Result()
        result.diff_headers = ["name", "what changes"]
        try:
            report = creature_rows_import(rows=dataset.dict, by=user, dry_run=dry_run)
        except Refusal as refusal:
            result.append_base_error(Error(refusal.message))
            return result
        result.total_rows = len(report.rows)
        for outcome in report.rows:
            if outcome.faults:
                result.invalid_rows.append(_invalid(outcome))
            else:
                result.append_row_result(_row_result(outcome))
                result.increment_row_result_total(result.rows[-1])
        return result


def _row_result(outcome: RowOutcome) -> RowResult:
    row = RowResult()
    row.number, row.import_type, row.object_repr = outcome.number, _IMPORT_TYPES[outcome.kind], outcome.name
    row.changes = outcome.changes
    return row


def _invalid(outcome: RowOutcome) -> InvalidRow:
    faults: dict[str, list[str]] = {}
    for column, message in outcome.faults:
        faults.setdefault(column, []).append(message)
    return InvalidRow(outcome.number, ValidationError(faults), [outcome.name])


class RowsFileForm(ImportForm):
    """The file to import, of a bounded size."""

    def __init__(self, formats: list[type], resources: list[type], **kwargs: Any) -> None:
        super().__init__(formats, resources, **kwargs)
        self.fields[
            "import_file"
        ].help_text = (
            f"At most {MAX_FILE // 1024 // 1024} MB and 5,000 rows. An export of this list has the right columns."
        )
        self.fields["import_file"].widget.attrs["accept"] = ".csv,.json"

    def clean_import_file(self) -> Any:
        """Refuse a file that is too large before it is read."""
        file = self.cleaned_data["import_file"]
        if file.size > MAX_FILE:
            raise forms.ValidationError(
                f"The file has {file.size / 1024 / 1024:.1f} MB; at most {MAX_FILE // 1024 // 1024} are read. Split it."
            )
        return file


class ConfirmRowsForm(ConfirmImportForm):
    """What confirms an import: the name of the stored file, signed, so that nobody names another one."""

    formats: list[type] = FORMATS

    def clean_import_file_name(self) -> str:
        """Return the stored file's name; refuse one that was not signed here lately."""
        try:
            name: str = signing.loads(self.cleaned_data["import_file_name"], salt=_SALT, max_age=CONFIRM_WITHIN)
        except signing.BadSignature as fault:
            raise forms.ValidationError("Choose the file once more: its check is too old or was altered.") from fault
        return name

    def clean_format(self) -> str:
        """Return the number of a format that there is."""
        number: str = self.cleaned_data["format"]
        if not (number.isascii() and number.isdigit() and int(number[:4]) < len(self.formats)):
            raise forms.ValidationError("There is no such format.")
        return number


class ExchangeViews(ImportExportMixin, WorkViews):
    """Import and export of creatures."""

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
        """Ask for leave to add and to change: rows may do both."""
        return self.has_add_permission(request) and self.has_change_permission(request)

    def has_export_permission(self, request: HttpRequest) -> bool:
        """Let everybody take out what they may see."""
        return self.has_view_or_change_permission(request)

    def get_confirm_form_initial(self, request: HttpRequest, import_form: Any) -> dict[str, Any]:
        """Sign the name of the stored file."""
        initial = super().get_confirm_form_initial(request, import_form)
        if "import_file_name" in initial:
            initial["import_file_name"] = signing.dumps(initial["import_file_name"], salt=_SALT)
        return initial

    def process_import(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Write the rows that were checked; send the person back to the file when it is gone or has a fault now."""
        try:
            return super().process_import(request, **kwargs)
        except FileNotFoundError:
            messages.error(request, "Choose the file once more: it is not kept any longer.")
        except Refusal as refusal:
            messages.error(request, refusal.message)
        return HttpResponseRedirect(reverse("admin:compendium_creature_import"))

    def process_dataset(self, dataset: Dataset, form: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Write a few rows at once; hand many to a worker."""
        if len(dataset) > MANY_ROWS and not settings.CELERY_TASK_ALWAYS_EAGER:
            rows = [{str(column): _sent(value) for column, value in row.items()} for row in dataset.dict]
            return creatures_import.delay(rows, request.user.pk)
        return super().process_dataset(dataset, form, request, **kwargs)

    def process_result(self, result: Any, request: HttpRequest) -> HttpResponse:
        """Say what was written, or follow the worker that writes it."""
        if not isinstance(result, Result):
            return self.follow(request, result)
        faults = [str(error.error) for error in result.base_errors]
        faults += [f"Row {row.number}: {row.error}" for row in result.invalid_rows]
        if faults:
            raise Refusal(f"{faults[0]} No row was written.")
        totals = result.totals
        messages.success(
            request,
            f"Rows: {totals[RowResult.IMPORT_TYPE_NEW]} new, {totals[RowResult.IMPORT_TYPE_UPDATE]} changed, "
            f"{totals[RowResult.IMPORT_TYPE_SKIP]} as they were.",
        )
        return HttpResponseRedirect(reverse("admin:compendium_creature_changelist"))

    def get_export_formats(self) -> list[type]:
        """Offer the same formats out as in."""
        return FORMATS


def _sent(value: object) -> object:
    """Return a cell as a message to a worker can hold it."""
    return value if isinstance(value, str | int | float | bool | None) else str(value)
