"""The contents of a file, stored in the page until it is saved, signed and packed; and the open choices.

Nothing is stored on the server for a person who only looks, nothing must be cleaned up, and only a person with the page
has the draft. The signature protects the provenance, and ensures that the site unpacks only its own data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, QueryDict

from common.refusal import Refusal
from compendium.importing.pf2e.candidates import ELSEWHERE, RejectedCreature, UnreadableFile, convert_file
from compendium.services.imports import ImportedFile
from rules.alignment import ALIGNMENTS
from rules.card_reading.values import UnreadWords
from rules.conversion.blocks import StatBlock
from rules.conversion.converting import ConvertedCreature
from rules.conversion.steps import Answers, ConversionStep, ConversionStyle, StepChoice, choice_text, in_card_order
from rules.text import counted, with_minus

OPEN_FOR = 24 * 60 * 60
"""Seconds for which a draft can be saved."""
MAX_PACKED = 2**20
"""Characters of a packed draft; a hundred usual creatures take 60,000."""

SALT = "compendium.web.conversion"
"""The purpose in the signature of packed drafts; no other signed text of this site is valid as one."""


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
        """Return True if there is one creature and no rejected one: it needs no list."""
        return len(self.blocks) == 1 and not self.rejected

    def only(self, place: int) -> ConversionDraft:
        """Return the draft with one of its creatures."""
        return replace(self, blocks=self.blocks[place : place + 1], rejected=(), unread=self.unread[place : place + 1])

    def packed(self) -> str:
        """Return the draft as the text of a hidden field; raise ``Refusal`` if it is too large."""
        text = signing.dumps(self, salt=SALT, serializer=_DraftSerializer, compress=True)
        if len(text) > MAX_PACKED:
            raise Refusal(
                "The texts of this file are too long to convert at once. Convert fewer creatures.", code="file.full"
            )
        return text


def unpack(text: str) -> ConversionDraft | None:
    """Return the draft of a hidden field, or None if it is too old, was changed, or is from an earlier version."""
    if not text or len(text) > MAX_PACKED:
        return None
    try:
        draft: ConversionDraft = signing.loads(text, salt=SALT, serializer=_DraftSerializer, max_age=OPEN_FOR)
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
    """A file that cannot be converted: the field of the form, and a sentence for the person."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


def read_sent(request: HttpRequest, style: ConversionStyle) -> tuple[ConversionDraft, tuple[ConvertedCreature, ...]]:
    """Return the draft from a form, with its creatures converted; an uploaded file has priority over a text.

    Raises ``UnreadableInput`` if there is nothing to convert.
    """
    field, name, data = _sent(request)
    try:
        file = convert_file(data, style)
    except UnreadableFile as fault:
        raise UnreadableInput(field, fault.message) from None
    return ConversionDraft(ImportedFile.of(name, data), file.blocks, file.rejected, file.unread), file.converted


def _sent(request: HttpRequest) -> tuple[str, str, bytes]:
    """Return the field, the name and the bytes of the input."""
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


PREFIX = "choice-"
MAX_ANSWERS = 400
MAX_ANSWER = 200
MAX_READ = 160

_LABELS: Mapping[str, str] = {
    "level": "Elite or weak numbers",
    "alignment": "Alignment",
    "fight": "Fight",
    "power": "Power",
    "speed": "Speed",
    "movement_mode": "Movement mode",
    "cost": "{}: cost",
    "area": "{}: size of its area",
    "condition": "{}: replacement for “{}”",
    "text": "{}: no text in the file",
    "glossary": "{}: no text in the file",
    "kind": "{}: when it has this Strike",
    "spells": "{} spells",
}
_OPTIONS: Mapping[tuple[str, Any], str] = {
    ("level", "adjust"): "Adjust the numbers of the file",
    ("level", "keep"): "Keep the numbers",
    ("movement_mode", None): "No movement mode",
    ("cost", "2"): "2 AP",
    ("cost", "3"): "3 AP",
    ("text", "write"): "Keep the name and write the text by hand",
    ("text", "drop"): "Leave it out",
    ("glossary", "keep"): "Keep it with the usual text",
    ("glossary", "drop"): "Leave it out",
    ("kind", "base"): "Always, as part of the card",
    ("kind", "add_on"): "As an upgrade to buy",
    **{("alignment", alignment.code): alignment.name for alignment in ALIGNMENTS},
}


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """One option of a control: its value, its words, and whether it is chosen or the rule's pick."""

    value: str
    label: str
    is_chosen: bool
    is_picked: bool


@dataclass(frozen=True, slots=True)
class ChoiceControl:
    """The control of one step that is left to a person. ``needs_choice``: there is no default."""

    name: str
    label: str
    rule: str
    read: str
    options: tuple[ChoiceOption, ...]
    takes_several: bool
    needs_choice: bool


def choice_controls(converted: ConvertedCreature) -> tuple[ChoiceControl, ...]:
    """Return the controls of a conversion, the empty ones first, then in the order of the card."""
    controls = [_control(step, step.choice) for step in in_card_order(converted.steps) if step.choice]
    return tuple(sorted(controls, key=lambda control: not control.needs_choice))


def _control(step: ConversionStep, choice: StepChoice) -> ChoiceControl:
    about = choice.about.capitalize() if choice.kind == "spells" else choice.about
    word = choice.key.split(".")[2].partition("-")[0] if choice.kind == "condition" else ""
    return ChoiceControl(
        name=f"{PREFIX}{choice.key}",
        label=_LABELS.get(choice.kind, "{}").format(about, word).strip(),
        rule=step.rule,
        read=step.read if len(step.read) <= MAX_READ else f"{step.read[:MAX_READ]}…",
        options=tuple(_option(choice, offered) for offered in choice.choices),
        takes_several=choice.takes_several,
        needs_choice=choice.value not in choice.choices,
    )


def _option(choice: StepChoice, value: Any) -> ChoiceOption:
    return ChoiceOption(choice_text(value), _label_of(choice, value), value in choice.chosen, value in choice.picked)


def _label_of(choice: StepChoice, value: Any) -> str:
    if choice.kind == "area":
        return counted(value, "square")
    if choice.kind == "fight":
        return with_minus(f"{value:+d}")
    return _OPTIONS.get((choice.kind, value)) or with_minus(str(value))


def answers_of(given: QueryDict) -> Answers:
    """Return the answers of a form, by the keys of choices; unknown values are left out."""
    names = [name for name in given if name.startswith(PREFIX)][:MAX_ANSWERS]
    return {
        name.removeprefix(PREFIX): tuple(text for text in given.getlist(name)[:MAX_ANSWERS] if len(text) <= MAX_ANSWER)
        for name in names
    }
