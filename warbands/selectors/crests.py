"""The crests of stored warbands: pinned ones, the owners' choices, and otherwise the warband's of today."""

from collections.abc import Collection

from compendium.builtin.creatures import emblem_of
from rules.cards.model import Card
from rules.crests import NO_CHOICE, Crest, CrestChoice, CrestCreature, crest, crest_from_document
from rules.legality.resolved import ResolvedRoster, Rulebook, resolve
from rules.roster import Roster
from rules.sheets.crests import crest_of_sheet
from rules.sheets.model import RosterSheet
from warbands.models import Warband
from warbands.selectors.legality import rulebook_of
from warbands.selectors.warbands import OpenWarband, draft_read, standing


def crest_choice(warband: Warband) -> CrestChoice:
    """Return the owner's choices for the crest of a warband."""
    return CrestChoice(warband.crest_emblem, warband.crest_division)


def derived_crest(warband: Warband, sheet: RosterSheet) -> Crest:
    """Return the crest of a warband without its owner's choices: the pinned one, or today's. No queries."""
    return crest_from_document(warband.pinned_crest) if warband.pinned_crest else crest_of_sheet(sheet)


def crest_beside(warband: Warband, sheet: RosterSheet) -> Crest:
    """Return the crest of a warband whose sheet is loaded. No queries."""
    return _pinned(warband) or crest_of_sheet(sheet, crest_choice(warband))


def crest_of(opened: OpenWarband) -> Crest:
    """Return the crest of a warband. The queries of ``rulebook_of``; none if it is pinned."""
    if pinned := _pinned(opened.warband):
        return pinned
    roster = opened.draft.roster
    return roster_crest(roster, rulebook_of([roster]), crest_choice(opened.warband))


def crests_of(warbands: Collection[Warband]) -> dict[int, Crest]:
    """Return the crests of warbands by the ids of their rows.

    No queries if all are pinned, otherwise one and those of ``rulebook_of``. An unreadable draft has a plain one.
    """
    crests = {warband.pk: pinned for warband in warbands if (pinned := _pinned(warband))}
    others = {warband.pk: warband for warband in warbands if warband.pk not in crests}
    if not others:
        return crests
    steps = standing().filter(warband__in=list(others))
    rosters = {step.warband_id: draft.roster for step in steps if (draft := draft_read(step))}
    rulebook = rulebook_of(rosters.values())
    return crests | {
        pk: roster_crest(rosters[pk], rulebook, crest_choice(warband)) if pk in rosters else Crest()
        for pk, warband in others.items()
    }


def crest_creature(card: Card, points: int, emblem: str = "") -> CrestCreature:
    """Return a creature that may give its emblem to a crest; ``emblem`` is the one that an editor chose."""
    return CrestCreature(card.name, card.key, points, emblem_of(card.key, card.tags, emblem), card.alignment or "")


def roster_crest(roster: Roster, rulebook: Rulebook, choice: CrestChoice = NO_CHOICE) -> Crest:
    """Return the crest of a roster by the cards of a rulebook. No queries."""
    return _resolved_crest(resolve(roster, rulebook), rulebook, choice)


def crest_resolved(warband: Warband, resolved: ResolvedRoster, rulebook: Rulebook) -> Crest:
    """Return the crest of a warband whose roster is resolved by a rulebook. No queries."""
    return _pinned(warband) or _resolved_crest(resolved, rulebook, crest_choice(warband))


def _resolved_crest(resolved: ResolvedRoster, rulebook: Rulebook, choice: CrestChoice) -> Crest:
    creatures = [
        crest_creature(member.card, member.base_points, rulebook.emblems.get(member.card.key, ""))
        for member in resolved.members
        if member.card
    ]
    roster = resolved.roster
    return crest(creatures, alignment=roster.alignment or "", mode=roster.play_mode, choice=choice)


def _pinned(warband: Warband) -> Crest | None:
    return crest_from_document(warband.pinned_crest, crest_choice(warband)) if warband.pinned_crest else None
