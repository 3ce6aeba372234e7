"""What visitors made goes when their web sessions have ended, and not before."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from accounts.services.visitors import visitors_forget
from tests.warbands.verbs import account, building, visitor
from warbands.models import Figure, Warband
from warbands.services.collections import collection_save

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

NEXT_WEEK = timedelta(days=7)
NEXT_YEAR = timedelta(days=365)


def test_what_a_visitor_made_stays_while_the_session_lasts():
    building(visitor(), "boar")
    with time_machine.travel(timezone.now() + NEXT_WEEK):
        assert visitors_forget() == 0
    assert Warband.objects.count() == 1


def test_what_a_visitor_made_goes_with_the_session(capsys):
    guest = visitor()
    building(guest, "boar")
    collection_save(owner=guest.owner, owned={"boar": 2})
    with time_machine.travel(timezone.now() + NEXT_YEAR):
        call_command("clear_visitors", "--json")
    assert json.loads(capsys.readouterr().out) == {"removed": 1}
    assert (Warband.objects.count(), Figure.objects.count()) == (0, 0)


def test_what_an_account_has_stays_for_ever():
    mira = account("mira")
    building(mira, "boar")
    collection_save(owner=mira.owner, owned={"boar": 2})
    with time_machine.travel(timezone.now() + NEXT_YEAR):
        assert visitors_forget() == 0
    assert (Warband.objects.count(), Figure.objects.count()) == (1, 1)


def test_what_was_made_today_stays_even_where_its_session_is_not_written_yet():
    building(visitor(), "boar")
    Session.objects.all().delete()
    assert visitors_forget() == 0
    with time_machine.travel(timezone.now() + NEXT_WEEK):
        assert visitors_forget() == 1


def test_the_command_says_what_it_did(capsys):
    call_command("clear_visitors")
    assert capsys.readouterr().out == "0 warbands and creatures of visitors whose sessions have ended were removed.\n"
