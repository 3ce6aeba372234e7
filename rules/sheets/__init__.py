"""The warband for display: one frozen value for pages, print, shared pages and texts for a chat."""

from rules.sheets.chat import chat_text
from rules.sheets.crests import crest_of_sheet
from rules.sheets.members import GroupProblem, MemberGroup, item_line, member_groups, problem_lines
from rules.sheets.model import (
    ItemLine,
    MemberSheet,
    OverrideLine,
    PositioningLine,
    ProblemLine,
    RosterSheet,
    UpgradeOffer,
)

__all__ = [
    "GroupProblem",
    "ItemLine",
    "MemberGroup",
    "MemberSheet",
    "OverrideLine",
    "PositioningLine",
    "ProblemLine",
    "RosterSheet",
    "UpgradeOffer",
    "chat_text",
    "crest_of_sheet",
    "item_line",
    "member_groups",
    "problem_lines",
]
