"""How people sign in: the settings that allauth leaves to the site, and the staff's second factor."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User


def ask_staff_for_second_factor(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware that leads staff without a second factor from the admin to setting one up."""
    if not settings.STAFF_SECOND_FACTOR:
        raise MiddlewareNotUsed
    admin = reverse("admin:index")

    def _middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(admin) and _lacks_one(request):
            return redirect("accounts:second-factor")
        return get_response(request)

    return _middleware


@never_cache
@login_required
@require_safe
def second_factor(request: HttpRequest) -> HttpResponse:
    """Explain why the admin is closed and how to open it. One query if the site requires second factors."""
    context = {"lacks": _lacks_one(request), "is_needed": settings.STAFF_SECOND_FACTOR}
    return render(request, "accounts/second_factor.html", context)


def _lacks_one(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.lacks_second_factor


class AccountAdapter(DefaultAccountAdapter):
    """Counts failed tries of an address at an account, so that a stranger elsewhere cannot lock its owner out."""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{get_ip(request)}"
