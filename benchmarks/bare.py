"""The floor for a page: a bare Django view that renders as many rows and bytes, session and user read.

It asks the database for nothing but what the session needs.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path

_TEMPLATE = engines["django"].from_string(
    "<!doctype html><html lang='en'><head><title>{{ title }}</title></head><body><p>{{ user }}</p><ul>"
    "{% for row in rows %}<li><a href='/{{ row.key }}/'>{{ row.name }}</a> <b>{{ row.level }}</b> {{ row.text }}</li>"
    "{% endfor %}</ul></body></html>"
)


def bare(request: HttpRequest, rows: int, size: int) -> HttpResponse:
    """Render ``rows`` rows in about ``size`` bytes."""
    filler = "x" * max(size // rows - 60, 0)
    listed = [{"key": f"k{number}", "name": f"Row {number}", "level": number, "text": filler} for number in range(rows)]
    _ = request.session.session_key
    return HttpResponse(_TEMPLATE.render({"title": "Bare", "user": request.user, "rows": listed}, request))


urlpatterns = [path("bare/<int:rows>/<int:size>/", bare)]
