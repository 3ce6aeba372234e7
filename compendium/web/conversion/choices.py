"""What a conversion leaves to a person, as the controls of a form; and what a form answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from rules.alignment import ALIGNMENTS
from rules.conversion import Answers, ConversionStep, ConvertedCreature, StepChoice, choice_text, in_card_order
from rules.text import counted, with_minus

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
    "condition": "{}: what stands for “{}”",
    "text": "{}: no text in the file",
    "glossary": "{}: no text in the file",
    "kind": "{}: when it has this Strike",
    "spells": "{} spells",
}
_OPTIONS: Mapping[tuple[str, Any], str] = {
    ("level", "adjust"): "Adjust the numbers of the file",
    ("level", "keep"): "Leave the numbers as they are",
    ("movement_mode", None): "No movement mode",
    ("cost", "2"): "2 AP",
    ("cost", "3"): "3 AP",
    ("text", "write"): "Keep its name and write the text by hand",
    ("text", "drop"): "Leave it out",
    ("glossary", "keep"): "Keep it with the usual text",
    ("glossary", "drop"): "Leave it out",
    ("kind", "base"): "Always, as part of the card",
    ("kind", "add_on"): "As an upgrade that is bought",
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
    """The control of one step that is left to a person. ``needs_choice``: nothing is picked yet."""

    name: str
    label: str
    rule: str
    read: str
    options: tuple[ChoiceOption, ...]
    takes_several: bool
    needs_choice: bool


def choice_controls(converted: ConvertedCreature) -> tuple[ChoiceControl, ...]:
    """Return the controls of a conversion, what still has nothing first, then in the order of the card."""
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
        options=tuple(_option(choice, one) for one in choice.choices),
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
    """Return what a form answers, by the keys of choices; what no form of ours sends is left out."""
    names = [name for name in given if name.startswith(PREFIX)][:MAX_ANSWERS]
    return {
        name.removeprefix(PREFIX): tuple(text for text in given.getlist(name)[:MAX_ANSWERS] if len(text) <= MAX_ANSWER)
        for name in names
    }
