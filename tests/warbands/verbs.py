"""What people do with warbands, for tests to say in few words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import get_user_model
from django.test import Client

from accounts.models import SESSION_KEY, Owner
from accounts.services.visitors import owner_token
from rules.building.draft import Draft, draft_of
from rules.roster import Member, Roster
from rules.roster.model import roster_from_document
from tests.replays import replayed
from tests.rules.warbands import EXAMPLE
from warbands.models import Warband
from warbands.selectors.warbands import warband_open
from warbands.services.warbands import warband_create

HTMX = {"HX-Request": "true", "HX-Target": "roster"}


@dataclass
class Person:
    """Somebody with a browser: an account, or a visitor with a token in the web session."""

    client: Client
    owner: Owner

    def get(self, address: str, **query: str) -> Any:
        """Open a page."""
        return self.client.get(address, query)


@replayed
def account(name: str) -> Person:
    """Return somebody who is signed in."""
    user = get_user_model().objects.create_user(username=name, password="correct horse battery")
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return Person(client, Owner(user=user))


@replayed
def visitor() -> Person:
    """Return a visitor who has made something before."""
    client, token = Client(), owner_token()
    session = client.session
    session[SESSION_KEY] = token
    session.save()
    return Person(client, Owner(token=token))


@dataclass
class Building:
    """A person at the builder of one warband."""

    person: Person
    key: str

    @property
    def address(self) -> str:
        """The builder's address."""
        return f"/warbands/{self.key}/"

    @property
    def warband(self) -> Warband:
        """The warband as it is stored."""
        return Warband.objects.get(key=self.key)

    @property
    def draft(self) -> Draft:
        """The draft as it is stored."""
        opened = warband_open(self.person.owner, self.key)
        assert opened is not None
        return opened.draft

    @property
    def creatures(self) -> list[str]:
        """The keys of its members' creatures, in order."""
        return [member.creature for member in self.draft.roster.members]

    def look(self, **query: str) -> Any:
        """Open the page."""
        return self.person.client.get(self.address, query)

    def part(self, target: str, **query: str) -> Any:
        """Ask for a part of the page, as HTMX does."""
        return self.person.client.get(self.address, query, headers={**HTMX, "HX-Target": target})

    def do(self, change: str, *, version: int | None = None, htmx: bool = False, **fields: Any) -> Any:
        """Make a change; the page is as new as can be unless a version is given."""
        version = self.warband.version if version is None else version
        form = {"version": version, "change": urlencode({"change": change}), **fields}
        return self.person.client.post(f"{self.address}change/", form, headers=HTMX if htmx else {})

    def step(self, way: str, *, version: int | None = None, htmx: bool = False) -> Any:
        """Undo or redo."""
        form = {"version": self.warband.version if version is None else version}
        return self.person.client.post(f"{self.address}{way}/", form, headers=HTMX if htmx else {})


@replayed
def building(person: Person, *members: Member | str, **roster: Any) -> Building:
    """Store a warband of these members and sit down at its builder."""
    stored = tuple(Member(member) if isinstance(member, str) else member for member in members)
    values = {"name": "Ash Company", "points_limit": 200, "alignment": "LE"} | roster
    warband = warband_create(owner=person.owner, draft=Draft(Roster(members=stored, **values)))
    return Building(person, warband.key)


@replayed
def documented(owner: Owner, name: str = "Ash Company", *, tags: Iterable[str] = (), **fields: Any) -> Warband:
    """Store the contract's example as a warband, with another name and other fields where given."""
    roster = roster_from_document(EXAMPLE | {"name": name} | fields)
    return warband_create(owner=owner, draft=draft_of(roster), tags=tags)


def text_of(response: Any) -> str:
    """Return what a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())
