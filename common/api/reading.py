"""Views that only read: browsers and proxies may repeat what they asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework import status
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.views import APIView


class ReadView(APIView):
    """A view that only reads what is for everybody: its answers have an ETag, and one as before is not sent again.

    Cookies are not looked at, so that pages of other sites may read it and caches may share it.
    """

    http_method_names: Sequence[str] = ["get", "head", "options"]

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Return the ways to say who asks, but for a browser's session."""
        return [way for way in super().get_authenticators() if not isinstance(way, SessionAuthentication)]

    @method_decorator(conditional_page)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer; 304 where the client has the same answer already."""
        response = super().dispatch(request, *args, **kwargs)
        if response.status_code == status.HTTP_200_OK:
            patch_cache_control(response, no_cache=True)
        return response
