"""A warband as plain text for a chat, one line per member or group, without text that a chat reads as markup or a
mention.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from rules.sheets.members import MemberGroup, member_groups
from rules.sheets.model import NAMELESS, MemberSheet, OverrideLine, RosterSheet
from rules.text import counted, slug, with_count

MAX_TEXT = 4_000
"""Characters: the longest message of the most generous chats."""
_OGL = "p2v-ogl"
_ROOM_FOR_MEMBERS = 2_000
_ROOM_FOR_OVERRIDES = 700
_ROOM_FOR_HOUSE_RULES = 500
_ROOM_FOR_LINK = 300

# What chats read as markup wherever it stands, only where a line begins, as a link's address, and as a mention. A
# backslash takes the first three for what they are; mentions are found in spite of it, and need something in between.
_MARKUP = re.compile(r"[\\*_`~|<]")
_AT_LINE_START = re.compile(r"^(?:(?=[-+#>])|(\d+)(?=[.)]))")
_ADDRESS = re.compile(r"\](?=[(\[])")
_MENTION = re.compile(r"@(?=\S)")
_NOTHING_WIDE = "\u200b"


def chat_text(sheet: RosterSheet, *, link: str = "") -> str:
    """Return the warband as text for a chat, without secrets.

    A text longer than a message only has the number of each creature, and says so.
    """
    text = _text(sheet, map(_group_line, member_groups(sheet)), _override_lines(sheet), _house_rules(sheet), link)
    if len(text) <= MAX_TEXT:
        return text
    return _text(
        sheet,
        ["Shortened: upgrades, items and hero points are not listed.", *_fitting(_counts(sheet), _ROOM_FOR_MEMBERS)],
        _fitting(_override_lines(sheet), _ROOM_FOR_OVERRIDES),
        _fitting(_house_rules(sheet), _ROOM_FOR_HOUSE_RULES),
        link if len(link) <= _ROOM_FOR_LINK else "",
    )


def _text(
    sheet: RosterSheet, members: Iterable[str], overrides: Iterable[str], house_rules: Iterable[str], link: str
) -> str:
    overrides, house_rules = list(overrides), list(house_rules)
    lines = [_literal(sheet.name) or NAMELESS, _limits(sheet), _judgment(sheet), "", *members]
    if overrides:
        lines += ["", "Agreed at the table:", *overrides]
    if house_rules:
        lines += ["", "House rules:", *house_rules]
    if link:
        lines += ["", link]
    return "\n".join(lines)


def _limits(sheet: RosterSheet) -> str:
    points = (
        counted(sheet.points, "point") if sheet.limit is None else f"{sheet.points} of {counted(sheet.limit, 'point')}"
    )
    alignment = (sheet.alignment.name,) if sheet.alignment else ()
    return " · ".join((sheet.mode, *alignment, points, counted(sheet.bodies, "member")))


def _judgment(sheet: RosterSheet) -> str:
    verdict = "Legal" if sheet.legal else f"Not legal: {counted(len(sheet.errors), 'problem')}"
    return f"{verdict}, {counted(len(sheet.warnings), 'warning')}" if sheet.warnings else verdict


def _group_line(group: MemberGroup) -> str:
    member = group.first
    line = f"• {_literal(with_count(_full_name(member), group.number))}, {counted(member.points, 'point')}"
    if group.number > 1:
        line += " each"
    if member.is_free:
        line += f", minion of {_literal(member.commander)}"
    extras = ", ".join(_extras(member))
    line = f"{line}: {extras}" if extras else line
    career = "; ".join(map(_literal, member.career))
    return f"{line} ({career})" if career else line


def _full_name(member: MemberSheet) -> str:
    """Return the member's name, with its creature."""
    own, creature = member.own_name, _kind_name(member)
    return f"{own} ({creature})" if own and own != member.creature else creature


def _kind_name(member: MemberSheet) -> str:
    """Return the name of the member's creature; creatures with the same name get a distinguishing word."""
    # A key that says more than the name says whose card it is. Contract, "Keys".
    name, _, source = member.key.partition("--")
    if not source or name != slug(member.creature) or source.startswith("hb"):
        return member.creature
    return f"{member.creature} ({'OGL' if source == _OGL else source})"


def _extras(member: MemberSheet) -> Iterator[str]:
    for name, times in member.bought:
        yield with_count(_literal(name), times)
    if member.hero_points:
        yield counted(member.hero_points, "hero point")


def _override_lines(sheet: RosterSheet) -> Iterator[str]:
    for override in sheet.overrides:
        yield f"• {_literal(override.words)}, {_literal(override.whose)}{_reason(override)}"


def _reason(override: OverrideLine) -> str:
    reason = f": {_literal(override.reason)}" if override.reason else ""
    return reason if override.met else f"{reason} (not a problem now)"


def _house_rules(sheet: RosterSheet) -> Iterator[str]:
    for rule in sheet.house_rules:
        yield f"• {_literal(rule)}"
    if sheet.is_held_to_collection:
        yield "• Only figures that the player owns."


def _counts(sheet: RosterSheet) -> Iterator[str]:
    for creature, number in Counter(_kind_name(member) for member in sheet.members).items():
        yield f"• {number} × {_literal(creature)}"


def _fitting(lines: Iterable[str], room: int) -> Iterator[str]:
    """Yield the lines that fit, and the number of the rest."""
    left_out = 0
    for line in lines:
        room -= len(line) + 1
        if room >= 0:
            yield line
        else:
            left_out += 1
    if left_out:
        yield f"• and {left_out} more"


def _literal(text: str) -> str:
    """Return a player's words as one line in which a chat finds no markup and no mention."""
    line = _MARKUP.sub(r"\\\g<0>", " ".join(text.split()))
    line = _AT_LINE_START.sub(r"\1\\", _ADDRESS.sub(r"]\\", line))
    return _MENTION.sub(f"@{_NOTHING_WIDE}", line)
