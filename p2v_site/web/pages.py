"""The front page, about Muster, and the licenses."""

import re
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.services.answers import COMMANDS_KEPT_FOR
from accounts.web.visitors import owner_of
from campaigns.selectors.campaigns import demo_token
from campaigns.selectors.game_nights import next_night_of
from campaigns.services.reminders import MAILS_KEPT
from common.web.cookies import COOKIES
from compendium.selectors import creatures
from compendium.services.uploads import KEEP_DAYS
from jobs.management.commands.clear_jobs import KEPT_DAYS
from rules.crests import Crest
from webhooks.services.publishing import KEPT as MESSAGES_KEPT

_MARKDOWN = re.compile(r"^#+ |[*\\]", re.MULTILINE)
_FONT_LICENSES = ("OFL-1.1-Vollkorn.txt", "ParaType-PT-Sans.txt", "Symbola.txt", "game-icons.txt")


CARDS_OF_THE_DAY = 3
HEAD_CRESTS = (
    Crest("CE", "chevron", "wyvern"),
    Crest("CG", "pale", "griffin-symbol"),
    Crest("LN", "fess", "spartan-helmet"),
)
"""Three crests beside the text of the front page, as examples."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Introduce Muster and link its parts, with three cards of the day."""
    total = sum(creatures.creatures_by_alignment().values())
    days_cards = creatures.creatures_at(places_of_the_day(timezone.now().toordinal(), total))
    context = {
        "total": total,
        "demo": demo_token(),
        "night": next_night_of(owner_of(request)),
        "crests": HEAD_CRESTS,
        "cards": [creatures.creature_sheet(each.current, each) for each in days_cards if each.current],
    }
    return render(request, "home.html", context)


def places_of_the_day(day: int, total: int) -> list[int]:
    """Return the places of a day's cards among all, each once, far from each other.

    A prime step from day to day: neighbors of the same faction do not come on consecutive days.
    """
    number = min(CARDS_OF_THE_DAY, total)
    return [(day * 37 + card * total // number) % total for card in range(number)]


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect programs that request a site's icon at its traditional address."""
    return redirect(static("img/favicon.ico"))


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Explain Muster and how to read a card."""
    return render(request, "about.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """List the stored data about people, its lifetime, and their choices."""
    context = {
        "cookies": COOKIES,
        "kept_for": settings.SESSION_COOKIE_AGE // 86_400,
        "jobs_kept_for": KEPT_DAYS,
        "files_kept_for": KEEP_DAYS,
        "answers_kept_for": COMMANDS_KEPT_FOR.days,
        "messages_kept_for": MESSAGES_KEPT.days,
        "mails_kept_for": MAILS_KEPT.days,
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
