"""The floor for a page: a bare Django view with as many rows, cells and bytes, rendered from one template.

It reads session and user as every page does, and asks the database for nothing else.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path

CELLS = 12
_TEMPLATE = engines["django"].from_string(
    "<!doctype html><html lang='en'><head><title>{{ title }}</title></head><body><p>{{ request.user }}</p><table>"
    "{% for row in rows %}<tr><td><a href='/{{ row.key }}/'>{{ row.name }}</a></td><td>{{ row.text }}</td>"
    "{% for cell in row.cells %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</table></body></html>"
)
_FRAME = 80 + CELLS * 11


def bare(request: HttpRequest, rows: int, size: int) -> HttpResponse:
    """Render ``rows`` rows of ``CELLS`` cells in about ``size`` bytes."""
    filler = "x" * max(size // rows - _FRAME, 0)
    cells = list(range(CELLS))
    listed = [{"key": f"k{number}", "name": f"Row {number}", "text": filler, "cells": cells} for number in range(rows)]
    return HttpResponse(_TEMPLATE.render({"title": "Bare", "rows": listed}, request))


urlpatterns = [path("bare/<int:rows>/<int:size>/", bare)]
