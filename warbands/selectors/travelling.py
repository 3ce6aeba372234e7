"""Rosters as they travel, with the cards of homebrew that members use, and a person's warbands and figures as files."""

from collections.abc import Iterator
from dataclasses import replace

from accounts.models import Owner, User
from accounts.selectors.rooms import ArchivedFile, archived_json
from compendium.selectors.creature_list import creatures
from compendium.selectors.homebrew import closed_keys, homebrew_keys
from compendium.selectors.rulebook import rulebook_get
from rules.building.draft import draft_from_document
from rules.cards.model import HOMEBREW_MARK, Card
from rules.errors import DocumentError
from rules.legality.resolved import Rulebook
from rules.roster import Roster, roster_document
from rules.roster.model import Member
from warbands.models import Figure, Warband
from warbands.selectors.warbands import step_documents


def roster_with_homebrew(roster: Roster, reader: Owner) -> Roster:
    """Return a roster with the cards of its members' homebrew, as they pinned them; no query if there is none.

    Includes the homebrew that these cards start with, and what that starts with. Leaves out what ``reader`` may not
    see; a roster for everybody has ``Owner()`` as its reader.

    Members of one creature with different pinned revisions get cards with different keys: a document has one card per
    key.
    """
    own = {card.key for card in roster.cards}
    marked = {member.creature for member in roster.members if HOMEBREW_MARK in member.creature} - own
    if not marked:
        return roster
    marked -= set(creatures().filter(key__in=marked).values_list("key", flat=True))
    pins = {
        (member.creature, member.revision) for member in roster.members if member.creature in marked and member.revision
    }
    book = rulebook_get(creatures=marked, items=(), revisions=pins)
    cards: dict[str, Card] = {}
    members = tuple(
        _with_card(member, book, cards) if member.creature in marked else member for member in roster.members
    )
    _add_minions(cards, reader)
    return replace(roster, members=members, cards=(*roster.cards, *cards.values()))


def _with_card(member: Member, book: Rulebook, cards: dict[str, Card]) -> Member:
    """Return a member under the key that its card has in the document, and add the card to ``cards``."""
    card = book.card(member.creature, member.revision)
    if card is None:
        return member
    key = card.key
    if cards.setdefault(key, card) != card:
        key = f"{card.key}-{card.revision}"
        cards.setdefault(key, replace(card, key=key))
    return replace(member, creature=key)


def _add_minions(cards: dict[str, Card], reader: Owner) -> None:
    """Add the homebrew that cards start with and that is not a member; omits what ``reader`` may not see.

    A query and a rulebook for each step of command.
    """
    asked: set[str] = set()
    while wanted := homebrew_keys({key for card in cards.values() for key in card.starts_with}) - cards.keys() - asked:
        asked |= wanted
        book = rulebook_get(creatures=wanted - closed_keys(reader, wanted), items=())
        wanted_cards = (book.card(key) for key in sorted(wanted))
        cards |= {card.key: card for card in wanted_cards if card is not None}
    missing = asked - cards.keys()
    for key, card in cards.items():
        if not missing.isdisjoint(card.starts_with):
            cards[key] = replace(card, starts_with=tuple(start for start in card.starts_with if start not in missing))


def archived_warbands(user: User) -> Iterator[ArchivedFile]:
    """Yield each warband as a document that Muster imports, and with its steps; archived and deleted ones too."""
    for warband in Warband.objects.filter(owner=user).order_by("pk").iterator():
        documents = step_documents(warband)
        fields = ("number", "words", "made_by", "made_at")
        steps = [{name: getattr(step, name) for name in fields} | {"draft": draft} for step, draft in documents]
        history = {
            "key": warband.key,
            "position": warband.position,
            "tags": list(warband.tags.values_list("word", flat=True)),
            "made_at": warband.made_at,
            "archived_at": warband.archived_at,
            "deleted_at": warband.deleted_at,
            "shared": warband.share_token is not None,
            "steps": steps,
        }
        yield f"warbands/{warband.key}.history.json", archived_json(history)
        standing = next((draft for step, draft in documents if step.number == warband.position), None)
        try:
            roster = draft_from_document(standing).roster
        except DocumentError:
            continue  # a draft that this version cannot read: the history has it as it is stored
        document = roster_document(roster_with_homebrew(roster, Owner(user=user)))
        yield f"warbands/{warband.key}.roster.json", archived_json(document)


def archived_figures(user: User) -> Iterator[ArchivedFile]:
    """Yield the collection. One query."""
    figures = Figure.objects.filter(owner=user).values_list("creature", "number")
    yield "figures.json", archived_json(dict(figures))
