"""Reading what a person pasted or uploaded into a draft; what is wrong is told beside its field."""

from __future__ import annotations

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from compendium.importing.pf2e.conversions import ELSEWHERE, UnreadableFile, convert_file
from compendium.services.imports import ImportedFile
from compendium.web.conversion.drafts import ConversionDraft
from rules.conversion import ConversionStyle, ConvertedCreature

MAX_PASTED = 2 * 2**20
MAX_UPLOADED = 8 * 2**20
PASTED_NAME = "pasted text"


class UnreadableInput(ValueError):
    """What cannot be converted: the field of the form, and a sentence for the person who sent it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


def read_sent(request: HttpRequest, style: ConversionStyle) -> tuple[ConversionDraft, tuple[ConvertedCreature, ...]]:
    """Return the draft of what a form sends, and its creatures converted; an uploaded file counts before a text.

    Raises ``UnreadableInput`` where there is nothing to convert.
    """
    field, name, data = _sent(request)
    try:
        found = convert_file(data, style)
    except UnreadableFile as fault:
        raise UnreadableInput(field, fault.message) from None
    return ConversionDraft(ImportedFile.of(name, data), found.blocks, found.rejected, found.unread), found.converted


def _sent(request: HttpRequest) -> tuple[str, str, bytes]:
    """Return the field, the name and the bytes of what was sent."""
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile):
        if (file.size or 0) > MAX_UPLOADED:
            raise UnreadableInput("file", f"A file has at most {MAX_UPLOADED // 2**20} MB here. {ELSEWHERE}")
        data = file.read()
        if not data.strip():
            raise UnreadableInput("file", "This file is empty.")
        return "file", file.name or "uploaded file", data
    text = request.POST.get("block", "")
    if not text.strip():
        raise UnreadableInput("block", "Paste a creature, or choose a file.")
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > MAX_PASTED:
        raise UnreadableInput("block", f"At most {MAX_PASTED // 2**20} MB can be pasted. Choose a file instead.")
    return "block", PASTED_NAME, data
