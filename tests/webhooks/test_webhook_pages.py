"""The pages of webhooks: added, tried, changed, given a new secret, deleted, by those who manage their subject."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from accounts.services.account_deletion import account_delete
from battles.models import Battle
from tests.battles.play import small_battle
from tests.campaigns.verbs import Table
from tests.warbands.verbs import visitor
from tests.webhooks.hooks import added, work_on_schedule
from webhooks.models import Webhook, WebhookDelivery
from webhooks.selectors.webhooks import archived_webhooks
from webhooks.services.messages import BOX, old_secrets_forget, webhook_secrets_encrypt
from webhooks.services.webhooks import MAX_OF_ACCOUNT, MAX_WEBHOOKS, TESTS_AN_HOUR

pytestmark = pytest.mark.django_db
WHSEC = re.compile(r"whsec_[A-Za-z0-9+/=]+")


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def fill(address: str, **values: object) -> dict[str, object]:
    return {"address": address, "format_": "json", "events": ["scenario.announced", "person.joined"], **values}


def page_of(table: Table) -> str:
    return f"/campaigns/{table.key}/webhooks/"


def the_hook() -> Webhook:
    return Webhook.objects.get()


def test_a_webhook_is_added_and_its_secret_is_shown_once(winter, receiver):
    browser = winter.people["ada"].client
    answer = browser.post(page_of(winter), fill(receiver.address))
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    (secret,) = WHSEC.findall(text(answer))
    hook = the_hook()
    assert (hook.events, hook.made_by.username) == (["scenario.announced", "person.joined"], "ada")
    assert BOX.decrypt(hook.secret) == secret
    assert receiver.address not in hook.address
    for page in (page_of(winter), f"/webhooks/{hook.key}/"):
        shown = text(browser.get(page))
        assert secret not in shown
        assert f"http://127.0.0.1:{receiver.port}/" in shown


def test_the_address_of_a_chat_is_not_shown_again(winter):
    browser = winter.people["ada"].client
    address = "https://discord.com/api/webhooks/123456/verySecretToken"
    answer = browser.post(page_of(winter), fill(address, format_="discord"), follow=True)
    assert "verySecret" not in text(answer)
    assert "https://discord.com/…oken" in text(answer)
    assert WHSEC.findall(text(answer)) == []
    assert "Make a new secret" not in text(answer)


def test_a_test_is_sent_and_the_page_says_how_it_went(winter, receiver):
    hook, secret = added(winter.people["ada"].owner, "campaign", winter.key, receiver.address)
    browser = winter.people["cleo"].client
    answer = browser.post(f"/webhooks/{hook.key}/test/", follow=True)
    assert "A test message is on its way" in text(answer)
    work_on_schedule()
    (request,) = receiver.requests
    document = Verifier(secret).verify(request.body, request.headers)
    assert document["type"] == "test"
    assert document["data"] == {
        "campaign": {"key": winter.key, "name": "The Long Winter"},
        "url": f"https://muster.example/campaigns/{winter.key}/",
    }
    assert "Delivered (204)" in text(browser.get(f"/webhooks/{hook.key}/"))


def test_tests_are_limited(winter, receiver):
    hook, _ = added(winter.people["ada"].owner, "campaign", winter.key, receiver.address)
    browser = winter.people["ada"].client
    for _ in range(TESTS_AN_HOUR + 1):
        answer = browser.post(f"/webhooks/{hook.key}/test/", follow=True)
    assert "You sent 10 tests within an hour." in text(answer)
    assert WebhookDelivery.objects.count() == TESTS_AN_HOUR


def test_events_are_changed_and_the_webhook_is_switched(winter, receiver):
    hook, _ = added(winter.people["ada"].owner, "campaign", winter.key, receiver.address)
    browser = winter.people["ada"].client
    address = f"/webhooks/{hook.key}/"
    browser.post(address, {"then": "events", "events": ["scenario.committed"]})
    assert the_hook().events == ["scenario.committed"]
    assert browser.post(address, {"then": "events"}).status_code == 422
    browser.post(address, {"then": "off"})
    assert not the_hook().is_enabled
    assert "This webhook is off" in text(browser.post(f"{address}test/", follow=True))
    Webhook.objects.update(stopped_for="Every try failed for 5 days.", failures=7, failing_since=timezone.now())
    assert "Switched off</b>: Every try failed for 5 days." in text(browser.get(page_of(winter)))
    browser.post(address, {"then": "on"})
    assert (the_hook().is_enabled, the_hook().stopped_for, the_hook().failures) == (True, "", 0)
    assert browser.post(address, {"then": "nonsense"}).status_code == 400
    assert browser.post(address, {"then": "delete"})["Location"] == page_of(winter)
    assert not Webhook.objects.exists()


def test_a_new_secret_signs_beside_the_one_before_for_a_day(winter, receiver):
    hook, before = added(winter.people["ada"].owner, "campaign", winter.key, receiver.address)
    browser = winter.people["ada"].client
    (after,) = WHSEC.findall(text(browser.post(f"/webhooks/{hook.key}/", {"then": "secret"})))
    assert before != after
    browser.post(f"/webhooks/{hook.key}/test/")
    work_on_schedule()
    for secret in (before, after):
        Verifier(secret).verify(receiver.requests[0].body, receiver.requests[0].headers)
    assert old_secrets_forget() == 0
    Webhook.objects.update(old_secret_until=timezone.now() - timedelta(hours=1))
    assert old_secrets_forget() == 1
    assert the_hook().old_secret == ""


@pytest.mark.parametrize("address", ["http://127.0.0.1/x", "http://user@example.org/", "http://10.0.0.1/", "nonsense"])
def test_an_address_that_is_not_taken_says_why_at_its_field(winter, address):
    answer = winter.people["ada"].client.post(page_of(winter), fill(address))
    assert answer.status_code == 422
    assert 'id="id_address_error"' in text(answer)
    assert not Webhook.objects.exists()


def test_there_are_only_so_many_of_a_campaign_and_of_an_account(winter, receiver):
    owner = winter.people["ada"].owner
    hook, _ = added(owner, "campaign", winter.key, receiver.address)
    for _ in range(MAX_WEBHOOKS - 1):
        added(owner, "campaign", winter.key, receiver.address)
    browser = winter.people["ada"].client
    assert "10 webhooks, the maximum" in text(browser.post(page_of(winter), fill(receiver.address)))
    copies = [Webhook(**{**values_of(hook), "key": f"copy-{n}"}) for n in range(MAX_OF_ACCOUNT)]
    Webhook.objects.bulk_create(copies)
    Webhook.objects.filter(subject_key=winter.key).delete()
    assert "You have already added 50 webhooks" in text(browser.post(page_of(winter), fill(receiver.address)))


def values_of(hook: Webhook) -> dict[str, object]:
    return {
        "subject_kind": "campaign",
        "subject_key": "elsewhere",
        "made_by": hook.made_by,
        "address": "",
        "secret": "",
    }


def test_only_organizers_manage_the_webhooks_of_a_campaign(winter, receiver):
    hook, _ = added(winter.people["ada"].owner, "campaign", winter.key, receiver.address)
    answers = {}
    for name in ("ada", "cleo", "bob", "eve"):
        browser = winter.people[name].client
        answers[name] = [browser.get(page).status_code for page in (page_of(winter), f"/webhooks/{hook.key}/")]
        answers[name].append(browser.post(f"/webhooks/{hook.key}/", {"then": "nonsense"}).status_code)
    assert answers == {"ada": [200, 200, 400], "cleo": [200, 200, 400], "bob": [403, 403, 403], "eve": [404, 404, 404]}


def test_a_battle_has_webhooks_for_who_made_it(receiver, client):
    fight = small_battle("fay")
    page = f"/battles/{fight.key}/webhooks/"
    answer = fight.owner.client.post(page, fill(receiver.address, events=["battle.begun"]))
    assert WHSEC.findall(text(answer))
    phones = f"/battles/{fight.key}/phones/"
    assert page in text(fight.owner.client.get(phones))
    Webhook.objects.update(stopped_for="Every try failed for 5 days.")
    assert "1 of them needs a look" in text(fight.owner.client.get(phones))
    assert client.get(page).status_code == 404


def test_a_visitor_who_made_a_battle_is_led_to_sign_in(client):
    person = visitor()
    fight = small_battle("fay")
    Battle.objects.update(owner=None, owner_token=person.owner.token)
    answer = person.client.get(f"/battles/{fight.key}/webhooks/")
    assert answer["Location"].startswith("/accounts/login/?next=/battles/")


def test_the_settings_of_a_campaign_say_that_one_needs_a_look(winter, receiver):
    added(winter.people["ada"].owner, "campaign", winter.key, receiver.address)
    settings_page = f"/campaigns/{winter.key}/settings/"
    assert "a look" not in text(winter.people["ada"].client.get(settings_page))
    Webhook.objects.update(gave_up_at=timezone.now())
    assert "1 of them needs a look" in text(winter.people["ada"].client.get(settings_page))
    assert "a look" not in text(winter.people["bob"].client.get(settings_page))


def test_webhooks_go_with_the_account_that_added_them(winter, receiver):
    added(winter.people["cleo"].owner, "campaign", winter.key, receiver.address)
    cleo = winter.people["cleo"].owner.user
    assert cleo
    account_delete(user=cleo)
    assert not Webhook.objects.exists()


def test_the_archive_of_an_account_has_its_webhooks_without_secrets(winter, receiver):
    added(winter.people["ada"].owner, "campaign", winter.key, "https://discord.com/api/webhooks/1/verySecretToken")
    ada = winter.people["ada"].owner.user
    assert ada
    ((name, data),) = archived_webhooks(ada)
    assert name == "webhooks.json"
    assert b"discord.com" in data
    assert b"verySecret" not in data
    assert b"whsec" not in data


def test_addresses_and_secrets_are_encrypted_anew_with_a_new_key(winter, receiver, settings):
    hook, secret = added(winter.people["ada"].owner, "campaign", winter.key, receiver.address)
    old = settings.MFA_KEYS
    settings.MFA_KEYS = ["a new key", *old]
    assert webhook_secrets_encrypt() == 1
    settings.MFA_KEYS = ["a new key"]
    hook.refresh_from_db()
    assert (BOX.decrypt(hook.secret), BOX.decrypt(hook.address)) == (secret, receiver.address)


def test_the_admin_shows_neither_addresses_nor_secrets(winter, receiver, admin_client):
    hook, secret = added(winter.people["ada"].owner, "campaign", winter.key, receiver.address)
    for page in ("webhook/", f"webhook/{hook.pk}/change/", "webhookdelivery/"):
        answer = admin_client.get(f"/admin/webhooks/{page}")
        assert answer.status_code == 200
        assert "fernet:" not in text(answer)
        assert secret not in text(answer)
    assert admin_client.get("/admin/webhooks/webhook/add/").status_code == 403
