"""Deleting an account: nothing of the person is left anywhere, and what others play goes on."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.services.account_deletion import account_delete
from accounts.services.answers import answer_keep, answer_reserve
from accounts.services.visitors import visitors_forget
from battles.models import Battle
from battles.services.battles import battle_store
from campaigns.models import CalendarFeed, Campaign, CampaignScenario
from campaigns.services.people import campaign_hand_over
from common.refusal import Refusal
from compendium.models import CardRevision, Creature, Homebrew, Source
from compendium.services.homebrew import homebrew_share, homebrew_submit, submission_accept
from compendium.services.uploads import PRINT_KIND, ROSTER_KIND, upload_keep
from jobs.models import Job
from rules.roster import Member
from tests.battles.play import SEED, SMALL
from tests.campaigns.play import BOARS, KOBOLDS, enlist, opened, played
from tests.campaigns.verbs import Table, usual_table
from tests.homebrew_cards import brewed
from tests.rules.p2v_combat.tables import setup_of
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import Person, account, building
from tests.webhooks.hooks import added
from warbands.models import Warband
from warbands.selectors.warbands import step_documents
from warbands.services.collections import collection_save
from warbands.services.warbands import warband_share, warband_tag
from webhooks.services.messages import WebhookNews
from webhooks.services.publishing import deliveries_add
from webhooks.services.webhooks import webhook_test

pytestmark = pytest.mark.django_db
CANARY = "zaphodcanary"
PASSWORD = "correct horse battery"


def places_of(word: str) -> list[str]:
    """Return every column of the database in which a word stands."""
    places = []
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            for field in model._meta.concrete_fields:
                cast = f'CAST("{field.column}" AS TEXT)'
                cursor.execute(f'SELECT COUNT(*) FROM "{table}" WHERE LOWER({cast}) LIKE %s', [f"%{word}%"])
                if cursor.fetchone()[0]:
                    places.append(f"{table}.{field.column}")
    return places


@pytest.fixture
def winter(db: None) -> Table:
    """Return a campaign in which bob is the person who goes: ada organizes, cleo co-organizes, dan plays."""
    store_small_compendium()
    return usual_table()


@pytest.fixture
def bob(winter: Table, settings: Any, tmp_path: Path) -> Person:
    """Return bob, whose names and words are all the same canary, with one of everything."""
    settings.UPLOADS_DIR = str(tmp_path)
    bob = winter.people["bob"]
    user = user_of(bob)
    for name in ("username", "first_name", "last_name"):
        setattr(user, name, CANARY)
    user.email = f"{CANARY}@muster.example"
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    signed_in(user)
    session = bob.client.session
    session["words"] = CANARY
    session.save()
    admin = User.objects.create_superuser("root", password=PASSWORD)
    for kind, row in ((User, user), (EmailAddress, EmailAddress.objects.get(user=user))):
        content = ContentType.objects.get_for_model(kind)
        LogEntry.objects.create(
            user=admin, content_type=content, object_id=row.pk, object_repr=CANARY, action_flag=ADDITION
        )
    draft = building(bob, "boar", name=CANARY)
    warband_tag(owner=bob.owner, key=draft.key, words=[CANARY])
    collection_save(owner=bob.owner, owned={"boar": 3})
    brewed(bob.owner, name=CANARY)
    battle_store(owner=bob.owner, setup=replace(setup_of(*SMALL), name=CANARY), seed=SEED)
    Job.objects.create(kind="account.archive", title=CANARY, made_by=user)
    for kind in (PRINT_KIND, ROSTER_KIND):
        arguments, result = {"roster": {"name": CANARY}, "session": CANARY}, {"file": upload_keep(CANARY.encode())}
        Job.objects.create(kind=kind, title=CANARY, made_by=user, arguments=arguments, result=result, state="done")
    answer, _ = answer_reserve(owner=bob.owner, key=CANARY, request=CANARY)
    answer_keep(row=answer, status=200, headers={}, body={"name": CANARY})
    CalendarFeed.objects.create(user=user, token=CANARY, made_at=timezone.now())
    ApiToken.objects.create(user=user, name=CANARY)
    battle = Battle.objects.get(name=CANARY)
    hook, _ = added(bob.owner, "battle", battle.key, f"https://hook.example.org/{CANARY}")
    webhook_test(actor=bob.owner, key=hook.key)
    for format_ in ("json", "discord", "slack"):
        others, _ = added(winter.people["ada"].owner, "campaign", winter.key, "https://x.example.org/", format_=format_)
        deliveries_add(others, [WebhookNews("person.joined", "/", "{name}", {"name": CANARY}, {"name": CANARY})])
    return bob


def files_with(word: str, folder: Path) -> list[str]:
    """Return the stored files in which a word stands."""
    return [path.name for path in folder.iterdir() if word.encode() in path.read_bytes()]


def user_of(person: Person) -> User:
    assert person.owner.user is not None
    return User.objects.get(pk=person.owner.user.pk)


def signed_in(user: User) -> Client:
    """Return a browser that signed in with the password, as a person does."""
    client = Client()
    client.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def test_nothing_of_the_person_is_left(bob: Person, tmp_path: Path):
    assert len(places_of(CANARY)) > 14
    assert len(files_with(CANARY, tmp_path)) == 2
    pk = user_of(bob).pk
    account_delete(user=user_of(bob))
    assert files_with(CANARY, tmp_path) == []
    assert places_of(CANARY) == []
    assert not [session for session in Session.objects.all() if session.get_decoded().get("_auth_user_id") == str(pk)]


def test_a_career_stays_for_the_campaign_without_tags_collection_and_name(winter: Table, bob: Person):
    collection_save(owner=bob.owner, owned={"boar": 3, "basilisk": 2})
    boars = enlist(winter, "bob", *BOARS)
    warband_tag(owner=bob.owner, key=boars.warband.key, words=[CANARY])
    kobolds = enlist(winter, "dan", *KOBOLDS)
    played(winter, {boars: 5, kobolds: 2})
    winter.assert_sound()
    account_delete(user=user_of(bob))
    assert places_of(CANARY) == []
    kept = Warband.objects.get(pk=boars.warband_id)
    documents = [document for _, document in step_documents(kept)]
    assert len(documents) > 1
    assert all(document["roster"].get("collection") is None for document in documents)
    winter.assert_sound()
    played(winter, {boars: 1, kobolds: 6})
    winter.assert_sound()
    for name in ("ada", "dan"):
        for path in ("", "people/", "warbands/1/", "standings/", "journal/"):
            page = winter.people[name].client.get(f"/campaigns/{winter.key}/{path}")
            assert page.status_code == 200
            assert CANARY not in page.content.decode()
    assert "Former player 2" in winter.people["dan"].client.get(f"/campaigns/{winter.key}/people/").content.decode()


def test_a_battle_of_the_campaign_stays_and_no_clean_up_takes_it(winter: Table, bob: Person):
    boars, kobolds = enlist(winter, "bob", *BOARS), enlist(winter, "dan", *KOBOLDS)
    number = opened(winter, boars, kobolds)
    scenario = CampaignScenario.objects.get(campaign=winter.campaign, number=number)
    kept = battle_store(owner=bob.owner, setup=setup_of(*SMALL), seed=SEED, scenario=scenario)
    own = Battle.objects.get(name=CANARY)
    account_delete(user=user_of(bob))
    assert not Battle.objects.filter(pk=own.pk).exists()
    visitors_forget()
    from_campaign = Battle.objects.get(pk=kept.pk)
    assert (from_campaign.owner, from_campaign.owner_token, from_campaign.spectator_token) == (None, "", None)
    assert winter.people["eve"].client.get(f"/battles/{kept.key}/").status_code == 404


def test_links_that_were_shared_stop_working(bob: Person):
    warband = Warband.objects.filter(owner=user_of(bob)).latest("pk")
    token = warband_share(owner=bob.owner, key=warband.key, shared=True).warband.share_token
    troll = brewed(bob.owner, name="Shared Troll")
    homebrew_share(owner=bob.owner, key=troll.key)
    addresses = (f"/shared/{token}/", f"/creatures/{troll.key}/")
    assert [Client().get(address).status_code for address in addresses] == [200, 200]
    account_delete(user=user_of(bob))
    assert [Client().get(address).status_code for address in addresses] == [404, 404]


def test_what_editors_accepted_stays_without_the_name(bob: Person):
    troll = brewed(bob.owner, name="Sent Troll")
    homebrew_submit(owner=bob.owner, key=troll.key)
    homebrew = Homebrew.objects.get(creature=troll)
    source = Source.objects.create(key="club", name="The club", license="ORC")
    accepted = submission_accept(homebrew=homebrew, by=User.objects.get(username="root"), source=source)
    account_delete(user=user_of(bob))
    assert places_of(CANARY) == []
    first = Creature.objects.get(pk=accepted.pk).revisions.get(number=1)
    assert first.changes == ["Accepted from homebrew that Former player sent"]


def test_a_card_that_others_use_stays_in_their_warbands(bob: Person, winter: Table):
    troll = brewed(bob.owner, name="Shared Troll")
    homebrew_share(owner=bob.owner, key=troll.key)
    theirs = building(winter.people["dan"], Member(troll.key, id="m1", revision=1), name="The dans")
    account_delete(user=user_of(bob))
    assert [revision.creature_key for revision in CardRevision.objects.filter(creature_key__contains="--hb-")] == [
        troll.key
    ]
    assert "Shared Troll" in theirs.look().content.decode()


def test_who_organizes_for_others_hands_over_first(winter: Table):
    ada = winter.people["ada"]
    with pytest.raises(Refusal, match="You organize “The Long Winter” for others"):
        account_delete(user=user_of(ada))
    page = signed_in(user_of(ada)).get("/accounts/delete/")
    body = page.content.decode()
    assert f'href="/campaigns/{winter.key}/people/"' in body
    assert "that you added, and the addresses of your calendars" in body
    assert "Delete my account" not in body
    campaign_hand_over(**winter.asking("ada"), number=winter.number("cleo"))
    account_delete(user=user_of(ada))
    winter.assert_sound()
    assert winter.place("cleo").role == "organizer"


def test_a_campaign_in_which_no_one_else_has_a_place_goes_too(winter: Table):
    alone = account("gus")
    client = alone.client
    form = {"name": CANARY, "play_mode": "campaign", "points_limit": "250", "daily_recovery_every": "2"}
    client.post("/campaigns/new/", form)
    table = Table(Campaign.objects.get(name=CANARY).key, {"gus": alone, "ada": alone})
    boars = enlist(table, "gus", *BOARS)
    played(table, {boars: 3})
    account_delete(user=user_of(alone))
    assert places_of(CANARY) == []
    assert not Warband.objects.filter(pk=boars.warband_id).exists()


def confirmed(user: User, name: str) -> Any:
    return signed_in(user).post("/accounts/delete/", {"name": name})


def test_the_page_asks_for_the_password_and_the_name(bob: Person):
    user = user_of(bob)
    fresh = bob.client.get("/accounts/delete/")
    assert fresh["Location"].startswith("/accounts/reauthenticate/")
    assert bob.client.post("/accounts/delete/", {"name": CANARY}).status_code == 302
    assert confirmed(user, "bob").status_code == 422
    assert User.objects.filter(pk=user.pk).exists()
    answer = confirmed(user, CANARY.upper())
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not User.objects.filter(pk=user.pk).exists()
    assert bob.client.get("/accounts/data/").status_code == 302
