"""The addresses that a job of the check of a file leads to, and the contents of its file."""

from django import template
from django.urls import reverse

from compendium.services.uploads import FILE_KINDS
from jobs.models import Job

register = template.Library()


@register.simple_tag
def write_url(job: Job) -> str:
    """Return the address that writes the file."""
    return reverse(f"admin:compendium_write_{_file_kind(job)}", args=[job.pk])


@register.simple_tag
def file_url(job: Job) -> str:
    """Return the address that takes another file of that kind."""
    return reverse(f"admin:compendium_import_{_file_kind(job)}")


@register.simple_tag
def file_holds(job: Job) -> str:
    """Return the contents of the file, in the plural."""
    return "items" if FILE_KINDS[_file_kind(job)].model == "item" else "cards"


def _file_kind(job: Job) -> str:
    return job.kind.rpartition(".")[2]
