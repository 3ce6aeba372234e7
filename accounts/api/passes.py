"""Views for people who came by a link: programs show what they were given there in a header."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.authentication import BrowserSession
from accounts.api.views import IsWithinScopes, PrivateView
from accounts.models import ApiToken, User

MOST_PASSES = 20
_PASS = re.compile(r"[\w.-]{1,64}", re.ASCII)


def pass_parameter(name: str, passes: str) -> OpenApiParameter:
    """Return what the schema says of the header in which a program without a browser's session shows its ``passes``."""
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=f"{passes}, with commas between them.")


class HoldsPass(BasePermission):
    """Lets in whom ``IsWithinScopes`` lets in, and browsers and programs that hold a pass.

    A browser that writes sends the CSRF token of the pages, an account or none.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return True; raise what is answered where it may not go on."""
        assert isinstance(view, PassAPIView)
        if isinstance(request.auth, ApiToken):
            return IsWithinScopes().has_permission(request, view)
        if request.method not in SAFE_METHODS and not isinstance(request.user, User):
            BrowserSession().enforce_csrf(request)
        return view.is_for_newcomers or view.has_pass or IsWithinScopes().has_permission(request, view)


class PassAPIView(PrivateView):
    """A view of something that people without an account may hold a pass for; they show it in ``pass_header``."""

    pass_header: ClassVar[OpenApiParameter]
    permission_classes: Sequence[type[BasePermission]] = (HoldsPass,)
    is_for_newcomers: ClassVar[bool] = False
    """Whether it is for people of whom nothing is known yet, such as who opens a link."""

    @property
    @abstractmethod
    def has_pass(self) -> bool:
        """Whether who asks holds a pass."""

    @property
    def passes(self) -> tuple[str, ...]:
        """The secrets that a request shows; what none can be is left out."""
        given = self.request.headers.get(self.pass_header.name, "").split(",")[:MOST_PASSES]
        return tuple(one.strip() for one in given if _PASS.fullmatch(one.strip()))
