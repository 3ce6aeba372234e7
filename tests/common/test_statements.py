"""The choice of what runs on PostgreSQL: every statement is sent, and what no record knows runs."""

from pathlib import Path

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from tests import statements


def _record(**tests: str | tuple[str, int]) -> dict[str, statements.SentStatements]:
    """Return a record of tests: a letter for each shape, and how many statements there are, if not one of each."""
    rows = {test: (sent, len(sent)) if isinstance(sent, str) else sent for test, sent in tests.items()}
    return {test: statements.SentStatements(frozenset(sent), count) for test, (sent, count) in rows.items()}


def test_each_statement_is_sent_and_what_no_record_knows_runs():
    record = _record(rare="ab", also="a", often="ac", again="c")
    chosen = statements.choose(record, always=["again", "without a record"])
    assert chosen == {"again", "without a record", "rare"}


def test_who_sends_more_in_fewer_statements_is_chosen_first():
    record = _record(both="ab", first="a", second="b", all="abc", long=("abc", 90))
    assert statements.choose(record, always=()) == {"all"}


def test_who_alone_sends_a_statement_is_chosen_however_long_it_takes():
    assert statements.choose(_record(quick="ab", long=("abc", 9_000)), always=()) == {"quick", "long"}


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
    assert record["few"].count == 1


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
