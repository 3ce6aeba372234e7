"""Authentication: a client by its owner's token, or a browser by its session."""

import re
from typing import Any

from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework import status
from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from accounts.models import SESSION_KEY, ApiToken, User
from accounts.services.tokens import token_used
from common.api.errors import Fault

_TOKEN = re.compile(rb"[\w-]{20,200}", re.ASCII)


class PersonalToken(TokenAuthentication):
    """``Authorization: Bearer …``: finds the token by its hash. One query, and sometimes one more to record its use."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """Return the token's owner and the token; 401 if the token is unknown or expired, or its owner is gone."""
        rows = ApiToken.objects.select_related("user")
        known = rows.filter(digest=hash_token(token.decode())).first() if _TOKEN.fullmatch(token) else None
        if known is None or not known.user.is_active:
            raise Fault("token.unknown", "Authorization", "There is no such token.", status.HTTP_401_UNAUTHORIZED)
        if known.is_over:
            raise Fault("token.expired", "Authorization", "This token has expired.", status.HTTP_401_UNAUTHORIZED)
        token_used(token=known)
        return known.user, known


class BrowserSession(SessionAuthentication):
    """A browser's session, with or without an account; writes need the CSRF token of the pages."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """Return the account, None for a visitor; 403 for a write without a CSRF token."""
        authenticated = super().authenticate(request)
        django_request: HttpRequest = request._request
        if authenticated is None and request.method not in SAFE_METHODS and SESSION_KEY in django_request.session:
            self.enforce_csrf(request)
        return authenticated


class _PersonalTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # the base has no types
    target_class = PersonalToken
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token from your account page. Its scopes decide what it can do.",
        }


class _BrowserSessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # the base has no types
    target_class = BrowserSession
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "A browser's session. Changes need the header X-CSRFToken.",
        }
