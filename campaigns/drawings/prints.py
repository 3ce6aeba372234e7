"""The chronicle of a campaign and the certificates of its season on paper."""

from printing.canvas import paper_size
from printing.certificates import SeasonCertificates, draw_certificates
from printing.chronicles import draw_chronicle
from printing.pdf import bounded_pdf
from rules.campaigns.chronicles import Chronicle


def chronicle_pdf(chronicle: Chronicle) -> bytes:
    """Return a chronicle as a PDF; raise ``DrawingTooLong`` if it exceeds the time budget."""
    return bounded_pdf(lambda canvas: draw_chronicle(canvas, chronicle), paper_size("a4"))


def certificates_pdf(certificates: SeasonCertificates) -> bytes:
    """Return certificates as a PDF; raise ``DrawingTooLong`` if it exceeds the time budget."""
    return bounded_pdf(lambda canvas: draw_certificates(canvas, certificates), paper_size("a4", landscape=True))
