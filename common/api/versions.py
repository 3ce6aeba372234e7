"""Versions of what is written: an answer's ``ETag`` comes back as ``If-Match``, so that no editor overwrites another.

A tag is the version's number, and where more than the version can change, a hyphen and a digest of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256

from rest_framework import status
from rest_framework.request import Request

from common.api.errors import Fault

_TAG = re.compile(r'(?:W/)?"(\d{1,9})(?:-[0-9a-f]{1,64})?"', re.ASCII)


def version_tag(version: int, *more: object) -> str:
    """Return the ``ETag`` of something of that version; ``more`` is what changes without it."""
    return f'"{version}-{sha256(repr(more).encode()).hexdigest()[:16]}"' if more else f'"{version}"'


def matched_version(request: Request, current: int, *, required: bool = True) -> int:
    """Return the version that a request means to change: that of its ``If-Match``, or ``current`` for ``*``.

    400 for a tag that is none of ours, 428 where it is missing and ``required``.
    """
    given = request.headers.get("If-Match")
    if given is None and required:
        message = "Send the ETag of what you change as If-Match, or * to change it as it is now."
        raise Fault("match.missing", "If-Match", message, status.HTTP_428_PRECONDITION_REQUIRED)
    if given is None or given.strip() == "*":
        return current
    found = [_TAG.fullmatch(tag.strip()) for tag in given.split(",")]
    versions = [int(tag[1]) for tag in found if tag]
    if len(versions) != len(found):
        raise Fault("match.invalid", "If-Match", "Expected the ETag of an answer, or *.")
    return current if current in versions else versions[0]


def check_version(request: Request, current: int, *, required: bool = False) -> None:
    """Raise 412 unless a request's ``If-Match`` is of the current version; without one as ``matched_version``."""
    if matched_version(request, current, required=required) != current:
        message = "It was changed since you read it. Read it again, and send its new ETag."
        raise Fault("version.changed", "If-Match", message, status.HTTP_412_PRECONDITION_FAILED)


@contextmanager
def matching_held(request: Request, held: AbstractContextManager[int], *, required: bool = False) -> Iterator[None]:
    """Write while something is held whose version is the one that ``If-Match`` names; without the header as usual.

    The version is looked at under the lock, so that of two editors one is refused.
    """
    if not required and "If-Match" not in request.headers:
        yield
        return
    with held as version:
        check_version(request, version, required=required)
        yield
