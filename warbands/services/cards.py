"""The cards that a warband may have: homebrew that its player may use, with a license where others see it."""

from collections.abc import Iterator
from operator import attrgetter

from accounts.models import Owner
from common.refusal import Refusal
from compendium.selectors.homebrew import closed_keys, closed_revisions
from rules.building.changes import key_name
from rules.building.draft import pin_members
from rules.cards.model import HOMEBREW_MARK
from rules.legality.resolved import NAME_IT_FIRST, Rulebook, private_homebrew
from rules.roster import Roster
from rules.roster.model import Member
from warbands.selectors.legality import rulebook_of


def refuse_closed(owner: Owner, roster: Roster, before: Roster | None = None) -> None:
    """Raise ``Refusal`` if a roster names homebrew that its player may not use and did not name ``before``.

    Members keep their revisions of homebrew that is no longer shared, and can take no others.
    """
    known = set(_named_cards(before)) if before else set()
    new = dict(set(_named_cards(roster)) - known).keys() - set(map(attrgetter("key"), roster.cards))
    if closed := closed_keys(owner, new):
        key = min(closed)
        if key in dict(known):
            raise Refusal(
                "This creature is no longer shared, so members keep the card that they have.", code="creature.invalid"
            )
        raise Refusal(f"The compendium has no creature “{key_name(key)}”.", code="creature.invalid")
    pinned = {(key, number) for key, number in set(_named_cards(roster)) - known if number is not None}
    if private := closed_revisions(owner, pinned):
        raise Refusal(
            f"This creature has no revision {min(number for _, number in private):,}.", code="creature.invalid"
        )


def refuse_unlicensed(roster: Roster, known: Rulebook | None = None) -> None:
    """Raise ``Refusal`` if a shared roster has homebrew with an unknown license: it stays private.

    Looks up the cards of its homebrew unless all of them are ``known``.
    """
    brewed = [member for member in roster.members if HOMEBREW_MARK in member.creature]
    rulebook = known or Rulebook.of()
    if any(rulebook.member_card(member) is None for member in brewed):
        rulebook = rulebook_of([roster])
    for _, card in private_homebrew(brewed, rulebook):
        raise Refusal(
            f"“{card.name}” has no named license, so it cannot be in a shared warband. {NAME_IT_FIRST}",
            code="license.invalid",
        )


def pin_homebrew(roster: Roster, rulebook: Rulebook) -> tuple[Member, ...]:
    """Return the members of a roster, those of homebrew pinned: its owner may change and hide it at any time."""
    settled = {
        member.id for member in roster.members if member.revision is not None or HOMEBREW_MARK not in member.creature
    }
    return pin_members(roster, rulebook, settled=settled)


def _named_cards(roster: Roster) -> Iterator[tuple[str, int | None]]:
    """Yield the creatures whose names a roster shows, each with its pinned revision."""
    yield from ((member.creature, member.revision) for member in roster.members)
    if roster.house_rules:
        yield from ((key, None) for key in roster.house_rules.banned)
    for card in roster.cards:
        yield from ((key, None) for key in card.starts_with)
