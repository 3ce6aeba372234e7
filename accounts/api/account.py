"""The account that the API sees."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import PrivateView
from accounts.models import ApiToken, Scope, User
from common.openapi import PRIVATE_ERRORS, Document, operation


class TokenSerializer(Document):
    """The token of a request."""

    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField([scope.value for scope in Scope]))
    expires_at = serializers.DateTimeField(allow_null=True)


class AccountSerializer(Document):
    """An account, and the token of the request; null for a browser's session."""

    username = serializers.CharField()
    token = TokenSerializer(allow_null=True)


class AccountView(PrivateView):
    tag = "account"
    needs_account = True

    @operation("account_read", AccountSerializer, PRIVATE_ERRORS)
    def get(self, request: Request) -> Response:
        """Who am I?

        Your account, and the scopes of the token that you send. Any token may ask.
        """
        token = request.auth if isinstance(request.auth, ApiToken) else None
        assert isinstance(request.user, User)
        return Response(
            {
                "username": request.user.get_username(),
                "token": token and {"name": token.name, "scopes": token.scopes, "expires_at": token.expiry},
            }
        )
