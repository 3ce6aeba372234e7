"""What was read from a file, kept in the page itself until it is saved: signed and packed in a hidden field.

Nothing is stored on the server for a person who only looks, nothing has to be cleaned up, and only who has the page has
the draft. The signature keeps the provenance true and means that only what this site has packed is unpacked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from common.refusal import Refusal
from compendium.importing.pf2e.candidates import ELSEWHERE, RejectedCreature, UnreadableFile, convert_file
from compendium.services.imports import ImportedFile
from rules.card_reading import UnreadWords
from rules.conversion import ConversionStyle, ConvertedCreature, StatBlock

OPEN_FOR = 24 * 60 * 60
"""Seconds for which a draft can be saved."""
MAX_PACKED = 2**20
"""Characters of a packed draft; a hundred usual creatures take 60,000."""

_SALT = "compendium.web.conversion"


@dataclass(frozen=True, slots=True)
class ConversionDraft:
    """The creatures of a file on their way to cards."""

    file: ImportedFile
    blocks: tuple[StatBlock, ...]
    rejected: tuple[RejectedCreature, ...] = ()
    unread: tuple[tuple[UnreadWords, ...], ...] = ()
    """For each creature, the lines of its text that could not be read."""

    @property
    def is_single(self) -> bool:
        """Return True if there is one creature and nothing was rejected: it needs no list."""
        return len(self.blocks) == 1 and not self.rejected

    def only(self, place: int) -> ConversionDraft:
        """Return the draft with one of its creatures."""
        return replace(self, blocks=self.blocks[place : place + 1], rejected=(), unread=self.unread[place : place + 1])

    def packed(self) -> str:
        """Return the draft as the text of a hidden field; raise ``Refusal`` where it holds too much."""
        text = signing.dumps(self, salt=_SALT, serializer=_DraftSerializer, compress=True)
        if len(text) > MAX_PACKED:
            raise Refusal(
                "The texts of this file are too long to be converted at once. Bring fewer creatures.", code="file.full"
            )
        return text


def unpack(text: str) -> ConversionDraft | None:
    """Return the draft of a hidden field, or None where it is too old, was changed, or is of an earlier version."""
    if not text or len(text) > MAX_PACKED:
        return None
    try:
        draft: ConversionDraft = signing.loads(text, salt=_SALT, serializer=_DraftSerializer, max_age=OPEN_FOR)
    except (signing.BadSignature, msgspec.MsgspecError):
        return None
    return draft


class _DraftSerializer:
    """Drafts as bytes, for Django's signing."""

    def dumps(self, draft: Any) -> bytes:
        """Return a draft as JSON."""
        return msgspec.json.encode(draft)

    def loads(self, data: bytes) -> Any:
        """Return the draft of a JSON document."""
        return msgspec.json.decode(data, type=ConversionDraft)


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
