"""Is this warband legal? Every problem of a roster, with what would mend it.

``check`` answers with all problems and never raises, ``is_legal`` with yes or no, ``verdict`` with the points as well.
"""

from rules.legality.checking import check, is_legal
from rules.legality.problem import CODES, SEVERITIES, SHORT_WORDS, Problem, Severity, Subject
from rules.legality.rulebook import Rulebook
from rules.legality.verdict import MemberPoints, Verdict, verdict, verdict_document, verdict_of

__all__ = [
    "CODES",
    "SEVERITIES",
    "SHORT_WORDS",
    "MemberPoints",
    "Problem",
    "Rulebook",
    "Severity",
    "Subject",
    "Verdict",
    "check",
    "is_legal",
    "verdict",
    "verdict_document",
    "verdict_of",
]
