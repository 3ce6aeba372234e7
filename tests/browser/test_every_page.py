"""Every page of the site, on a light laptop and a dark phone: no fault, nothing sticks out, nobody is shut out."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import Owner
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import adventure_make, adventure_share, template_save, template_share
from adventures.services.recording import check_record, step_record
from battles.services.battles import battle_store
from campaigns.selectors.reminders import unsubscribe_token
from campaigns.services.campaigns import campaign_create, campaign_share
from campaigns.services.leagues import league_set, round_pair, round_plan
from campaigns.services.pairings import playoffs_draw
from campaigns.services.people import invitation_make, placeholder_add
from campaigns.services.publishing import league_publish, player_page_set, player_pages_allow
from compendium.services.uploads import PRINT_KIND
from compendium.web.printing import ticket_of
from jobs.models import Job
from rules.adventures.events.running import AdventureRoundEnded
from rules.adventures.kinds.victory.play import VictoryPointsChanged
from rules.adventures.state import CheckAttempt
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.leagues.settings import LeagueRules
from rules.families import FAMILIES
from rules.p2v_combat.events.by_hand import LeftPlay
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.p2v_combat.setup.plan import TablePlan
from tests.adventures.play import dry_well
from tests.battles.marbles import MARBLES
from tests.battles.play import SEED as DICE
from tests.battles.play import SMALL, BattleTable
from tests.browser.campaign_pages import CAMPAIGN_PAGES
from tests.browser.fight_addresses import COMBATANT_PAGES, addresses_of_fights
from tests.browser.gambling_pages import GAMBLING_PAGES
from tests.browser.more_pages import MISSING_PAGES, MORE_PAGES
from tests.browser.not_pages import NOT_PAGES
from tests.browser.screens import SCREENS
from tests.campaigns.play import BOARS, KOBOLDS, choose, commit, enlist, enter, field, opened, report
from tests.campaigns.verbs import SEED, Table
from tests.homebrew_cards import brewed
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import Person
from tests.webhooks.hooks import added
from warbands.services.collections import collection_save
from webhooks.services.webhooks import webhook_test

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# One address for each route that is a page; the comments say what the routes below are instead.
PAGES = {
    "home": "/",
    "about": "/about/",
    "licences": "/licences/",
    "offline": "/offline/",
    "take-along": "/take-along/",
    "privacy": "/privacy/",
    "compendium:creature": "/creatures/trog-stoneliege/",
    "compendium:creature-history": "/creatures/trog-stoneliege/history/",
    "compendium:creature-revision": "/creatures/trog-stoneliege/revisions/1/",
    "compendium:homebrew-convert": "/homebrew/convert/",
    "compendium:homebrew-new": "/homebrew/new/?from=boar",
    "compendium:compare": "/compare/?creature=boar&creature=harpy&creature=basilisk&creature=ballista",
    "compendium:balance": "/balance/",
    "compendium:creature-list": "/creatures/?q=poison&level_from=1",
    "compendium:item-list": "/items/",
    "compendium:feat-list": "/feats/",
    "compendium:spell-list": "/spells/",
    "compendium:item": "/items/healing-potion-minor/",
    "compendium:feat": "/feats/battle-medicine/",
    "compendium:spell": "/spells/fireball/",
    "compendium:first-game": "/first-game/",
    "compendium:glossary": "/glossary/",
    "compendium:glossary-kind": "/glossary/terrain-tile/",
    "compendium:glossary-entry": "/glossary/deployment/vanguard/",
    "compendium:search": "/search/?q=fire",
    "compendium:print-hub": "/print/",
    "compendium:print": "/print/creatures/?creature=boar&creature=harpy&copies=4",
    "account_login": "/accounts/login/",
    "account_signup": "/accounts/signup/",
    "account_reset_password": "/accounts/password/reset/",
    "account_reset_password_done": "/accounts/password/reset/done/",
    "account_reset_password_from_key_done": "/accounts/password/reset/key/done/",
    "account_inactive": "/accounts/inactive/",
}
SIGNED_IN_PAGES = {
    "account_logout": "/accounts/logout/",
    "account_change_password": "/accounts/password/change/",
    "account_email": "/accounts/email/",
    "account_reauthenticate": "/accounts/reauthenticate/",
    "mfa_index": "/accounts/2fa/",
    "mfa_list_webauthn": "/accounts/2fa/webauthn/",
    "mfa_add_webauthn": "/accounts/2fa/webauthn/add/",
    "mfa_activate_totp": "/accounts/2fa/totp/activate/",
    "usersessions_list": "/accounts/sessions/",
    "account_data": "/accounts/data/",
    "account_delete": "/accounts/delete/",
    "accounts:second-factor": "/accounts/second-factor/",
    "accounts:tokens": "/accounts/tokens/",
    "campaigns:reminders": "/accounts/reminders/",
}
# Pages of one warband, whose owner is signed in.
WARBAND_PAGES = {
    "warbands:list": "/warbands/",
    "warbands:new": "/warbands/new/",
    "warbands:add-to": "/warbands/add/?creature=boar",
    "compendium:homebrew-edit": "/homebrew/{homebrew}/edit/",
    "compendium:print-making": "/print/later/{ticket}/",
    "compendium:homebrew-list": "/homebrew/",
    "warbands:homebrew-delete": "/homebrew/{homebrew}/delete/",
    "warbands:import": "/warbands/import/",
    "warbands:paste": "/warbands/paste/",
    "warbands:paste-into": "/warbands/{key}/paste/",
    "warbands:builder": "/warbands/{key}/",
    "warbands:dismiss": "/warbands/{key}/dismiss/?member=m1",
    "warbands:settings": "/warbands/{key}/settings/",
    "warbands:chat": "/warbands/{key}/chat/",
    "warbands:crest": "/warbands/{key}/crest/",
    "warbands:share": "/warbands/{key}/share/",
    "warbands:sheet": "/warbands/{key}/sheet/",
    "warbands:print": "/warbands/{key}/print/?kind=cards",
    "warbands:analysis": "/warbands/{key}/analysis/",
    "warbands:shared": "/shared/{token}/",
    "warbands:shared-print": "/shared/{token}/print/",
    "warbands:matchup": "/matchup/?first=w:{key}&second=s:{token}",
    "warbands:collection": "/collection/?q=kobold",
    "warbands:collection-list": "/collection/list/?mine=1",
    "warbands:random-box": "/random-box/?mine=1",
}
# Pages of battles whose maker is signed in: one that is laid out, one that is played, one that is over.
BATTLE_PAGES = {
    "battles:list": "/battles/",
    "battles:new": "/battles/new/",
    "battles:import": "/battles/import/",
    "battles:join": "/battles/join/{seat}/",
    "battles:watch": "/battles/watch/{spectator}/",
    "battles:solo": "/battles/alone/",
    "battles:adventure": "/battles/alone/the-wayhouse-road/",
    "battles:setup": "/battles/{laid_out}/setup/",
    "battles:setup-step": "/battles/{laid_out}/setup/terrain/",
    "battles:setup-secrets": "/battles/{laid_out}/setup/secrets/",
    "battles:setup-cover": "/battles/{laid_out}/setup/secrets/a/",
    "battles:setup-choose": "/battles/{laid_out}/setup/secrets/a/choose/",
    "battles:battle": "/battles/{key}/",
    "battles:table": "/battles/{key}/table/",
    "battles:board": "/battles/{key}/board/",
    "battles:between": "/battles/{key}/board/between/",
    "battles:enter": "/battles/{key}/creature/",
    "battles:own-seat": "/battles/{key}/seat/",
    "battles:log": "/battles/{key}/log/",
    "battles:hint": "/battles/{key}/hint/",
    "battles:odds": "/battles/{key}/odds/",
    "battles:analysis": "/battles/{key}/analysis/",
    "battles:what-if": "/battles/{key}/what-if/",
    "battles:replay": "/battles/{key}/replay/",
    "battles:phones": "/battles/{key}/phones/",
    "battles:webhooks": "/battles/{key}/webhooks/",
    "battles:settings": "/battles/{key}/settings/",
    "battles:result": "/battles/{over}/result/",
}
# Pages of adventures whose maker is signed in, on the road and in a campaign.
ADVENTURE_PAGES = {
    "adventures:list": "/adventures/",
    "adventures:new": "/adventures/new/?campaign={campaign}",
    "adventures:empty": "/adventures/new/victory-points/",
    "adventures:import": "/adventures/import/",
    "adventures:shared": "/adventures/shared/{shared}/",
    "adventures:of-campaign": "/campaigns/{campaign}/adventures/",
    "adventures:adventure": "/adventures/{key}/?who=n1",
    "adventures:log": "/adventures/{key}/log/",
    "adventures:prepare": "/adventures/{prepared}/prepare/",
    "adventures:settings": "/adventures/{prepared}/settings/",
}


def _routes(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace == "admin" or "api/v1" in str(pattern.pattern):
                continue
            yield from _routes(pattern, f"{pattern.namespace}:" if pattern.namespace else namespace)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield namespace + pattern.name


def test_every_route_is_looked_at_or_named_as_no_page():
    pages = PAGES.keys() | SIGNED_IN_PAGES.keys() | WARBAND_PAGES.keys() | CAMPAIGN_PAGES.keys() | BATTLE_PAGES.keys()
    assert (
        set(_routes(get_resolver()))
        == pages | ADVENTURE_PAGES.keys() | GAMBLING_PAGES.keys() | COMBATANT_PAGES.keys() | NOT_PAGES
    )


@pytest.fixture
def sound(assert_accessible, assert_no_sideways_scroll):
    """Return a function that opens a page and fails with its faults.

    Wide pages are light and narrow ones dark: text takes most of the time, whose colors do not depend on the width.
    """

    def _sound(page, address, status=200):
        is_wide = page.viewport_size["width"] == SCREENS["1280px"]["viewport"]["width"]
        page.emulate_media(color_scheme="light" if is_wide else "dark")
        answer = page.goto(address)
        assert answer.status == status, address
        assert_no_sideways_scroll(page)
        assert_accessible(page)

    return _sound


# In parts, so that several processes share the long walk.
PARTS = pytest.mark.parametrize("part", range(3))


@PARTS
def test_every_page_is_sound_at_both_widths(compendium, either_page, sound, part):
    for address in [*PAGES.values(), *MORE_PAGES][part::3]:
        sound(either_page, address)


def test_what_is_not_there_is_told_soundly(compendium, either_page, sound):
    for address in MISSING_PAGES:
        sound(either_page, address, 404)


def test_the_pages_of_an_account_are_sound_at_both_widths(compendium, either_page, sound, sign_in, django_user_model):
    sign_in(either_page, django_user_model.objects.create_user("ada", "ada@muster.example", "a long passphrase"))
    for address in SIGNED_IN_PAGES.values():
        sound(either_page, address)


@pytest.fixture
def warband_addresses(compendium, ash_company, ada):
    """The addresses of the pages of a warband that has something of everything, and is shared; ada owns figures."""
    collection_save(owner=Owner(user=ada), owned={"kobold-druid-1": 1, "cat-companion-1": 1, "boar": 12, "gone": 1})
    ticket = ticket_of(Job.objects.create(kind=PRINT_KIND, title="A large print"))
    keys = {"key": ash_company.key, "token": ash_company.share_token, "homebrew": brewed(Owner(user=ada)).key}
    keys["ticket"] = ticket
    return [address.format(**keys) for address in WARBAND_PAGES.values()]


@PARTS
def test_the_pages_of_a_warband_are_sound_at_both_widths(warband_addresses, ada, either_page, sound, sign_in, part):
    sign_in(either_page, ada)
    for address in warband_addresses[part::3]:
        sound(either_page, address)


@pytest.fixture
def campaign_addresses(compendium, ada, settings):
    """The addresses of the pages of a campaign that ada organizes: a scenario, an invitation, a place that waits."""
    owner = Owner(user=ada)
    key = campaign_create(actor=owner, name="The Long Winter", story="Snow closes the pass.", seed=SEED).key
    place = placeholder_add(actor=owner, key=key, name="Tom")
    spectator = campaign_share(actor=owner, key=key, shared=True).spectator_token
    invitation = invitation_make(actor=owner, key=key).invitation_token
    table = Table(key, {"ada": Person(Client(), owner)})
    kobolds = enlist(table, "ada", *KOBOLDS)
    scenario = opened(table, kobolds)
    field(table, scenario, kobolds)
    report(table, scenario, {kobolds: 3}, (kobolds, "m1"))
    enter(table, scenario, kobolds, "m2", "advance", 1, 1, 1)
    choose(table, scenario, kobolds, "m2", "fleet")
    commit(table, scenario)
    rolled = table.campaign.entries.filter(kind="dice-rolled").latest("number").number
    scenario = opened(table, kobolds)
    field(table, scenario, kobolds)
    report(table, scenario, {kobolds: 1}, (kobolds, "m2"))
    enter(table, scenario, kobolds, "m2", "advance", 1, 1, 1)
    boars = enlist(table, "ada", *BOARS)
    league_set(**table.asking("ada"), rules=LeagueRules())
    round_plan(**table.asking("ada"), plan=RoundPlan("Thaw", "2026-03-01", "2026-03-07"))
    round_pair(**table.asking("ada"), number=1, tables=[(kobolds.number, boars.number)])
    league_publish(**table.asking("ada"), published=True)
    player_pages_allow(**table.asking("ada"), allowed=True)
    page = player_page_set(user=ada, name="Ada of the North", campaigns=[key])
    seeds = (kobolds.number, boars.number)
    playoffs_draw(**table.asking("ada"), seeds=seeds, draws="played again", third_place=False)
    keys = {"key": key, "claim": place.claim_token, "spectator": spectator, "invitation": invitation, "rolled": rolled}
    settings.JOBS_AT_ONCE = False  # nothing is to be asked of another machine
    hook, _ = added(owner, "campaign", key, "https://hook.example.org/for-the-club")
    webhook_test(actor=owner, key=hook.key)
    keys |= {"webhook": hook.key, "off": unsubscribe_token(ada.pk)}
    keys |= {"league": table.campaign.league_token, "player": page.token}
    return [address.format(**keys) for address in CAMPAIGN_PAGES.values()]


def test_the_pages_of_a_campaign_are_sound_at_both_widths(campaign_addresses, ada, either_page, sound, sign_in):
    sign_in(either_page, ada)
    for address in campaign_addresses:
        sound(either_page, address)


@pytest.fixture
def battle_addresses(compendium, ada):
    """The addresses of the pages of ada's battles: laid out with hidden choices, in a turn, and over."""
    owner = Person(Client(), Owner(user=ada))
    owner.client.force_login(ada)
    plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", victory="assassins")
    laid_out = battle_store(owner=owner.owner, setup=replace(setup_of(*SMALL), table=plan), seed=DICE)
    owner.client.post(f"/battles/{laid_out.key}/setup/everything/", {"do": "all"})
    key, over = (battle_store(owner=owner.owner, setup=setup_of(*SMALL), seed=DICE).key for _ in range(2))
    for path in ("phones/a/", "spectators/"):
        owner.client.post(f"/battles/{laid_out.key}/{path}", {"switch": "on"})
    playing, lost = BattleTable(key, owner), BattleTable(over, owner)
    state = playing.begin().state
    playing.do(CreaturesActivated((f"{state.next_side}.m1",)))
    lost.begin()
    for creature in ("b.m1", "b.m2"):
        lost.do(LeftPlay(creature, True, "", ""))
    laid_out.refresh_from_db()
    seat = laid_out.seats.get(side="a").token
    keys = {"key": key, "laid_out": laid_out.key, "over": over, "seat": seat, "spectator": laid_out.spectator_token}
    return [address.format(**keys) for address in BATTLE_PAGES.values()]


def test_the_pages_of_battles_are_sound_at_both_widths(battle_addresses, ada, either_page, sound, sign_in):
    sign_in(either_page, ada)
    for address in battle_addresses:
        sound(either_page, address)


@pytest.fixture
def combatant_addresses(compendium, ada, monkeypatch):
    """The addresses of the pages of ada's lists of combatants and of her fights of another game."""
    monkeypatch.setitem(FAMILIES, MARBLES.key, MARBLES)
    return addresses_of_fights(ada)


def test_the_pages_of_combatants_are_sound_at_both_widths(combatant_addresses, ada, either_page, sound, sign_in):
    sign_in(either_page, ada)
    for address in combatant_addresses:
        sound(either_page, address)


@pytest.fixture
def adventure_addresses(compendium, ada):
    """The addresses of the pages of ada's adventures: one that runs, one that is prepared, and a campaign's."""
    owner = Owner(user=ada)
    campaign = campaign_create(actor=owner, name="The Long Winter", story="", seed=SEED)
    adventure_make(owner=owner, adventure=dry_well(), campaign=campaign.key)
    running, prepared = (adventure_make(owner=owner, adventure=dry_well(), seed=DICE) for _ in range(2))
    asking = {"visitor": AdventureVisitor(owner), "key": running.key}
    check_record(**asking, attempt=CheckAttempt("attempt", "n1", "listen", "Diplomacy"))
    step_record(**asking, events=lambda state: [VictoryPointsChanged("water", 4, "They asked the children.")])
    step_record(**asking, events=lambda state: [AdventureRoundEnded()])
    adventure_share(visitor=AdventureVisitor(owner), key=prepared.key, shared=True)
    template = template_share(owner=owner, key=template_save(**asking).key, shared=True)
    keys = {"key": running.key, "prepared": prepared.key, "campaign": campaign.key, "shared": template.share_token}
    return [address.format(**keys) for address in ADVENTURE_PAGES.values()]


def test_the_pages_of_adventures_are_sound_at_both_widths(adventure_addresses, ada, either_page, sound, sign_in):
    sign_in(either_page, ada)
    for address in adventure_addresses:
        sound(either_page, address)
