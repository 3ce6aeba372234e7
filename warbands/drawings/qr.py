"""Drawing a link as a QR code."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString

QUIET_ZONE = 4
"""Modules of white around the code, without which a camera does not find it."""


def qr_code(link: str) -> SafeString:
    """Return the code as SVG: always dark on light, as cameras want it."""
    code = segno.make_qr(link, error="m")
    drawn = code.svg_inline(border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True, svgclass="qr-code")
    return SafeString(drawn)
