"""The archive of an account: all that is somebody's, made at once or by a job, for its owner alone."""

import io
import json
import zipfile
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.answers import answer_keep, answer_reserve
from battles.services.battles import battle_store
from campaigns.models import CalendarFeed, ReminderMail
from campaigns.selectors.checking import campaign_faults
from campaigns.services.files import campaign_import
from campaigns.services.game_nights import account_calendar_make, campaign_calendar_make
from campaigns.services.publishing import player_page_set, player_pages_allow
from campaigns.services.reminders import reminder_settings_set
from jobs.models import Job
from p2v_site import account_archives
from rules.campaigns.files import campaign_file_from_document
from rules.campaigns.reminders import ReminderWishes
from rules.roster import roster_from_document
from tests.battles.play import SEED, SMALL
from tests.campaigns.play import KOBOLDS, enlist, played
from tests.campaigns.verbs import Table, usual_table
from tests.homebrew_cards import brewed
from tests.replays import replayed
from tests.rules.p2v_combat.tables import setup_of
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import Person, account, building, visitor
from tests.webhooks.hooks import added
from warbands.services.collections import collection_save

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def winter(db: None) -> Table:
    """Return a campaign that ada organizes, with one of everything that is hers."""
    store_small_compendium()
    table = usual_table()
    ada = table.people["ada"]
    kobolds = enlist(table, "ada", *KOBOLDS)
    played(table, {kobolds: 4})
    building(ada, "boar", name="Ada’s Boars")
    collection_save(owner=ada.owner, owned={"boar": 3})
    brewed(ada.owner)
    assert ada.owner.user is not None
    account_calendar_make(user=ada.owner.user)
    campaign_calendar_make(actor=ada.owner, key=table.key)
    player_pages_allow(actor=ada.owner, key=table.key, allowed=True)
    player_page_set(user=ada.owner.user, name="Ada of the North", campaigns=[table.key])
    answer, _ = answer_reserve(owner=ada.owner, key="first try", request="")
    answer_keep(row=answer, status=201, headers={}, body={"token": "shown once"})
    battle_store(owner=ada.owner, setup=setup_of(*SMALL), seed=SEED)
    Job.objects.create(kind="compendium.refresh", title="A refresh", made_by=ada.owner.user)
    asked = {"wishes": ReminderWishes(digest=True), "time_zone": "UTC", "site": "https://muster.example"}
    reminder_settings_set(user=ada.owner.user, **asked)
    ReminderMail.objects.create(user=ada.owner.user, day=date(2026, 3, 1), made_at=timezone.now())
    added(ada.owner, "campaign", table.key, "https://chat.example.org/secret-of-the-channel")
    return table


def files_of(answer: Any) -> dict[str, Any]:
    """Return the files of an archive as documents, by their names."""
    data = b"".join(answer.streaming_content) if answer.streaming else answer.content
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {
            name: json.loads(archive.read(name)) if name.endswith(".json") else archive.read(name).decode()
            for name in archive.namelist()
        }


def archive_of(person: Person) -> dict[str, Any]:
    answer = person.client.post("/accounts/data/archive/")
    assert "no-store" in answer["Cache-Control"]
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert "attachment" in answer["Content-Disposition"]
    return files_of(answer)


def test_the_archive_has_all_that_is_somebodys(winter: Table):
    files = archive_of(winter.people["ada"])
    kinds = sorted({name.partition("/")[0] for name in files})
    assert kinds == [
        "READ ME.txt",
        "account.json",
        "battles",
        "calendars.json",
        "campaigns",
        "campaigns.json",
        "disputes.json",
        "figures.json",
        "homebrew",
        "jobs.json",
        "player-page.json",
        "reminders.json",
        "warbands",
        "webhooks.json",
    ]  # fmt: skip - a list of names
    assert files["account.json"]["username"] == "ada"
    assert files["figures.json"] == {"boar": 3}
    assert [file["title"] for file in files["jobs.json"]] == ["A refresh"]
    assert [file["campaign"] for file in files["calendars.json"]] == [None, winter.key]
    assert [program["key"] for program in files["account.json"]["answers_to_programs"]] == ["first try"]
    assert [file["shown"] for file in files["webhooks.json"]] == ["https://chat.example.org/…nnel"]
    assert [file["role"] for file in files["campaigns.json"]] == ["organizer"]
    assert files["player-page.json"] == [{"name": "Ada of the North", "campaigns": [winter.key]}]
    assert files["reminders.json"]["settings"]["digest"] is True
    assert [sent["state"] for sent in files["reminders.json"]["mails"]] == ["waiting"]
    rosters = [value for name, value in files.items() if name.endswith(".roster.json")]
    assert {roster_from_document(roster).name for roster in rosters} == {"The adas", "Ada’s Boars"}
    histories = [value for name, value in files.items() if name.endswith(".history.json")]
    assert len(histories) == len(rosters)
    assert all(history["steps"] and history["steps"][-1]["draft"] for history in histories)
    (troll,) = (value for name, value in files.items() if name.startswith("homebrew/"))
    assert (troll["card"]["name"], len(troll["revisions"])) == ("Moss Troll", 1)


def test_the_archive_holds_no_secrets_and_nothing_of_others(winter: Table):
    ada, bob = winter.people["ada"], winter.people["bob"]
    brewed(bob.owner, name="Bobs Secret Troll")
    text = json.dumps(archive_of(ada))
    assert ada.owner.user is not None
    assert ada.owner.user.password not in text
    assert "Bobs Secret Troll" not in text
    assert SEED.hex() not in text
    assert "shown once" not in text
    assert "secret-of-the" not in text
    assert "whsec" not in text
    assert not [token for token in CalendarFeed.objects.values_list("token", flat=True) if token in text]


ARCHIVED = {
    "account.EmailAddress.user": "account.json",
    "accounts.ApiToken.user": "account.json",
    "accounts.StoredAnswer.owner": "account.json",
    "adventures.AdventureRow.owner": "adventures/",
    "adventures.AdventureTemplate.owner": "adventures/",
    "battles.Battle.owner": "battles/",
    "battles.BattleSeat.player": "battles/seats.json",
    "battles.CombatantList.owner": "battles/combatants/",
    "battles.SavedBoard.owner": "battles/boards/",
    "campaigns.CalendarFeed.user": "calendars.json",
    "campaigns.Participant.user": "campaigns.json",
    "campaigns.ReminderMail.user": "reminders.json",
    "campaigns.ReminderSettings.user": "reminders.json",
    "campaigns.PlayerPage.user": "player-page.json",
    "compendium.Homebrew.owner": "homebrew/",
    "gambling.GamblingTable.owner": "gambling/tables/",
    "gambling.OwnTableGame.owner": "gambling/games/",
    "jobs.Job.made_by": "jobs.json",
    "mfa.Authenticator.user": "account.json",
    "usersessions.UserSession.user": "account.json",
    "warbands.Figure.owner": "figures.json",
    "warbands.Warband.owner": "warbands/",
    "webhooks.Webhook.made_by": "webhooks.json",
}
NOT_ARCHIVED = {
    "accounts.User_groups.user": "the names of groups are in account.json",
    "accounts.User_user_permissions.user": "rights that were given, not made",
    "admin.LogEntry.user": "what editors did in the admin, of the site and not of them",
    "compendium.CardRevision.made_by": "the history of the compendium, of the site",
    "compendium.ImportOrigin.imported_by": "where a creature of the site came from",
    "campaigns.Participant.invited": "that an organizer reserved a place for them, until they take it",
    "campaigns.InvitationMail.sender": "that a mail was sent, not to whom, for a day's limit",
    "compendium.Homebrew.answered_by": "which editor answered for the site",
}


def test_every_row_that_names_an_account_is_in_its_archive_or_said_not_to_be():
    rows = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model is User
    }
    assert rows == ARCHIVED.keys() | NOT_ARCHIVED.keys(), "name it here, and write it in the archive of its room"


def test_a_campaign_of_the_archive_can_be_imported(winter: Table):
    (file,) = (value for name, value in archive_of(winter.people["ada"]).items() if name.startswith("campaigns/"))
    imported = campaign_import(file=campaign_file_from_document(file))
    assert imported.head >= winter.campaign.head
    assert campaign_faults(imported) == []


def test_a_large_archive_is_made_by_a_job(winter: Table, monkeypatch):
    monkeypatch.setattr(account_archives, "MANY_ROWS", 1)
    ada = winter.people["ada"]
    page = ada.client.post("/accounts/data/archive/", follow=True).content.decode()
    job = Job.objects.get(kind="account.archive")
    address = f"/accounts/data/archive/{job.pk}/"
    assert f'href="{address}"' in page
    assert files_of(ada.client.get(address))["account.json"]["username"] == "ada"
    for other in (winter.people["bob"].client, visitor().client, Client(), staff().client):
        assert other.get(address).status_code in (302, 404)


def staff() -> Person:
    person = account("root")
    assert person.owner.user is not None
    person.owner.user.is_staff = person.owner.user.is_superuser = True
    person.owner.user.save()
    return person


def test_one_archive_at_a_time(winter: Table, monkeypatch, settings):
    monkeypatch.setattr(account_archives, "MANY_ROWS", 1)
    settings.JOBS_AT_ONCE = False
    client = winter.people["ada"].client
    for _ in range(2):
        page = client.post("/accounts/data/archive/", follow=True).content.decode()
    assert "already making your archive" in page
    assert Job.objects.filter(kind="account.archive").count() == 1


def test_the_page_has_a_fixed_number_of_queries(winter: Table, django_assert_num_queries):
    client = winter.people["ada"].client
    client.get("/accounts/data/")
    with django_assert_num_queries(3):  # session, user, job
        page = client.get("/accounts/data/")
    assert "battles, webhooks, calendars and jobs" in page.content.decode()


def test_a_visitor_is_asked_to_sign_in():
    for address in ("/accounts/data/", "/accounts/delete/"):
        assert Client().get(address)["Location"].startswith("/accounts/login/")
    assert Client().post("/accounts/data/archive/")["Location"].startswith("/accounts/login/")
