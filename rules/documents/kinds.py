"""Values of several kinds of which one document holds any, such as the events of a log."""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass, field
from typing import Any, ClassVar, dataclass_transform


class SaidInHead:
    """The head of a class says what all of its values share: ``class DriveAction(CheckAction, key="drive")``."""

    __slots__ = ()

    def __init_subclass__(cls, **said: Any) -> None:
        for name, value in said.items():
            setattr(cls, name, value)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class ValueOfKind(SaidInHead, ABC):
    """A value of one of several kinds; ``kind`` is its word in documents.

    Its classes are frozen dataclasses. One with a kind in its head, such as ``class StepUndone(LogEvent,
    kind="step-undone")``, is listed in the ``by_kind`` of its base, if that has one.
    """

    __slots__ = ()

    kind: ClassVar[str]

    def __init_subclass__(cls, **said: Any) -> None:
        super().__init_subclass__(**said)
        dataclass(frozen=True)(cls)
        if "kind" in said:
            getattr(cls, "by_kind", {})[cls.kind] = cls
