"""Holding a roster against the compendium."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from accounts.models import Owner
from compendium.selectors.homebrew import closed_keys
from compendium.selectors.rulebook import rulebook_get
from rules.legality import Rulebook, Verdict, verdict
from rules.legality.rulebook import is_unlicensed_homebrew
from rules.roster import Roster
from rules.text import slug


def roster_verdict(roster: Roster) -> Verdict:
    """Return the verdict on a roster by the compendium as it stands; few queries for any roster (see below)."""
    return verdict(roster, rulebook_of([roster]))


def public_verdict(roster: Roster) -> Verdict:
    """Return the verdict on a roster by what everybody may see; private homebrew is as unknown as what never was.

    The queries of ``public_rulebook``.
    """
    return verdict(roster, public_rulebook(roster))


def public_rulebook(roster: Roster) -> Rulebook:
    """Return a rulebook of what a roster names and everybody may see.

    The queries of ``rulebook_of``, one more for a roster that names homebrew.
    """
    rulebook = rulebook_of([roster])
    if closed := closed_keys(Owner(), {*rulebook.cards, *(key for key, _ in rulebook.revisions)}):
        cards = {key: card for key, card in rulebook.cards.items() if key not in closed}
        revisions = {pin: card for pin, card in rulebook.revisions.items() if pin[0] not in closed}
        rulebook = replace(rulebook, cards=cards, revisions=revisions)
    if any(is_unlicensed_homebrew(key, card) for (key, _), card in rulebook.revisions.items()):
        revisions = {pin: card for pin, card in rulebook.revisions.items() if not is_unlicensed_homebrew(pin[0], card)}
        rulebook = replace(rulebook, revisions=revisions)
    return rulebook


def rulebook_of(
    rosters: Iterable[Roster],
    *,
    creatures: Iterable[str] = (),
    items: Iterable[str] = (),
    revisions: Iterable[tuple[str, int]] = (),
) -> Rulebook:
    """Return a rulebook of all that these rosters name, and of those creatures, items and revisions of cards.

    At most four queries however many rosters, one more where house rules name sources, and three more for cards that
    this process has not read yet.
    """
    rosters = tuple(rosters)
    members = [member for roster in rosters for member in roster.members]
    named = {member.creature for member in members}
    named |= {key for roster in rosters if roster.house_rules for key in roster.house_rules.banned}
    carried = {choice.item for member in members for choice in member.items}
    minions = {key for roster in rosters for card in roster.cards for key in card.starts_with}
    allowed = [roster.house_rules.sources for roster in rosters if roster.house_rules]
    named_sources = [sources for sources in allowed if sources is not None]
    return rulebook_get(
        creatures=named | minions | {slug(key) for key in named} | set(creatures),  # who writes a name meant its key
        items=carried | {slug(key) for key in carried} | set(items),
        revisions={(member.creature, member.revision) for member in members if member.revision is not None}
        | set(revisions),
        sources={key for sources in named_sources for key in sources} if named_sources else None,
    )
