"""Everything that a user has, as the files of one archive.

The rooms above know what there is (``accounts.selectors.rooms``).
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from typing import IO, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts.models import ApiToken, StoredAnswer, User
from accounts.selectors.rooms import ArchivedFile, rooms

_READ_ME = """This is everything that Muster keeps of the account “{name}”.

account.json      your name, addresses, sign-ins, second factors, API tokens (no password and no secrets), and which
                  requests of programs were answered in the last day
warbands/         your warbands as Muster imports them, and each with all its steps
figures.json      the figures that you own
homebrew/         your own creatures, with every revision
campaigns.json    the campaigns in which you take part
campaigns/        the campaigns that you organize, as Muster imports them
calendars.json    the calendars of game nights that you switched on, without their secret addresses
battles/          your battles and lists of combatants, as Muster imports them
webhooks.json     the webhooks that you added (no addresses and no secrets)
adventures/       your adventures and templates, as Muster imports them
gambling/         your table games, as Muster imports them, and your tables with their rounds
webhooks.json     the webhooks of your campaigns and battles, without their secrets
jobs.json         long work that you began, prints included
"""


def archived_json(value: Any) -> bytes:
    """Return a value as an archive has it."""
    return (json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n").encode()


def write_archive(user: User, file: IO[bytes], look: Callable[[], None] = lambda: None) -> None:
    """Write the archive of an account to a file; ``look`` is called before each part of it."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("READ ME.txt", _READ_ME.format(name=user.get_username()))
        for part in (archived_account, *(part for room in rooms() for part in room.archive)):
            for name, data in part(user):
                look()
                archive.writestr(name, data)


def archived_account(user: User) -> Iterator[ArchivedFile]:
    """Yield what the account itself consists of. Six queries."""
    addresses = EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
    factors = Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
    sessions = UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
    tokens = ApiToken.objects.filter(user=user).values("name", "scopes", "created", "expiry", "last_used_at")
    answers = StoredAnswer.objects.filter(owner=user).values("key", "status", "made_at")
    yield (
        "account.json",
        archived_json(
            {
                "username": user.get_username(),
                "first_name": user.first_name,
                "last_name": user.last_name,
                "email": user.email,
                "joined": user.date_joined,
                "last_sign_in": user.last_login,
                "is_staff": user.is_staff,
                "groups": list(user.groups.values_list("name", flat=True)),
                "email_addresses": list(addresses),
                "second_factors": list(factors),
                "sessions": list(sessions),
                "api_tokens": list(tokens),
                "answers_to_programs": list(answers),
            }
        ),
    )
