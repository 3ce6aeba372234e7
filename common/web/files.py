"""Answers that are files: saved under a name, or shown by the browser under it."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header


def file_response(
    content: str | bytes, name: str, content_type: str = "application/json", *, opens: bool = False
) -> HttpResponse:
    """Answer with a file of that name: a browser saves it, or ``opens`` it if it can."""
    headers = {"Content-Disposition": content_disposition_header(not opens, name)}
    return HttpResponse(content, content_type=content_type, headers=headers)


def pdf_response(pdf: bytes, name: str, *, opens: bool = True) -> HttpResponse:
    """Answer with a PDF under a name that is given without its ending."""
    return file_response(pdf, f"{name}.pdf", "application/pdf", opens=opens)
