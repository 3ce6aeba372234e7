"""Battles: one action with 2 x 6 and 2 x 30 creatures after 10 and 500 events, the page, and 20 watchers.

Beside each stands a bare view of as many rows and bytes. An action goes on from a state that is kept; the whole fold is
what a process does once for a battle that it has not seen.
"""

from __future__ import annotations

import io
from itertools import count

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from accounts.models import Owner
from battles.models import Battle
from battles.selectors.battles import BattleVisitor
from battles.selectors.folding import BATTLE_LOGS, FoldedFight, setup_of
from battles.services.battles import battle_store
from battles.services.recording import event_record
from benchmarks.fights import battle_line, fight_lines, page_line
from benchmarks.measure import alone, paired
from benchmarks.served import Site, serve, signed_in_client
from benchmarks.watchers import watcher_lines
from compendium.builtin import built_in_cards
from rules.combat.setup import FightSide
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.turns import Begun
from rules.p2v_combat.family import P2V
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.roster.model import Member

CREATURES = ("kobold-warrior", "boar", "goblin-dog", "giant-ant")
SIDES = (6, 30)
EVENTS = (10, 500)
RUNS = 30


def report() -> list[str]:
    """Measure and return the lines to print."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    call_command("load_compendium", stdout=io.StringIO())
    client = signed_in_client()
    lines = ["Battles (to reach: an action and a page 2 x a bare view of the same bytes)"]
    with override_settings(ALLOWED_HOSTS=["testserver", *settings.ALLOWED_HOSTS]), serve(client) as site:
        owner = Owner(user=client.get("/").wsgi_request.user)
        for creatures in SIDES:
            for events in EVENTS:
                battle = bench_battle(owner, creatures, events)
                name = f"2 x {creatures}, {events} events"
                lines += [
                    _action(site, client, battle, name),
                    _action(site, client, battle, name, focus="b.m1"),
                    _fold(battle, name),
                    page_line(site, client, battle, len(battle.setup["fielded"]), name),
                ]
        lines += fight_lines(site, client, owner)
        lines += watcher_lines(site, owner, battle, lambda number: site.post(*tap_form(battle, number)))
    return lines


def bench_battle(owner: Owner, creatures: int, events: int) -> Battle:
    """Return a battle of two sides after so many events."""
    cards = {card.key: card for card in built_in_cards()}
    fielded = []
    for side in "ab":
        for place in range(creatures):
            card = cards[CREATURES[place % len(CREATURES)]]
            fielded.append(Fielded(f"{side}.m{place}", side, Member(card.key, f"m{place}"), card, card.points))
    setup = BattleSetup((FightSide("a", "Red"), FightSide("b", "Blue")), tuple(fielded), name="Red against Blue")
    battle = battle_store(owner=owner, setup=setup)
    visitor = BattleVisitor(owner)
    event_record(visitor=visitor, key=battle.key, command=lambda state: Begun())
    for number in range(events):
        event = HpSet("a.m0", 1 + number % 5, 0, "")
        event_record(visitor=visitor, key=battle.key, command=lambda state, event=event: event)  # type: ignore[misc] # a default
    battle.refresh_from_db()
    return battle


def _action(site: Site, client: Client, battle: Battle, name: str, focus: str = "") -> str:
    """Measure a tap, answered by the part of the page that changes, with the panel of the creature in ``focus``."""
    numbers = count()
    body = len(site.post(*tap_form(battle, next(numbers), focus)))
    address, fields = tap_form(battle, next(numbers), focus)
    with CaptureQueriesContext(connection) as captured:
        client.post(address, fields, headers={"HX-Request": "true"})
    pair = paired(
        lambda: site.post(*tap_form(battle, next(numbers), focus)),
        lambda: site.get(f"/bare/{len(battle.setup['fielded'])}/{body}/"),
        RUNS,
    )
    title = f"{'action with panel' if focus else 'action'}, {name}"
    return battle_line(title, pair, len(captured), body)


def tap_form(battle: Battle, number: int, focus: str = "") -> tuple[str, dict[str, str]]:
    """Return the address and the form of a tap that sets HP, each time to others."""
    hp = str(1 + number % 5)
    fields = {"do": "hp", "creature": "b.m1", "hp": hp, "temporary": "0", "focus": focus}
    return f"/battles/{battle.key}/act/", fields


def _fold(battle: Battle, name: str) -> str:
    battle.refresh_from_db()
    taken = alone(lambda: FoldedFight(P2V, setup_of(battle)).followed_by(BATTLE_LOGS.entries_of(battle)), 5, 1)
    return f"  {f'whole fold, {name}':<34}{taken:7.2f} ms"
