"""What becomes of adventures and templates of visitors and accounts: adopted, archived, removed, deleted."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Owner
from accounts.services.visitors import visitor_data_adopt, visitors_forget
from adventures.models import AdventureRow, AdventureTemplate
from adventures.selectors.files import archived_adventures
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import adventure_make, template_save
from campaigns.selectors.checking import campaign_attachments
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
    ada = account("ada").owner
    assert ada.user is not None
    assert visitor_data_adopt(user=ada.user, token=TOKEN) == ["1 adventure", "1 template"]
    assert {row.owner for row in (*AdventureRow.objects.all(), *AdventureTemplate.objects.all())} == {ada.user}
    kept(Owner(token=TOKEN))
    assert visitors_forget() == 0
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert visitors_forget() == 1
    assert (AdventureRow.objects.count(), AdventureTemplate.objects.count()) == (1, 1)
    assert len(campaign_attachments()) == 1


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
    assert [(fault.kind, fault.key) for fault in storage_faults()] == [("adventure", row.key)]
