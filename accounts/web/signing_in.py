"""How people sign in: the settings that allauth leaves to the site, and the staff's second factor."""

from collections.abc import Callable, Mapping
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal.ratelimit import get_ip
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.exceptions import MiddlewareNotUsed
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from common.limits import Asker, SharedThrottle, asker_keys
from common.web.cookies import KNOWN, remember


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
    """Counts failed sign-ins to an account: those from each address, and those of all strangers together.

    A stranger is a browser that never signed in to the account, at an address from which the account has no sign-in.
    After many failures strangers have to wait for each other. The owner is none, and can reset the password anyway.
    """

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse an address, or strangers, after too many failures."""
        super().pre_authenticate(request, **credentials)
        account = _account_named(credentials)
        if _failures(account, credentials, only_looks=True).allow_request(None, None) or _is_known(request, account):
            return
        if not SharedThrottle(STRANGERS, f"{_failures_key(account, credentials)}:more").allow_request(None, None):
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a failure at the account."""
        _failures(_account_named(credentials), credentials).allow_request(None, None)

    def post_login(self, request: HttpRequest, user: Any, **options: Any) -> HttpResponse:
        """Remember that the browser has signed in to the account."""
        response: HttpResponse = super().post_login(request, user, **options)
        known = [account for account in _known_accounts(request) if account != user.pk]
        remember(response, KNOWN, signing.dumps([user.pk, *known][:MAX_KNOWN], salt=KNOWN.name))
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{get_ip(request)}"


FAILURES, STRANGERS = "20/hour", "1/min"
"""How many failures at an account slow strangers down, and how often they may try then, all together."""
MAX_KNOWN = 5
"""The most accounts that a browser is known to."""


def _account_named(credentials: Mapping[str, Any]) -> User | None:
    """Return the account that somebody tries to sign in to. One query."""
    name = str(credentials.get("username") or credentials.get("email") or "")
    return User.objects.filter(
        Q(username__iexact=name) | Q(email__iexact=name) | Q(emailaddress__email__iexact=name)
    ).first()


def _failures(account: User | None, credentials: Mapping[str, Any], *, only_looks: bool = False) -> SharedThrottle:
    return SharedThrottle(FAILURES, _failures_key(account, credentials), only_looks=only_looks)


def _failures_key(account: User | None, credentials: Mapping[str, Any]) -> str:
    """Return the key of failures: that of the account, so that its name and its addresses count together."""
    named = str(account.pk) if account else f"{credentials.get('username')} {credentials.get('email')}".casefold()
    return f"failures:{asker_keys(Asker(named, ''))[0]}"


def _is_known(request: HttpRequest, account: User | None) -> bool:
    """Return True if the account was used in this browser, or at this address. One query at most."""
    if account is None:
        return False
    if account.pk in _known_accounts(request):
        return True
    return UserSession.objects.filter(user=account, ip=get_ip(request)).exists()


def _known_accounts(request: HttpRequest) -> list[int]:
    try:
        return list(signing.loads(request.COOKIES.get(KNOWN.name, ""), salt=KNOWN.name))
    except signing.BadSignature:
        return []
