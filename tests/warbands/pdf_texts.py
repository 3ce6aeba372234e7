"""What a PDF says."""

import io

from pypdf import PdfReader


def reader(response) -> PdfReader:
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    return PdfReader(io.BytesIO(response.content))


def pdf_text(response) -> str:
    return "\n".join(page.extract_text() for page in reader(response).pages)
