"""Writes that happen once: a request with an ``Idempotency-Key`` that comes again gets the answer that it got."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.db import transaction
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from accounts.api.views import PrivateView
from accounts.services.answers import EMPTIED, answer_keep, answer_reserve
from common.api.errors import Fault
from common.openapi import IDEMPOTENCY_KEY

REPLAYED = "Idempotency-Replayed"
KEPT_HEADERS = ("ETag", "Location")
_KEY = re.compile(r"[\x21-\x7e]{1,255}")

Handler = Callable[..., Response]


def once(handler: Handler) -> Handler:
    """Return the handler of a method, which does the same request with the same key once.

    The answer is stored in the transaction of what was done. Only what succeeded is kept: a refused request can be
    sent again with its key.
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
                    message = "This was done already, and its answer is no longer stored. Read what became of it."
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
