"""The buttons of an adventure's page, for what no other address offers, such as the moves of a duel."""

from collections.abc import Callable
from typing import Any

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from adventures.api.playing import AdventureLogAPIView, log_write
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import LockedAdventure
from common.api.bodies import Body, read_body
from common.typed import MAX_TYPED

MAX_WORD = 120
MOST_VALUES = 100

CommandRunner = Callable[[AdventureVisitor, str, QueryDict], None]
"""Runs a form of the page; raises ``Refusal``."""


class CommandFieldBody(Body):
    """A field of a form; send a field with several values several times."""

    name = serializers.CharField(max_length=MAX_WORD)
    value = serializers.CharField(max_length=MAX_TYPED, allow_blank=True, trim_whitespace=False)


class AdventureCommandBody(Body):
    """A button of the page, with the fields of its form."""

    do = serializers.CharField(max_length=MAX_WORD, help_text="The value of the button.")
    form = serializers.ListField(child=CommandFieldBody(), max_length=MOST_VALUES, required=False)


class AdventureCommandsView(AdventureLogAPIView):
    """Pressing a button of the page. The site passes ``run``, as for the pages."""

    run: CommandRunner | None = None

    @log_write("adventures_command", AdventureCommandBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Press a button of the page.

        Accepts the forms of an adventure's page. Prefer `events/` and `checks/` if they suffice; this address is for
        events that Muster composes from your choice, such as the moves of a duel.
        """
        given = read_body(AdventureCommandBody, request.data)

        def _write(visitor: AdventureVisitor, key: str, seen: int | None) -> LockedAdventure:
            assert self.run is not None
            self.run(visitor, key, _form(given, seen))
            return LockedAdventure(self.seen(key))

        return self.write(request, key, _write)


def _form(given: dict[str, Any], seen: int | None) -> QueryDict:
    """Return what a browser sends with that button."""
    data = QueryDict(mutable=True)
    for pair in given.get("form", ()):
        data.appendlist(pair["name"], pair["value"])
    data["do"] = given["do"]
    data["seen"] = "" if seen is None else str(seen)
    return data
