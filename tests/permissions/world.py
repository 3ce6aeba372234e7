"""People of every role with their browsers, and something at each kind of address for them to ask for.

An account's things are the owner's, who plays in a campaign. A visitor asks for a warband, a card and a battle made in
the same browser; the other visitor asks for those of the first one. A spectator's link, an invitation and a shared
warband are addresses that anyone may have.
"""

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY as METHODS_KEY
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from accounts.models import User
from adventures.selectors.seats import LINKS_KEY, AdventureVisitor
from adventures.services.adventures import adventure_make, adventure_share, template_save, template_share
from battles.models import Battle, BattleSeat
from battles.selectors.battles import BattleVisitor
from battles.services.battles import battle_store
from battles.services.combatants import combatant_list_make, listed_combatant_save
from battles.services.fights import combatants_enter, fight_make
from battles.services.seats import SEATS_KEY, battle_share, seat_link_make
from battles.services.setup_changes import secret_seal
from campaigns.models import CampaignScenario, Participant, PlayerPage
from campaigns.selectors.reminders import unsubscribe_token
from campaigns.services.campaigns import campaign_settings_change, campaign_share
from campaigns.services.confirmations import report_dispute
from campaigns.services.game_nights import campaign_calendar_make
from campaigns.services.leagues import round_plan
from campaigns.services.pairings import playoffs_draw
from campaigns.services.people import placeholder_add
from campaigns.services.publishing import league_publish, player_page_set
from compendium.cards import card_from_snapshot
from compendium.entries import feat_values, spell_values, term_values
from compendium.models import Creature, CreatureGambits, Feat, GlossaryTerm, Source, Spell
from compendium.services.builtin import editors_complete, entry_save
from compendium.services.creatures import creature_revise
from compendium.services.homebrew import homebrew_submit
from compendium.services.uploads import PRINT_KIND, upload_keep
from compendium.web.printing import ticket_of
from gambling.services.tables import game_share, game_store, table_open, table_share
from jobs.models import Job, JobState
from p2v_site.account_archives import ARCHIVE_KIND
from rules import feats, spells
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.settings import CampaignSettings
from rules.combat.lists import ListedCombatant
from rules.gambling.library import ready_games
from rules.glossary.catalog import entries
from rules.heroic import HEROIC
from rules.p2v_combat.setup.plan import TablePlan
from rules.p2v_combat.setup.secrets import ASSASSIN, TARGET
from tests.adventures.play import dry_well
from tests.battles.play import SEED, SMALL
from tests.battles.shared_boards import shared_board_places
from tests.campaigns.play import BOARS, KOBOLDS, choose, commit, enlist, enter, opened, report
from tests.campaigns.play import field as put_in
from tests.campaigns.verbs import Table, usual_table
from tests.homebrew_cards import brewed
from tests.permissions.matrix import ROLES
from tests.rules.filled_sheets import filled_sheet
from tests.rules.p2v_combat.tables import setup_of
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import Person, account, building, visitor
from tests.webhooks.hooks import added
from warbands.services.warbands import warband_delete, warband_share
from warbands.tasks import ROSTER_PRINT
from webhooks.services.webhooks import webhook_test

ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^()]*\)")
_ANCHORS = str.maketrans("", "", "^$?")
Places = dict[str, str]


@dataclass(frozen=True)
class World:
    """A browser for each role, and what stands at the arguments of addresses for each role."""

    people: dict[str, Person]
    places: dict[str, Places]

    def address(self, role: str, route: str, instead: Mapping[str, str]) -> str:
        """Return the address of a route with something there for a role to ask for.

        An argument stands for what the word before it names: ``campaigns/<slug:key>/`` asks for ``campaigns/key``.
        ``instead`` names another one for an argument. Raises ``KeyError`` if ``world()`` has none of that name.
        """
        places = self.places[role]
        places = places | {name: places[other] for name, other in instead.items()}
        path, before = "", ""
        for segment in re.split("(/)", ARGUMENT.sub(r"{\1\2}", route).translate(_ANCHORS)):
            word = re.sub(r"[{}]", "", segment)
            if "{" in segment:
                name, room = f"{before}/{word}", path.partition("/")[0]
                segment = places.get(f"{room}/{name}") or places[name]
            path += segment
            before = before if segment == "/" else word
        return f"/{path}"


def world() -> World:
    """Store everything and let everybody in."""
    store_small_compendium()
    table = usual_table()
    people = {
        "visitor": visitor(),
        "other visitor": visitor(),
        "stranger": table.people["eve"],
        "fellow player": table.people["dan"],
        "owner": table.people["bob"],
        "co-organizer": table.people["cleo"],
        "organizer": table.people["ada"],
        "editor": _staff("edith"),
        "staff": _staff("stan"),
        "superuser": _staff("root", is_superuser=True),
    }
    _user(people["editor"]).groups.add(editors_complete())
    accounts = [people[role] for role in ROLES if people[role].owner.user]
    shared = _campaign(table) | _compendium(people["owner"]) | _accounts(*accounts)
    shared |= _belongings_of_account(people["owner"]) | _print_job(people["owner"])
    account_places = shared | _own(people["owner"], people["fellow player"])
    visitor_places = shared | _own(people["visitor"])
    places = {role: visitor_places if "visitor" in role else account_places for role in ROLES}
    return World(people, places)


def _user(person: Person) -> User:
    assert person.owner.user is not None
    return person.owner.user


def _staff(name: str, **traits: bool) -> Person:
    person = account(name)
    get_user_model().objects.filter(pk=_user(person).pk).update(is_staff=True, **traits)
    return person


def _campaign(table: Table) -> Places:
    """Store a campaign with the warbands of the owner and the fellow player: one scenario is committed, one is open."""
    spectator = campaign_share(**table.asking("ada"), shared=True).spectator_token
    claim = placeholder_add(**table.asking("ada"), name="Tom").claim_token
    Participant.objects.filter(claim_token=claim).update(invited=_user(table.people["bob"]))
    boars, kobolds = enlist(table, "bob", *BOARS), enlist(table, "dan", *KOBOLDS)
    played = opened(table, boars)
    put_in(table, played, boars)
    report(table, played, {boars: 3}, (boars, "m2"))
    enter(table, played, boars, "m1", "advance", 1, 1, 1)
    choose(table, played, boars, "m1", "fleet")
    commit(table, played)
    adventure_make(owner=table.people["ada"].owner, adventure=dry_well(), campaign=table.key)
    own_adventure = adventure_make(owner=table.people["ada"].owner, adventure=dry_well())
    table_open(owner=table.people["ada"].owner, game=ready_games()["four-crows"], seed=SEED)
    rolled = table.campaign.entries.filter(kind="dice-rolled").latest("number").number
    round_number = round_plan(**table.asking("ada"), plan=RoundPlan())
    campaign_settings_change(**table.asking("ada"), settings=CampaignSettings(confirm_days=3))
    league_publish(**table.asking("ada"), published=True)
    player_page_set(user=_user(table.people["bob"]), name="Bob of the North", campaigns=())
    seeds = (boars.number, kobolds.number)
    playoffs_draw(**table.asking("ada"), seeds=seeds, draws="played again", third_place=False)
    scenario = opened(table, boars, kobolds)
    put_in(table, scenario, boars)
    put_in(table, scenario, kobolds)
    report(table, scenario, {boars: 7, kobolds: 2})
    reported = table.campaign.head
    report_dispute(**table.asking("dan"), scenario=scenario, report=reported, sentence="It was 5 to 2.")
    hook, _ = added(table.people["ada"].owner, "campaign", table.key, "https://hook.example.org/x")
    webhook_test(actor=table.people["ada"].owner, key=hook.key)
    boar = Creature.objects.get(key="boar")
    assert boar.current is not None
    creature_revise(creature=boar, card=replace(card_from_snapshot(boar.current.document), skills=("Rooting",)))
    return {
        "campaigns/key": table.key,
        "decline/token": claim or "",
        "own-adventure/key": own_adventure.key,
        "join/token": table.campaign.invitation_token or "",
        "claim/token": claim or "",
        "watch/token": spectator or "",
        "webhooks/key": hook.key,
        "off/token": unsubscribe_token(_user(table.people["ada"]).pk),
        "leagues/token": table.campaign.league_token or "",
        "players/token": PlayerPage.objects.get().token or "",
        "files/name": "league.xlsx",
        "calendar/token": campaign_calendar_make(**table.asking("ada")).token,
        "warbands/number": str(boars.number),
        "journal/number": str(rolled),
        "rolls/roll": "1",
        **dict.fromkeys(("people/number", "people/person"), str(table.number("dan"))),
        **dict.fromkeys(("rounds/number", "rounds/round"), str(round_number)),
        "scenarios/number": str(scenario),
        "scenarios/scenario": str(scenario),
        "scenarios/report": str(reported),
        "warbands/warband": str(boars.number),
        "sides/warband": str(boars.number),
        "absences/warband": str(boars.number),
        "requests/first": str(boars.number),
        "first/second": str(kobolds.number),
        "members/member": "m1",
        "played/number": str(played),
        "field/warband": str(boars.number),
        "withdraw/warband": str(boars.number),
        "spent/warband": str(boars.number),
    }


def _own(owner: Person, fellow: Person | None = None) -> Places:
    """Store warbands, a card and battles of an owner, in which the fellow player has the second seat."""
    kept, deleted = building(owner, "boar"), building(owner, "boar", name="Deleted Company")
    warband_delete(owner=owner.owner, key=deleted.key)
    plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", victory="assassins")
    laid_out = battle_store(owner=owner.owner, setup=replace(setup_of(*SMALL), table=plan), seed=SEED)
    reported = battle_store(owner=owner.owner, setup=setup_of(*SMALL), seed=SEED)
    Battle.objects.filter(pk=reported.pk).update(scenario=CampaignScenario.objects.latest("pk"))
    asking = {"visitor": BattleVisitor(owner.owner), "key": laid_out.key}
    link = seat_link_make(**asking, side="a").token
    battle_share(**asking, shared=True)
    secret_seal(**asking, side="a", pairs=((ASSASSIN, "a.m1"), (TARGET, "b.m1")))
    if fellow is not None:
        _seat(fellow, "b", laid_out, reported)
    laid_out.refresh_from_db()
    adventure = adventure_make(owner=owner.owner, adventure=dry_well(), seed=SEED)
    asking_adventure = {"visitor": AdventureVisitor(owner.owner), "key": adventure.key}
    adventure_share(**asking_adventure, shared=True)
    adventure.refresh_from_db()
    if fellow is not None:
        _remember(fellow, {LINKS_KEY: [adventure.players_token]})
    template = template_save(**asking_adventure)
    template = template_share(owner=owner.owner, key=template.key, shared=True)
    return _combatants(owner, fellow) | {
        "adventures/key": adventure.key,
        "adventures/join/token": adventure.players_token or "",
        "adventures/shared/token": template.share_token or "",
        "templates/key": template.key,
        "new/kind": "victory-points",
        "warbands/key": kept.key,
        "deleted/key": deleted.key,
        "homebrew/key": brewed(owner.owner, name="Mire Troll").key,
        "battles/key": laid_out.key,
        "reported/key": reported.key,
        "battles/join/token": link or "",
        "battles/watch/token": laid_out.spectator_token or "",
        "secrets/side": "a",
        "phones/side": "a",
        "seats/side": "a",
        "secrets/number": str(laid_out.secrets.values_list("pk", flat=True)[0]),
        "setup/step": "terrain",
        **_gambling(owner),
    }


def _gambling(owner: Person) -> Places:
    """Store a table game and a table of an owner, both with links."""
    game = game_store(owner=owner.owner, game=ready_games()["gatekeeper"])
    game = game_share(owner=owner.owner, key=game.key, shared=True)
    table = table_open(owner=owner.owner, game=ready_games()["four-crows"], seed=SEED)
    table = table_share(owner=owner.owner, key=table.key, shared=True)
    return {
        "ready/name": "four-crows",
        "games/key": game.key,
        "tables/key": table.key,
        "gambling/shared/token": game.share_token or "",
        "gambling/watch/token": table.watch_token or "",
    }


def _combatants(owner: Person, fellow: Person | None) -> Places:
    """Store a list of combatants and a board of an owner, and a fight of which the fellow player is the game master."""
    row = combatant_list_make(owner=owner.owner, family=HEROIC.key, name="Heroes", is_party=True)
    sheet = filled_sheet(HEROIC.kinds[0], "Ann", stamina=30, recoveries=8, speed=5)
    listed_combatant_save(owner=owner.owner, key=row.key, sheet=sheet, count=1, group="")
    fight = fight_make(
        owner=owner.owner, family=HEROIC, party=["Heroes"], master="", table=filled_sheet(HEROIC.table, "Table")
    )
    asking = {"visitor": BattleVisitor(owner.owner), "key": fight.key}
    combatants_enter(**asking, side="a", entries=[ListedCombatant(1, sheet)])
    if fellow is not None:
        _seat(fellow, "b", fight)
    return {
        **shared_board_places(owner.owner),
        "fights/key": fight.key,
        "combatants/key": row.key,
        "sheets/number": "1",
        "sheets/number.pdf": "1.pdf",
        "battles/new/kind": HEROIC.kinds[0].key,
        "new/family": HEROIC.key,
    }


def _print_job(owner: Person) -> Places:
    """Store a job that waits to print something of an owner."""
    job = Job.objects.create(kind=ROSTER_PRINT.name, title="Cards", arguments={}, made_by=owner.owner.user)
    result = {"file": upload_keep(b"a print"), "name": "cards.pdf"}
    page = Job.objects.create(kind=PRINT_KIND, title="A large print", state=JobState.DONE, result=result)
    return {"jobs/number": str(job.pk), "later/ticket": ticket_of(page), "take-along/number.json": "1.json"}


def _seat(person: Person, side: str, *battles: Battle) -> None:
    """Let somebody play a side of battles on a phone."""
    BattleSeat.objects.filter(battle__in=battles, side=side).update(holder="a phone")
    _remember(person, {SEATS_KEY: ["a phone"]})


def _remember(person: Person, values: dict[str, Any]) -> None:
    (session := person.client.session).update(values)
    session.save()


def _compendium(owner: Person) -> Places:
    """Store a creature that was sent to the editors, a shared warband, and an entry of each kind."""
    homebrew_submit(owner=owner.owner, key=brewed(owner.owner, name="Sent Troll").key)
    shared = building(owner, "boar", name="Shared Company")
    CreatureGambits.objects.create(creature=Creature.objects.get(key="boar"), lines="1-6 II Stride")
    source = Source.objects.get(key="p2v-core-1.3")
    term = next(entry for entry in entries() if (entry.kind, entry.key) == ("deployment", "vanguard"))
    entry_save(entry=Feat(source=source, **feat_values(feats.FEATS[0])), built_in=True)
    entry_save(entry=Spell(source=source, **spell_values(spells.SPELLS[0])), built_in=True)
    entry_save(entry=GlossaryTerm(source=source, **term_values(term)), built_in=True)
    return {
        "shared/token": warband_share(owner=owner.owner, key=shared.key, shared=True).warband.share_token or "",
        "creatures/key": "boar",
        "revisions/number": "1",
        "items/key": "holy-water",
        "feats/key": feats.FEATS[0].key,
        "spells/key": spells.SPELLS[0].key,
        "glossary/kind": "deployment",
        "kind/key": "vanguard",
        "print/what": "creatures",
        "print/what.pdf": "conditions.pdf",
        "sources/key": "p2v-orc",
        "alone/slug": "the-wayhouse-road",
    }


def _accounts(person: Person, *people: Person) -> Places:
    """Store something of every model of the admin, and a second factor of everybody; return the key of one row each."""
    user = _user(person)
    address = EmailAddress.objects.create(user=user, email="eve@muster.example")
    for holder in (person, *people):
        for kind in (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES):
            Authenticator.objects.create(
                user=_user(holder), type=kind, data={"secret": "", "migrated_codes": ["spare"]}
            )
        # As after signing in: what asks for it again does not do so now.
        records = [{"method": "password", "at": time.time(), "reauthenticated": True}]
        _remember(holder, {METHODS_KEY: records, f"{METHODS_KEY}_user": str(_user(holder).pk)})
    UserSession.objects.create(user=user, ip="127.0.0.1", user_agent="A browser", session_key="none")
    Job.objects.create(kind="compendium.refresh", title="A refresh")
    rows = {model: str(model._default_manager.values_list("pk", flat=True)[0]) for model in admin.site._registry}
    job = rows[Job]
    checks = {f"{kind}/pk": _check(kind) for kind in ("items", "cards", "pf2e")}
    return (
        checks
        | {f"{model._meta.model_name}/object_id": key for model, key in rows.items()}
        | {
            "user/id": str(user.pk),
            "job/pk": job,
            "r/content_type_id": str(ContentType.objects.get_for_model(User).pk),
            "content_type_id/object_id": str(user.pk),
            "admin/app_label": "compendium",
            "admin/url": "nothing",
            "tokens/token_key": "none",
            "confirm-email/key": EmailConfirmationHMAC(address).key,
            "key/uidb36-key": "1-none",
        }
    )


def _belongings_of_account(owner: Person) -> Places:
    """Store a passkey of an account, and its archive."""
    key = Authenticator.objects.create(user=_user(owner), type=Authenticator.Type.WEBAUTHN, data={"name": "A key"})
    file, state = {"file": upload_keep(b"an archive")}, JobState.DONE
    job = Job.objects.create(kind=ARCHIVE_KIND, title="An archive", made_by=_user(owner), state=state, result=file)
    return {"keys/pk": str(key.pk), "archive/pk": str(job.pk)}


def _check(kind: str) -> str:
    """Store a job that has looked at a file; return its key."""
    kind, arguments = f"compendium.check.{kind}", {"upload": kind, "name": kind, "source": "hb"}
    return str(Job.objects.create(kind=kind, title="A check", arguments=arguments, state=JobState.DONE).pk)


def send(browser: Client, method: str, address: str, body: dict[str, Any]) -> Any:
    """Ask for an address as a browser or a program does, and return the response."""
    if method == "GET":
        return browser.get(address)
    if address.startswith("/api/"):
        # As it is now, so that nobody is told that a version is missing before they are told that they may not.
        return browser.generic(method, address, json.dumps(body), "application/json", headers={"If-Match": "*"})
    return browser.post(address, body)
