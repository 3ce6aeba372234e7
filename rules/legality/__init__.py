"""Is this warband legal? Every problem of a roster, with what would mend it.

``verdict`` answers with all problems and the points, and never raises.

- ``warband``, ``creatures``, ``extras``: the rules, by subject
- ``rule``: rules and problems
- ``remedies``, ``removals``: fixes of a problem, and the smallest removals
- ``rulebook``, ``resolved``: the meanings of keys, and a resolved roster with its points
- ``verdict``: all rules in order, and the verdict with its points and its document
"""

from rules.legality.resolved import ResolvedMember, ResolvedRoster, Rulebook, Subject, resolve
from rules.legality.rule import Problem, Rule, Severity
from rules.legality.verdict import (
    CODES,
    RULES,
    RULES_BY_CODE,
    MemberPoints,
    Verdict,
    rule_label,
    verdict,
    verdict_document,
    verdict_of,
)

__all__ = [
    "CODES",
    "RULES",
    "RULES_BY_CODE",
    "MemberPoints",
    "Problem",
    "ResolvedMember",
    "ResolvedRoster",
    "Rule",
    "Rulebook",
    "Severity",
    "Subject",
    "Verdict",
    "resolve",
    "rule_label",
    "verdict",
    "verdict_document",
    "verdict_of",
]
