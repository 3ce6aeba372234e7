"""Muster on the home screen and offline: the manifest, the service worker, and the pages that it may store.

The server marks pages that the device may store; the worker (``static/js/service-worker.js``) stores no other. The mark
is an opaque name of the person for whom the page was made: when it changes, the worker empties its store.
"""

import hashlib
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from accounts.models import SESSION_KEY
from accounts.web.visitors import ADOPTED_KEY
from p2v_site.stylesheets import FOLDER, PAGE_SHEETS

MARK = "X-Offline"
WITH_FORMS = "; forms"
"""Stands behind the mark of a page that the device stores with its forms."""
FORM_ROUTES = frozenset({"battles:battle", "campaigns:aftermath", "campaigns:report", "warbands:builder"})
"""Pages whose scripts send later what is entered offline; of all others, the worker removes the forms that write."""
READING_ROUTES = frozenset(
    {"home", "take-along"}.union(
        f"{room}:{page}"
        for room, pages in {
            "compendium": "creature creature-history creature-revision feat first-game glossary glossary-entry "
            "glossary-kind item spell",
            "warbands": "list shared sheet",
            "campaigns": "campaign dice journal journal-entry member playoffs round scenario scenarios standings story "
            "warband warbands",
            "battles": "list log result table",
            "adventures": "adventure log",
            "gambling": "ready",
        }.items()
        for page in pages.split()
    )
)
"""Pages to read. Pages that show links, passes or codes for other people are never stored, nor is the admin."""
WRITING_FORM = re.compile(r'<form\b[^>]*\bmethod="post"[^>]*>[\s\S]*?</form>', re.IGNORECASE)
STATIC = Path(__file__).resolve().parent.parent / "static"
SOURCE = STATIC / "js" / "service-worker.js"
NO_PAGES = ("admin.js", "admin-theme.js", SOURCE.name)
"""Scripts that no page of a player loads."""
SHELL = (
    *(f"{FOLDER}/{name}.css" for name in ("core", *PAGE_SHEETS)),
    *(f"js/{script.name}" for script in sorted((STATIC / "js").glob("*.js")) if script.name not in NO_PAGES),
    *(f"img/{image.name}" for image in sorted((STATIC / "img").glob("*.svg"))),
    *(f"fonts/{font.name}" for font in sorted((STATIC / "fonts").glob("*.woff2"))),
    "django_htmx/htmx-2.min.js",
)
"""What pages need, stored before the first of them."""


def mark_pages_to_keep(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware that marks storable pages. It makes no queries."""

    def _middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        match = request.resolver_match
        if match is not None and response.status_code == 200 and request.method == "GET":
            if match.view_name in FORM_ROUTES:
                response[MARK] = person_mark(request) + WITH_FORMS
            elif match.view_name in READING_ROUTES:
                response[MARK] = person_mark(request)
        return response

    return _middleware


def person_mark(request: HttpRequest) -> str:
    """Return an opaque name of the person for whom a page is made."""
    # The pages have asked who it is, for their head; one that has not is the same for everybody.
    if not request.session.accessed:
        return "anyone"
    if request.user.is_authenticated:
        return _mark_of(f"user {request.user.pk}")
    token = request.session.get(SESSION_KEY, "")
    return _mark_of(token) if token else "anyone"


def earlier_marks(request: HttpRequest) -> list[str]:
    """Return the marks that the person of an account had before signing in."""
    return [_mark_of(token) for token in request.session.get(ADOPTED_KEY, [])]


def _mark_of(person: str) -> str:
    return salted_hmac("muster.offline", person).hexdigest()[:16]


@require_safe
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """Answer with the service worker; each version of the site has its own."""
    return HttpResponse(worker_script(), content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(max_age=86_400, public=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """Answer with the manifest for a phone's home screen."""
    icons: list[dict[str, str]] = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    document = {
        "id": "/",
        "name": "Muster",
        "short_name": "Muster",
        "description": "Creatures, warbands and campaigns for Path 2 Victory.",
        "lang": "en",
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": "#f7f2e6",
        "theme_color": "#8a2a1b",
        "icons": icons,
        "shortcuts": [
            {"name": "My warbands", "url": reverse("warbands:list")},
            {"name": "Battles", "url": reverse("battles:list")},
            {"name": "Glossary", "url": reverse("compendium:glossary")},
        ],
    }
    return JsonResponse(document, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page for addresses that are not stored offline."""
    return render(request, "offline.html")


@cache
def worker_script() -> str:
    """Return the service worker with the values of this version of the site."""
    source = SOURCE.read_text(encoding="utf-8")
    shell = [static(name) for name in SHELL]
    stated: dict[str, Any] = {
        "shell": shell,
        "offline": reverse("offline"),
        "signOut": reverse("account_logout"),
        "assets": settings.STATIC_URL,
        "passed": [reverse("admin:index"), "/api/"],
        "mark": MARK,
        "writing": WRITING_FORM.pattern,
    }
    # With another script of any kind the browser takes the new version.
    stated["version"] = hashlib.sha256((source + json.dumps(stated)).encode()).hexdigest()[:12]
    return f"self.MUSTER = {json.dumps(stated)};\n{source}"
