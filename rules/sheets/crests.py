"""The crest of a warband on its sheet."""

from rules.crests import NO_CHOICE, Crest, CrestChoice, CrestCreature, crest
from rules.sheets.model import RosterSheet


def crest_of_sheet(sheet: RosterSheet, choice: CrestChoice = NO_CHOICE) -> Crest:
    """Return the crest of a warband from all of its members; purchases do not count as a creature's cost."""
    creatures = (
        CrestCreature(
            member.creature,
            member.key,
            member.base_points,
            member.card.emblem,
            member.card.alignment.code if member.card.alignment else "",
        )
        for member in sheet.members
        if member.card
    )
    alignment = sheet.alignment.code if sheet.alignment else ""
    return crest(creatures, alignment=alignment, mode=sheet.roster.play_mode, choice=choice)
