"""The choice of what runs on PostgreSQL: every statement is sent, and what nobody knows runs."""

from pathlib import Path

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from tests import statements


def test_each_statement_is_sent_often_enough_if_it_can_be():
    record = {f"test_{number}": frozenset({"all", f"only {number}" if number < 3 else "all"}) for number in range(30)}
    record["test_rare"] = frozenset({"all", "rare"})
    chosen = statements.choose(record, always=["test_9", "test_without_a_record"])
    assert chosen == {"test_0", "test_1", "test_2", "test_9", "test_rare", "test_without_a_record"}


def test_who_sends_more_in_fewer_statements_is_chosen_first():
    record = {"both": frozenset("ab"), "first": frozenset("a"), "second": frozenset("b")}
    record |= {"all": frozenset("abc"), "all again": frozenset("abc")}
    assert statements.choose(record, always=()) == {"all", "all again"}


def test_of_many_that_send_the_same_some_are_chosen():
    record = {f"test_{number}": frozenset({"all"}) for number in range(30)}
    assert len(statements.choose(record, always=())) == statements.TIMES


@pytest.mark.django_db
def test_what_a_test_sends_is_recorded_by_its_shape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(statements, "sent_by_test", {})
    for test, names in (("few", ["a"]), ("many", ["a", "b", "c"]), ("odd", ["a\1"]), ("long", ["a" * 1000])):
        with statements.recorded(test):
            list(User.objects.filter(username__in=names)[: len(names)])
    with statements.recorded("other"):
        Permission.objects.count()
    statements.keep(tmp_path)
    record = statements.read(tmp_path)
    assert record["few"] == record["many"]
    assert record["odd"] == record["long"]
    assert len({record["few"], record["odd"], record["other"]}) == 3


@pytest.mark.django_db
def test_a_record_of_other_code_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(statements, "sent_by_test", {})
    with statements.recorded("test"):
        User.objects.count()
    statements.keep(tmp_path)
    monkeypatch.setattr(statements, "code_mark", lambda: "other")
    assert statements.read(tmp_path) == {}
    with statements.recorded("test"):
        User.objects.count()
    statements.keep(tmp_path)
    assert [folder.name for folder in tmp_path.iterdir()] == ["other"]


def test_the_modules_that_always_run_are_there(root: Path):
    assert [name for name in statements.ALWAYS if not (root / name).is_file()] == []
