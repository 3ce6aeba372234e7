"""The version of a warband that a page showed when it sent a form."""

from __future__ import annotations

from collections.abc import Mapping


def version_of(given: Mapping[str, str]) -> int:
    """Return the version that a form sends, -1 where it is no number."""
    version = given.get("version", "")
    return int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1
