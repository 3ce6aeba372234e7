"""What becomes of adventures and templates of visitors and accounts: adopted, archived, removed, deleted."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import Owner
from adventures.models import AdventureRow, AdventureTemplate
from adventures.selectors.archives import archived_adventures
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import adventure_make
from adventures.services.belongings import ADVENTURES
from adventures.services.templates import template_save
from campaigns.selectors.annexes import CampaignAnnex
from p2v_site.checking import storage_faults
from rules.adventures.documents import adventure_from_json
from tests.adventures.play import campaign_adventure, dry_well
from tests.campaigns.verbs import usual_table
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db
TOKEN = "a visitor"


def kept(owner: Owner) -> AdventureRow:
    """Store an adventure and a template of somebody."""
    row = adventure_make(owner=owner, adventure=dry_well())
    template_save(visitor=AdventureVisitor(owner), key=row.key)
    return row


def test_what_a_visitor_made_goes_to_the_account_or_away() -> None:
    kept(Owner(token=TOKEN))
    assert ADVENTURES.tokens(None) == {TOKEN}
    ada = account("ada").owner
    assert ada.user is not None
    assert ADVENTURES.adopt(ada.user, TOKEN) == ("1 adventure", "1 template")
    assert {row.owner for row in (*AdventureRow.objects.all(), *AdventureTemplate.objects.all())} == {ada.user}
    kept(Owner(token=TOKEN))
    assert ADVENTURES.remove(TOKEN) == 1
    assert (AdventureRow.objects.count(), AdventureTemplate.objects.count()) == (1, 1)
    assert "adventures.services.belongings.ADVENTURES" in settings.VISITOR_BELONGINGS
    assert [isinstance(import_string(name), CampaignAnnex) for name in settings.CAMPAIGN_ANNEXES] == [True]


def test_an_archive_has_files_that_muster_reads() -> None:
    ada = account("ada").owner
    assert ada.user is not None
    row = kept(ada)
    files = dict(archived_adventures(ada.user))
    assert f"adventures/{row.key}.muster-adventure.json" in files
    assert [adventure_from_json(bytes(data)).adventure.name for data in files.values()] == ["The Dry Well"] * 2


def test_those_of_a_campaign_stay_when_an_account_goes() -> None:
    store_small_compendium()
    winter = usual_table()
    table = campaign_adventure(winter)
    own = kept(winter.people["cleo"].owner)
    user = winter.people["cleo"].owner.user
    assert user is not None
    winter.campaign.participants.filter(user=user).update(user=None)
    user.delete()
    assert not AdventureRow.objects.filter(key=own.key).exists()
    assert table.row.campaign == winter.campaign


def test_the_check_of_backups_looks_at_adventures() -> None:
    row = kept(account("ada").owner)
    assert list(storage_faults()) == []
    AdventureRow.objects.filter(key=row.key).update(seal="0" * 64)
    assert [(one.kind, one.key) for one in storage_faults()] == [("adventure", row.key)]
