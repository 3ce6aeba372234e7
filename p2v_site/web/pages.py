"""The front page, what Muster is, and the licenses."""

import re
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.web.visitors import owner_of
from campaigns.selectors.campaigns import demo_token
from campaigns.selectors.game_nights import next_night_of
from common.web.cookies import COOKIES
from compendium.selectors import creatures
from compendium.services.uploads import KEEP_DAYS
from jobs.management.commands.clear_jobs import KEPT_DAYS
from rules.alignment import GRID
from webhooks.services.publishing import KEPT as MESSAGES_KEPT

_MARKDOWN = re.compile(r"^#+ |[*\\]", re.MULTILINE)
_FONT_LICENSES = ("OFL-1.1-Vollkorn.txt", "ParaType-PT-Sans.txt", "Symbola.txt", "game-icons.txt")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what there is, with the card of the day."""
    counts = creatures.creatures_by_alignment()
    total = sum(counts.values())
    # Prime steps through the compendium: neighbors of the same faction do not come on days in a row.
    day = creatures.creature_at(timezone.now().toordinal() * 37 % total) if total else None
    return render(
        request,
        "home.html",
        {
            "total": total,
            "demo": demo_token(),
            "night": next_night_of(owner_of(request)),
            "grid": [(alignment, counts.get(alignment.code, 0)) for row in GRID for alignment in row],
            "card": creatures.creature_sheet(day.current, day) if day and day.current else None,
        },
    )


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead programs that look for a site's icon where it always was to where it is."""
    return redirect(static("img/favicon.ico"))


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Say what Muster is and how a card is read."""
    return render(request, "about.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is stored of people, for how long, and what they can do about it."""
    context = {
        "cookies": COOKIES,
        "kept_for": settings.SESSION_COOKIE_AGE // 86_400,
        "jobs_kept_for": KEPT_DAYS,
        "files_kept_for": KEEP_DAYS,
        "messages_kept_for": MESSAGES_KEPT.days,
        "sends_mail": settings.SENDS_MAIL,
    }
    return render(request, "privacy.html", context)


@require_safe
def licences(request: HttpRequest) -> HttpResponse:
    """Show the licenses of the game's content and of the fonts, word for word."""
    context = {
        "orc": license_text("ORC-notice.md"),
        "ogl": license_text("OGL-1.0a.md"),
        "fonts": [license_text(name) for name in _FONT_LICENSES],
    }
    return render(request, "licences.html", context)


@cache
def license_text(name: str) -> str:
    """Return a text of the folder LICENSES, without the marks of Markdown."""
    text = (settings.BASE_DIR / "LICENSES" / name).read_text(encoding="utf-8")
    return _MARKDOWN.sub("", text) if name.endswith(".md") else text
