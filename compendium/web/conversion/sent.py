"""Reading what somebody pasted or uploaded into a draft; what is wrong is told beside its field."""

from __future__ import annotations

from itertools import islice

import msgspec
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from compendium.importing.pf2e.candidates import raw_name, read_block
from compendium.importing.pf2e.files import creatures_in_bytes
from compendium.importing.pf2e.values import UnreadableBlock
from compendium.services.imports import ImportedFile
from compendium.web.conversion.drafts import ConversionDraft, RejectedCreature
from rules.conversion import ConversionRefused, ConversionStyle, ConvertedCreature, StatBlock, convert
from rules.errors import DocumentError
from rules.text import counted

MAX_PASTED = 2 * 2**20
MAX_UPLOADED = 8 * 2**20
MAX_CREATURES = 200
"""Creatures that are converted while a browser waits: a hundred take about a second."""
MAX_READ = 2**20
"""Bytes of the stat blocks of a file together, so that the longest texts take a few seconds."""
PASTED_NAME = "pasted text"

_ELSEWHERE = "Split it, or ask an editor of this site to import the whole file."


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
        raws = list(islice(creatures_in_bytes(data), MAX_CREATURES + 1))
    except DocumentError as fault:
        raise UnreadableInput(field, fault.message) from None
    if len(raws) > MAX_CREATURES:
        limit = f"At most {counted(MAX_CREATURES, 'creature')} are converted while you wait, and this file has more."
        raise UnreadableInput(field, f"{limit} {_ELSEWHERE}")
    blocks: list[StatBlock] = []
    converted: list[ConvertedCreature] = []
    rejected: list[RejectedCreature] = []
    size = 0
    for raw in raws:
        try:
            block = read_block(raw)
            size += len(msgspec.json.encode(block))
            if size > MAX_READ:
                raise UnreadableInput(field, f"Its texts are too long to be converted while you wait. {_ELSEWHERE}")
            converted.append(convert(block, style))
        except (UnreadableBlock, ConversionRefused) as fault:
            rejected.append(RejectedCreature(raw_name(raw), fault.message))
        else:
            blocks.append(block)
    if not blocks:
        others = len(rejected) - 1
        also = f" {counted(others, 'more creature')} could not be converted either." if others else ""
        raise UnreadableInput(field, f"{rejected[0].reason}{also}")
    return ConversionDraft(ImportedFile.of(name, data), tuple(blocks), tuple(rejected)), tuple(converted)


def _sent(request: HttpRequest) -> tuple[str, str, bytes]:
    """Return the field, the name and the bytes of what was sent."""
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile):
        if (file.size or 0) > MAX_UPLOADED:
            raise UnreadableInput("file", f"A file has at most {MAX_UPLOADED // 2**20} MB here. {_ELSEWHERE}")
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
