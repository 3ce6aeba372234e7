"""The world of the long load: two hundred accounts, twenty campaigns that have been played, twenty battles at table."""

from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import Owner
from battles.selectors.battles import BattleVisitor
from battles.services.battles import battle_store
from battles.services.recording import event_record
from battles.services.seats import seat_link_make
from benchmarks.campaigns import SETTINGS, CampaignBench, bench_warband
from campaigns.services.campaigns import campaign_create
from campaigns.services.people import campaign_join, invitation_make
from rules.p2v_combat.events.turns import BattleBegun
from tests.rules.p2v_combat.tables import setup_of

AT_TABLE = 2
"""How many people of each campaign sit at a battle."""
MEMBERS = 5
SCENARIOS = 3
SIDES = (("kobold-warrior", "boar"), ("boar", "kobold-warrior"))


def fill(people: int, campaigns: int) -> list[dict[str, Any]]:
    """Store everything; return a document for each person: the session, and the keys of what is theirs."""
    each = people // campaigns
    return [row for number in range(campaigns) for row in _circle(number, each)]


def _circle(number: int, size: int) -> list[dict[str, Any]]:
    """Store a campaign of so many people, with a battle of the first two of them."""
    owners = [Owner(user=get_user_model().objects.create(username=f"player-{number}-{place}")) for place in range(size)]
    first = owners[0]
    key = campaign_create(actor=first, name=f"The Long Winter {number}", settings=SETTINGS).key
    token = invitation_make(actor=first, key=key).invitation_token or ""
    for owner in owners[1:]:
        campaign_join(actor=owner, token=token)
    warbands = [bench_warband(owner, key, f"Company {number}-{place}", MEMBERS) for place, owner in enumerate(owners)]
    bench = CampaignBench(first, key, tuple(warbands[:2]))
    for _ in range(SCENARIOS):
        bench.commit(bench.prepare())
    battle = battle_store(owner=first, setup=setup_of(*SIDES))
    visitor = BattleVisitor(first)
    event_record(visitor=visitor, key=battle.key, command=lambda state: BattleBegun())
    seats = ["", seat_link_make(visitor=visitor, key=battle.key, side="b").token or ""]
    rows: list[dict[str, Any]] = []
    for place, (owner, row) in enumerate(zip(owners, warbands, strict=True)):
        row.warband.refresh_from_db()
        rows.append(
            {
                "session": _session(owner),
                "campaign": key,
                "number": row.number,
                "warband": row.warband.key,
                "organizes": owner is first,
                "battle": battle.key if place < AT_TABLE else "",
                "seat": seats[place] if place < AT_TABLE else "",
            }
        )
    return rows


def _session(owner: Owner) -> str:
    """Sign a person in; return the key of the session."""
    assert owner.user
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(owner.user.pk), owner.user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session.save()
    return str(session.session_key)
