"""Views for an owner or the holder of a pass: the scopes of tokens, and idempotent writes."""

import json
import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import wraps
from hashlib import sha256
from typing import Any, ClassVar

from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.exceptions import Throttled
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from accounts.api.authentication import BrowserSession
from accounts.models import SESSION_KEY, ApiToken, Owner, User
from accounts.services.answers import EMPTIED, answer_keep, answer_reserve
from common.api.bodies import BoundedJSONParser
from common.api.errors import Fault
from common.limits import Asker, WorkLimit, address_of, seconds_to_wait
from common.openapi import IDEMPOTENCY_KEY


def api_owner(request: Request) -> Owner:
    """Return the caller: an account, by a token or its session, or a visitor. A request with a token ignores the
    session.
    """
    if isinstance(request.user, User):
        return Owner(user=request.user)
    django_request: HttpRequest = request._request
    return Owner(token=django_request.session.get(SESSION_KEY, ""))


def refuse_scope(request: Request, scope: str, *, only_reads: bool) -> None:
    """Raise 403 for a token without the scope; ``read`` is enough for reads."""
    token = request.auth
    if isinstance(token, ApiToken) and not token.may(scope, only_reads=only_reads):
        wanted = f"“read” or “{scope}”" if only_reads else f"“{scope}”"
        message = f"This token may not do that: it needs the scope {wanted}."
        raise Fault("token.scope", "Authorization", message, status.HTTP_403_FORBIDDEN)


class IsWithinScopes(BasePermission):
    """Admits owners, and tokens with the view's scope."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        assert isinstance(view, PrivateView)
        only_reads = view.only_reads or request.method in SAFE_METHODS
        if isinstance(request.auth, ApiToken):
            if view.scope:
                refuse_scope(request, view.scope, only_reads=only_reads)
            return True
        if view.needs_account and not isinstance(request.user, User):
            raise _unknown_person()
        if api_owner(request).is_nobody:
            raise _unknown_person()
        return True


class PrivateView(APIView):
    """A view of what belongs to one person. ``scope`` is what a token needs to write; ``read`` is enough to read.
    Without a scope, any token will do.

    ``only_reads`` is True if even a POST changes nothing. Answers to reads have an ETag; shared caches must not store
    them.
    """

    tag: ClassVar[str] = ""
    """The heading in the API's documentation."""
    scope: ClassVar[str] = ""
    only_reads: ClassVar[bool] = False
    needs_account: ClassVar[bool] = False
    """Whether the view needs an account."""
    limit: ClassVar[WorkLimit | None] = None
    """The rate limit of the caller's work, as on the pages."""
    permission_classes: Sequence[type[BasePermission]] = (IsWithinScopes,)
    parser_classes: Sequence[type[BaseParser]] = (BoundedJSONParser,)

    @property
    def owner(self) -> Owner:
        """Return the caller."""
        return api_owner(self.request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Admit the caller within the limit."""
        super().initial(request, *args, **kwargs)
        if self.limit is None or not self._counts(self.limit, request):
            return
        if wait := seconds_to_wait(self.limit, Asker(self.owner.caller, address_of(request._request))):
            raise Throttled(wait)

    @staticmethod
    def _counts(limit: WorkLimit, request: Request) -> bool:
        return request.method not in SAFE_METHODS or (limit.of_reads and request.method == "GET")

    @property
    def answers_owner(self) -> Owner:
        """Return the owner of answers stored by ``Idempotency-Key``; None for a visitor who owns nothing yet."""
        return self.owner

    @method_decorator(conditional_page)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ("Authorization", "Cookie"))
        return response


def _unknown_person() -> Fault:
    message = "Send a personal token of your account (Authorization: Bearer …), or sign in."
    return Fault("not_authenticated", "Authorization", message, status.HTTP_401_UNAUTHORIZED)


MOST_PASSES = 20
_PASS = re.compile(r"[\w.-]{1,64}", re.ASCII)


def pass_parameter(name: str, passes: str) -> OpenApiParameter:
    """Return the schema of the header in which a client without a browser session sends its ``passes``."""
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=f"{passes}, with commas between them.")


class HoldsPass(BasePermission):
    """Admits the callers of ``IsWithinScopes``, and browsers and clients with a pass.

    A browser that writes sends the CSRF token of the pages, with or without an account.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        assert isinstance(view, PassAPIView)
        if isinstance(request.auth, ApiToken):
            return IsWithinScopes().has_permission(request, view)
        if request.method not in SAFE_METHODS and not isinstance(request.user, User):
            BrowserSession().enforce_csrf(request)
        return view.is_for_newcomers or view.has_pass or IsWithinScopes().has_permission(request, view)


class PassAPIView(PrivateView):
    """A view that accepts passes from people without an account; clients send them in ``pass_header``."""

    pass_header: ClassVar[OpenApiParameter]
    permission_classes: Sequence[type[BasePermission]] = (HoldsPass,)
    is_for_newcomers: ClassVar[bool] = False
    """Whether it admits unknown people, such as someone who opens a link."""

    @property
    @abstractmethod
    def has_pass(self) -> bool:
        """Whether the caller has a pass."""

    @property
    def passes(self) -> tuple[str, ...]:
        """The secrets of a request; those that cannot be valid are left out."""
        given = self.request.headers.get(self.pass_header.name, "").split(",")[:MOST_PASSES]
        return tuple(secret.strip() for secret in given if _PASS.fullmatch(secret.strip()))


REPLAYED = "Idempotency-Replayed"
KEPT_HEADERS = ("ETag", "Location")
_KEY = re.compile(r"[\x21-\x7e]{1,255}")

Handler = Callable[..., Response]


def once(handler: Handler) -> Handler:
    """Return the handler of a method, which runs a request with the same key only once.

    The answer is stored in the same transaction. Only successes are stored: a refused request can be sent again with
    its key.
    """

    @wraps(handler)
    def _handler(view: PrivateView, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(IDEMPOTENCY_KEY)
        if key is None:
            return handler(view, request, *args, **kwargs)
        if not _KEY.fullmatch(key):
            message = "Expected 1 to 255 printable ASCII characters without spaces."
            raise Fault("idempotency.key", IDEMPOTENCY_KEY, message)
        owner = view.answers_owner
        if owner.is_nobody:
            return handler(view, request, *args, **kwargs)
        digest = _digest(request)
        with transaction.atomic():
            row, is_new = answer_reserve(owner=owner, key=key, request=digest)
            if not is_new:
                if row.request != digest:
                    message = "This key was sent with another request. Choose a new key for a new request."
                    raise Fault("idempotency.reused", IDEMPOTENCY_KEY, message, status.HTTP_422_UNPROCESSABLE_ENTITY)
                if row.status == EMPTIED:
                    message = (
                        "This request was already carried out. Its answer is no longer stored: read the current state."
                    )
                    raise Fault("idempotency.emptied", IDEMPOTENCY_KEY, message, status.HTTP_409_CONFLICT)
                return Response(row.body, status=row.status, headers={**row.headers, REPLAYED: "true"})
            response = handler(view, request, *args, **kwargs)
            headers = {name: response[name] for name in KEPT_HEADERS if name in response}
            # As JSON and back, so that the answer that is kept is the answer that is sent.
            body = json.loads(json.dumps(response.data, cls=JSONEncoder))
            answer_keep(row=row, status=response.status_code, headers=headers, body=body)
            return response

    _handler.is_once = True  # type: ignore[attr-defined] # the schema asks for it
    return _handler


def _digest(request: Request) -> str:
    django_request = request._request
    parts = (request.method or "", django_request.get_full_path(), request.headers.get("If-Match", ""))
    return sha256("\n".join(parts).encode() + b"\n" + django_request.body).hexdigest()
