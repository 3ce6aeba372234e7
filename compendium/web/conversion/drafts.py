"""What was read from a file, kept in the page itself until it is saved: signed and packed in a hidden field.

Nothing is stored on the server for a person who only looks, nothing has to be cleaned up, and only who has the page has
the draft. The signature keeps the provenance true and means that only what this site has packed is unpacked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.core import signing

from common.refusal import Refusal
from compendium.importing.pf2e.conversions import RejectedCreature
from compendium.services.imports import ImportedFile
from rules.card_reading import UnreadWords
from rules.conversion import StatBlock

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
