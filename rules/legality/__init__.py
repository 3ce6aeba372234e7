"""Is this warband legal? Every problem of a roster, with what would mend it.

``verdict`` answers with all problems and the points, and never raises.

- ``warband``, ``creatures``, ``upgrades``, ``items``, ``minions``: the rules, by subject
- ``rule``, ``subject``, ``registry``: what a rule and a problem are, and all rules in their order
- ``remedies``, ``removals``: what mends a problem, and the least that has to be removed
- ``rulebook``, ``resolved``: what keys can mean, and a roster with everything looked up and added up
- ``checking``, ``verdict``: asking all rules, and the answer with its points and its document
"""

from rules.legality.registry import CODES, RULES, RULES_BY_CODE, rule_label
from rules.legality.resolved import ResolvedMember, ResolvedRoster, resolve
from rules.legality.rule import Problem, Rule, Severity
from rules.legality.rulebook import Rulebook
from rules.legality.subject import Subject
from rules.legality.verdict import MemberPoints, Verdict, verdict, verdict_document, verdict_of

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
