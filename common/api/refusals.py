"""The status of an answer that refuses, by the end of its stable code: ``warband.gone`` is 404."""

from __future__ import annotations

from rest_framework import status

from common.refusal import Refusal

STATUSES: dict[str, int] = {
    "gone": status.HTTP_404_NOT_FOUND,
    "forbidden": status.HTTP_403_FORBIDDEN,
    "changed": status.HTTP_412_PRECONDITION_FAILED,
    "full": status.HTTP_409_CONFLICT,
    "locked": status.HTTP_409_CONFLICT,
    "state": status.HTTP_409_CONFLICT,
    "family": status.HTTP_409_CONFLICT,
    "invalid": status.HTTP_422_UNPROCESSABLE_ENTITY,
}
"""What a refusal's code ends in.

``gone``: there is nothing (any more). ``forbidden``: this person may not. ``changed``: another person changed it
meanwhile. ``full``: a limit is reached. ``locked``: something else holds it. ``state``: not as things stand now.
``family``: it belongs to another game than the one that is played. ``invalid``: what was given is not fit.
"""


def status_of_refusal(refusal: Refusal) -> int:
    """Return the status with which the API answers a refusal."""
    return STATUSES.get(refusal.code.rpartition(".")[2], status.HTTP_422_UNPROCESSABLE_ENTITY)
