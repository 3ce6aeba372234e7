"""The group of editors: made by the migrations, with every right on the compendium and no other."""

import pytest
from django.contrib.auth.models import Group, Permission

from compendium.services.builtin import EDITORS, editors_complete

pytestmark = pytest.mark.django_db


@pytest.mark.sqlite  # on PostgreSQL, tests that commit empty this table too
def test_the_migrations_make_the_group_of_editors():
    rights = Group.objects.get(name=EDITORS).permissions
    assert {right.content_type.app_label for right in rights.select_related("content_type")} == {"compendium"}
    assert rights.count() == Permission.objects.filter(content_type__app_label="compendium").count() > 30


def test_a_right_that_is_missing_is_added_again():
    group = Group.objects.get(name=EDITORS)
    rights = group.permissions.count()
    group.permissions.remove(group.permissions.first())
    assert editors_complete() == group
    assert group.permissions.count() == rights
