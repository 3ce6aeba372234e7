"""Warbands that are shared, for tests: one with a secret, its link, and what a page says."""

from selectolax.lexbor import LexborHTMLParser

from rules.building.draft import Draft, Secret
from rules.roster import Member, Roster
from tests.reading import words_of
from tests.warbands.verbs import Person
from warbands.models import Warband
from warbands.selectors.warbands import warband_open
from warbands.services.warbands import warband_create, warband_share

MARK = "MARKED-SECRET"
SECRETIVE = Draft(
    Roster(
        (
            Member("kobold-warrior", "m1", "Snik", ("sling",), hero_points=1),
            Member("boar", "m2", positioning=("false-object",)),
        ),
        "Ash Company",
        "limited",
        200,
        "LE",
    ),
    notes="We meet on Thursday.",
    member_notes={"m1": "He carries the banner."},
    secrets=(Secret("m2", "false-object", MARK),),
)


def warband_of(person: Person, draft: Draft = SECRETIVE) -> Warband:
    return warband_create(owner=person.owner, draft=draft)


def shared_by(person: Person, draft: Draft = SECRETIVE) -> str:
    """Share a new warband of somebody's; return the address of its page."""
    warband = warband_of(person, draft)
    opened = warband_share(owner=person.owner, key=warband.key, shared=True)
    return f"/shared/{opened.warband.share_token}/"


def switch(person: Person, warband: Warband, to: str, **more):
    return person.client.post(f"/warbands/{warband.key}/share/", {"switch": to}, **more)


def link_on(page: bytes) -> str:
    """Return the link that the page of sharing shows."""
    return LexborHTMLParser(page.decode()).css_first("#share-link").attributes["value"]


def words(response) -> str:
    """Return what a page says, without its markup."""
    main = LexborHTMLParser(response.content.decode()).css_first("main")
    return words_of(main)


def drafts_of(person: Person) -> list[Draft]:
    keys = Warband.objects.filter(person.owner.q).order_by("pk").values_list("key", flat=True)
    return [warband_open(person.owner, key).draft for key in keys]


# The switch.
