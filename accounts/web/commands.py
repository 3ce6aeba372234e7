"""Commands that a device may send again: each has a name that is used once, in the header ``Idempotency-Key``.

A page that was offline sends what waited (``static/js/queue.js``) to the addresses of its forms and asks for JSON: what
was done, or the reason of a refusal, after which nothing has changed. A name begins with the time of its command in
milliseconds, to base 36. A command that is withdrawn does nothing, now or later; if it was done, the answer says so.
"""

import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial, wraps
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

from accounts.models import Owner
from accounts.services.answers import COMMANDS_KEPT_FOR, answer_keep, answer_reserve
from accounts.web.visitors import owner_of
from common.openapi import IDEMPOTENCY_KEY
from common.refusal import Refusal

FORMAT = "muster-command/1"
"""How the queue of this version writes its commands; they name it in ``Content-Version``."""
WITHDRAWN = f"{FORMAT}; withdrawn"
FORMAT_HEADER = "Content-Version"
SENT_WITHIN = timedelta(days=30)
_AHEAD = timedelta(days=1)
_NAME = re.compile(r"([0-9a-z]{8,9})-[0-9a-z]{10}")
_VERSION, _MADE = "Muster-Version", "Muster-Made"


@dataclass(frozen=True, slots=True)
class CommandDone:
    """What a command did: in words, the ``version`` that it made of its subject if any, and the ids of what it made."""

    done: str = ""
    version: int | None = None
    made: tuple[str, ...] = ()


def note_done(response: HttpResponse, done: CommandDone) -> None:
    """Write into a page's own answer what its command did, for the case that the page never gets it."""
    response[_MADE] = " ".join(done.made)
    if done.version is not None:
        response[_VERSION] = str(done.version)


def takes_commands(carry_out: Callable[..., CommandDone]) -> Callable[..., Callable[..., HttpResponse]]:
    """Return a decorator for a view of a form, which ``carry_out`` carries out for a device's queue.

    It gets the view's arguments and raises ``Refusal``. A page that is online sends the name as well, but no wish for
    JSON: the view itself answers, and its name is used.
    """

    def _decorated(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def _view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            name = request.headers.get(IDEMPOTENCY_KEY)
            if request.method != "POST" or name is None:
                return view(request, *args, **kwargs)
            if request.headers.get("Accept") != "application/json":
                return _shown_once(request, name, partial(view, request, *args, **kwargs))
            is_withdrawn = request.headers.get(FORMAT_HEADER) == WITHDRAWN
            work = CommandDone if is_withdrawn else partial(carry_out, request, *args, **kwargs)
            try:
                return JsonResponse(_done_once(request, name, work))
            except Http404 as gone:
                return _refused(Refusal(str(gone), code="command.gone"), status=404)
            except Refusal as refused:  # a command with 429 waits on its device
                return _refused(refused, status=429 if refused.code == "command.full" else 422)

        return _view

    return _decorated


def _refused(refusal: Refusal, status: int) -> HttpResponse:
    said = {"refused": refusal.message, "meanwhile": list(refusal.meanwhile), "code": refusal.code}
    return JsonResponse(said, status=status)


def _done_once(request: HttpRequest, name: str, carry_out: Callable[[], CommandDone]) -> dict[str, Any]:
    _refuse_unknown(request, name)
    owner = owner_of(request)
    if owner.is_nobody:
        return asdict(carry_out())
    with transaction.atomic():
        row, is_new = _reserved(request, owner, name)
        if is_new:
            answer_keep(row=row, status=200, headers={}, body=asdict(carry_out()))
        return row.body or asdict(CommandDone("Done"))


def _shown_once(request: HttpRequest, name: str, view: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer with the page and use the name, unless the page shows a refusal. A name that was used does nothing.

    With a name that cannot be stored, the page answers as it does to browsers without scripts.
    """
    owner = owner_of(request)
    if owner.is_nobody or not _NAME.fullmatch(name):
        return view()
    with transaction.atomic():
        try:
            row, is_new = _reserved(request, owner, name)
        except Refusal:
            return view()
        if not is_new:
            return HttpResponse(status=204)
        response = view()
        if response.status_code >= 400:
            row.delete()
            return response
        version = response.headers.get(_VERSION, "")
        done = CommandDone("Done", int(version) if version else None, tuple(response.headers.get(_MADE, "").split()))
        answer_keep(row=row, status=200, headers={}, body=asdict(done))
        return response


def _reserved(request: HttpRequest, owner: Owner, name: str) -> tuple[Any, bool]:
    address = sha256(request.path.encode()).hexdigest()
    row, is_new = answer_reserve(owner=owner, key=name, request=address, kept_for=COMMANDS_KEPT_FOR)
    if row.request != address:
        raise Refusal("This change was sent before, as another one. Make it again.", code="command.invalid")
    return row, is_new


def _refuse_unknown(request: HttpRequest, name: str) -> None:
    if request.headers.get(FORMAT_HEADER) not in (FORMAT, WITHDRAWN):
        raise Refusal("This change was made in another version of Muster. Make it again.", code="command.invalid")
    named = _NAME.fullmatch(name)
    made_at = int(named[1], 36) / 1000 if named else 0
    if not -_AHEAD.total_seconds() <= time.time() - made_at <= SENT_WITHIN.total_seconds():
        raise Refusal(
            f"By the clock of this device, this change was not made within the last {SENT_WITHIN.days} days, so Muster"
            " cannot know whether it was done. Check that, and make it again if it was not.",
            code="command.invalid",
        )
