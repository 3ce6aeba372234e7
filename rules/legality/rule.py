"""A rule of legality, and the problems that it finds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from rules.documents.kinds import SaidInHead
from rules.legality.remedies.remedy import Remedy, fix_sentence
from rules.legality.resolved import ResolvedRoster, Subject

Severity = Literal["error", "warning"]
Param = int | str | None | list[str]


class Rule(SaidInHead, ABC):
    """One rule for warbands.

    ``code`` names its problems for programs and never changes. ``label`` says in a few words, for players, what an
    override of the rule allows. ``docs/adding-a-rule.md`` explains how to add one.
    """

    code: ClassVar[str]
    severity: ClassVar[Severity] = "error"
    label: ClassVar[str]

    @abstractmethod
    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        """Yield the problems that the roster has with this rule, in the order of the members."""

    def problem(self, subject: Subject, message: str, *remedies: Remedy, **params: Param) -> Problem:
        """Return a problem with this rule; ``remedies`` mend it, the smallest change first."""
        return Problem(self, subject, message, remedies, params)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a warband.

    ``message`` tells a player what is wrong, with the number and the limit; ``remedies`` fix it, the smallest change
    first; ``params`` has the numbers and names for programs. ``overridden`` marks what the players agreed to allow.
    """

    rule: Rule
    subject: Subject
    message: str
    remedies: tuple[Remedy, ...]
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)
    overridden: bool = False

    @property
    def code(self) -> str:
        """The problem's name for programs, such as ``creature.over_half``."""
        return self.rule.code

    @property
    def severity(self) -> Severity:
        """Error or warning: an error makes the warband illegal, a warning does not."""
        return self.rule.severity

    @property
    def fix(self) -> str:
        """The fix of the problem, as a sentence for a player."""
        return fix_sentence(self.remedies)

    @property
    def blocks(self) -> bool:
        """Whether the warband is illegal because of this problem: an error that is not overridden."""
        return not self.overridden and self.rule.severity == "error"
