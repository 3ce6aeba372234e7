"""Invitations by mail: offered only where the site has a mail server, and never many of them."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from campaigns.models import InvitationMail
from campaigns.services import people as services
from campaigns.services.campaigns import campaign_share
from campaigns.services.people import invitation_revoke
from tests.campaigns.verbs import Table

pytestmark = pytest.mark.django_db

ADDRESS = "tom@example.org"


@pytest.fixture
def server(settings: Any) -> None:
    """Let the site have a mail server."""
    settings.SENDS_MAIL = True


def people(table: Table, who: str = "ada") -> str:
    return str(table.people[who].client.get(f"/campaigns/{table.key}/people/").content.decode())


def send(table: Table, who: str = "ada", address: str = ADDRESS) -> Any:
    path = f"/campaigns/{table.key}/invitation/mail/"
    return table.people[who].client.post(path, {"address": address}, follow=True)


def test_without_a_mail_server_nothing_is_offered_or_sent(winter: Table):
    assert "Send the link by mail" not in people(winter)
    answer = send(winter)
    assert answer.status_code == 422
    assert "This site sends no mail." in answer.content.decode()
    assert mail.outbox == []


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("who", ["ada", "cleo"])
def test_organizers_send_the_link(winter: Table, who: str):
    assert "Send the link by mail" in people(winter, who)
    assert "The invitation is sent." in send(winter, who).content.decode()
    (sent,) = mail.outbox
    assert sent.to == [ADDRESS]
    assert sent.subject == "An invitation to a campaign on Muster"
    assert f"http://testserver/campaigns/join/{winter.campaign.invitation_token}/" in sent.body
    assert f"{who} invites you" in sent.body
    assert winter.campaign.name not in sent.body  # nothing that people type goes to strangers
    assert sent.content_subtype == "plain"
    assert InvitationMail.objects.count() == 1


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("name", ["prizes.example.com", "boss@example.com"])
def test_a_name_that_reads_as_a_link_is_not_sent(winter: Table, name: str):
    user = winter.people["ada"].owner.user
    assert user is not None
    user.username = name
    user.save()
    send(winter)
    (sent,) = mail.outbox
    assert sent.body.startswith("A player invites you")
    assert name not in sent.body


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("header", ["HTTP_HOST", "HTTP_X_FORWARDED_HOST"])
def test_no_mail_has_a_link_to_another_site(winter: Table, header: str):
    path = f"/campaigns/{winter.key}/invitation/mail/"
    winter.people["ada"].client.post(path, {"address": ADDRESS}, **{header: "evil.example"})
    assert all("evil" not in sent.body for sent in mail.outbox)


@pytest.mark.usefixtures("server")
def test_others_send_nothing(winter: Table):
    assert "Send the link by mail" not in people(winter, "bob")
    assert "Only an organizer can invite players." in send(winter, "bob").content.decode()
    assert send(winter, "eve").status_code == 404
    watcher = Client()
    watcher.get(f"/campaigns/watch/{campaign_share(**winter.asking('ada'), shared=True).spectator_token}/")
    for client in (watcher, Client()):
        path = f"/campaigns/{winter.key}/invitation/mail/"
        assert client.post(path, {"address": ADDRESS}).status_code == 404
    assert winter.people["ada"].client.get(f"/campaigns/{winter.key}/invitation/mail/").status_code == 405
    assert mail.outbox == []


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    "address",
    [
        "",
        "tom",
        "tom@example.org, tim@example.org",
        "tom@example.org\nBcc: tim@example.org",
        "\0@x.org",
        f"{'x' * 300}@x.org",
        "root@localhost",
        "root@[127.0.0.1]",
    ],
)
def test_what_is_no_single_address_gets_nothing(winter: Table, address: str):
    answer = send(winter, address=address)
    assert answer.status_code == 422
    assert mail.outbox == []


@pytest.mark.usefixtures("server")
def test_without_a_link_nothing_is_sent(winter: Table):
    invitation_revoke(**winter.asking("ada"))
    assert "Send the link by mail" not in people(winter)
    assert "Make a link first." in send(winter).content.decode()
    assert mail.outbox == []


@pytest.mark.usefixtures("server")
def test_a_day_has_only_so_many(winter: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(services, "MAX_MAILS", 2)
    for who in ("ada", "cleo"):
        send(winter, who)
    for who in ("ada", "cleo"):
        answer = send(winter, who)
        assert answer.status_code == 422
        assert "Muster sends at most 2 invitations by mail in a day." in answer.content.decode()
    assert len(mail.outbox) == 2
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        send(winter)
    assert len(mail.outbox) == 3
    assert InvitationMail.objects.count() == 1


@pytest.mark.usefixtures("server")
def test_a_mail_server_that_fails_is_told(winter: Table, settings: Any):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    answer = send(winter)
    assert answer.status_code == 422
    assert "The mail could not be sent." in answer.content.decode()
