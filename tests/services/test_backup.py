"""Backups of the site: made while it runs, put back whole, on both databases."""

import json
import os
import sqlite3
import stat
import tarfile
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.processes import ForkServer

UPLOAD = "0123456789abcdef" * 2
FILL = """
import os, django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "p2v_site.settings")
django.setup()
from accounts.models import Owner, User
from campaigns.services.campaigns import campaign_create
from rules.building.draft import draft_of
from rules.roster import Member, Roster
from tests.small_compendium import store_small_compendium
from warbands.services.warbands import warband_create
store_small_compendium()
ada = Owner(user=User.objects.create_user("ada"))
for creature in ("boar", "basilisk"):
    roster = Roster(name=creature, points_limit=200, members=(Member(creature, "m1"),))
    warband_create(owner=ada, draft=draft_of(roster))
campaign_create(actor=ada, name="The Long Winter")
"""
ROWS = "SELECT count(*), max(version) FROM warbands_warband"


@pytest.fixture(scope="session")
def demo_site(fork_server: ForkServer, tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the SQLite file of a site with a few creatures, warbands and a campaign."""
    file = tmp_path_factory.mktemp("demo") / "site.sqlite3"
    copy_file(tables, file)
    variables = {"MUSTER_LOCAL": "1", "SECRET_KEY": "only for tests", "DATABASE_URL": f"sqlite:///{file}"}
    done = fork_server.run(["-c", FILL], {"PATH": os.environ["PATH"], **variables})
    assert done.returncode == 0, done.stderr
    return file


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def filled(manage, request, site_environment, demo_site: Path, tmp_path: Path) -> str:
    """Let the site have all that, and a file that waits to be imported; return the address of its database."""
    site_environment["UPLOADS_DIR"] = str(tmp_path / "uploads")
    (tmp_path / "uploads").mkdir()
    (tmp_path / "uploads" / UPLOAD).write_bytes(b"a list of creatures")
    if request.param == "sqlite":
        copy_file(demo_site, tmp_path / "site.sqlite3")
        url = f"sqlite:///{tmp_path}/site.sqlite3"
    else:
        url = request.getfixturevalue("postgres_url")
    site_environment["DATABASE_URL"] = url
    if request.param == "postgresql":
        done = manage("migrate", "--verbosity", "0")
        assert done.returncode == 0, done.stderr
        done = manage("shell", "--verbosity", "0", "-c", FILL)
        assert done.returncode == 0, done.stderr
    return url


def copy_file(whence: Path, whither: Path) -> None:
    with closing(sqlite3.connect(whence)) as source, closing(sqlite3.connect(whither)) as copy:
        source.backup(copy)


def asked(url: str, statement: str) -> tuple[object, ...]:
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
            return tuple(connection.execute(statement).fetchone() or ())
    with psycopg.connect(url) as connection:
        answer = connection.execute(statement)
        return tuple((answer.fetchone() if answer.description else None) or ())


def test_a_backup_comes_back_whole_over_what_was_changed_since(manage, filled: str, tmp_path: Path):
    before = asked(filled, ROWS)
    made = manage("backup", str(tmp_path / "kept.tar.gz"), "--json")
    assert made.returncode == 0, made.stderr + made.stdout
    said = json.loads(made.stdout)
    assert (said["uploads"], said["secret"]) == (1, False)  # the secret is a variable here
    assert stat.S_IMODE((tmp_path / "kept.tar.gz").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    asked(filled, "UPDATE warbands_warband SET version = version + 100 RETURNING 1")
    asked(filled, "CREATE TABLE of_a_later_version (id integer)")
    (tmp_path / "uploads" / UPLOAD).unlink()
    refused = manage("restore", str(tmp_path / "kept.tar.gz"))
    assert refused.returncode == 2
    assert "The database is not empty" in refused.stderr
    assert asked(filled, ROWS) != before
    restored = manage("restore", str(tmp_path / "kept.tar.gz"), "--force")
    assert restored.returncode == 0, restored.stderr + restored.stdout
    assert "All campaigns, warbands and battles are sound." in restored.stdout
    assert asked(filled, ROWS) == before
    assert (tmp_path / "uploads" / UPLOAD).read_bytes() == b"a list of creatures"
    if not filled.startswith("sqlite"):
        assert asked(filled, "SELECT to_regclass('of_a_later_version') IS NULL") == (True,)


@pytest.mark.parametrize("filled", ["sqlite"], indirect=True)
def test_a_backup_goes_into_a_new_database_and_what_is_broken_is_named(
    manage, filled: str, tmp_path: Path, site_environment
):
    asked(filled, "UPDATE campaigns_campaign SET name = 'Another' RETURNING 1")
    asked(filled, "UPDATE warbands_step SET draft = '{}' WHERE id = (SELECT max(id) FROM warbands_step) RETURNING 1")
    made = manage("backup", str(tmp_path / "kept.tar.gz"))
    assert made.returncode == 0, made.stderr
    assert "SECRET_KEY is a setting of this site" in made.stdout
    site_environment["DATABASE_URL"] = f"sqlite:///{tmp_path}/new.sqlite3"
    restored = manage("restore", str(tmp_path / "kept.tar.gz"), "--json")
    assert restored.returncode == 1, restored.stderr + restored.stdout
    kinds = {fault["kind"] for fault in json.loads(restored.stdout)["faults"]}
    assert kinds == {"campaign", "warband"}
    assert asked(site_environment["DATABASE_URL"], ROWS) == asked(filled, ROWS)


SECRETS = """
from allauth.mfa.models import Authenticator
from accounts.models import User
from accounts.services.second_factor import SecondFactorAdapter
secret = SecondFactorAdapter().encrypt("JBSWY3DPEHPK3PXP")
Authenticator.objects.create(user=User.objects.get(username="ada"), type="totp", data={"secret": secret})
"""


@pytest.mark.parametrize("filled", ["sqlite"], indirect=True)
def test_the_key_of_second_factors_is_kept_apart_and_tried(manage, filled: str, tmp_path: Path, site_environment):
    site_environment["MFA_KEY"] = "the key of this site"
    assert manage("shell", "--verbosity", "0", "-c", SECRETS).returncode == 0
    made = manage("backup", str(tmp_path / "kept.tar.gz"))
    assert "MFA_KEY, which opens the secrets of second factors" in made.stdout
    assert "is a setting of this site and is not in the backup" in made.stdout
    site_environment["DATABASE_URL"] = f"sqlite:///{tmp_path}/new.sqlite3"
    site_environment["MFA_KEY"] = "another key"
    restored = manage("restore", str(tmp_path / "kept.tar.gz"))
    assert restored.returncode == 1, restored.stderr
    assert "1 second factor cannot be opened" in restored.stdout
    site_environment["MFA_KEY"] = "another key,the key of this site"
    restored = manage("restore", str(tmp_path / "kept.tar.gz"), "--force", "--json")
    assert restored.returncode == 0, restored.stderr + restored.stdout
    assert json.loads(restored.stdout)["closed_second_factors"] == 0


def test_what_is_no_backup_changes_nothing(manage, empty_site, tmp_path: Path, site_environment):
    site_environment["UPLOADS_DIR"] = str(tmp_path / "uploads")
    for name, content in (("empty", b""), ("text", b"not an archive" * 100)):
        (tmp_path / name).write_bytes(content)
        refused = manage("restore", str(tmp_path / name), "--json")
        assert refused.returncode == 2
        assert json.loads(refused.stdout)["error"]["code"] == "restore.refused"
    good = tmp_path / "good.tar.gz"
    assert manage("backup", str(good)).returncode == 0
    assert "already exists" in manage("backup", str(good)).stderr
    for fault, changed in {
        "newer version": {"migrations": {"warbands": ["9999_of_later"]}},
        "postgresql database": {"database": "postgresql"},
        "invalid file name": {"files": {"../outside": {"size": 1, "sha256": ""}}},
        "is damaged": {"files": {"database": {"size": 1, "sha256": ""}}},
        "is missing": {"files": {"secret-key": {"size": 1, "sha256": ""}}},
    }.items():
        bad = altered(good, tmp_path / "bad.tar.gz", changed)
        refused = manage("restore", str(bad), "--force")
        assert (refused.returncode, fault in refused.stderr) == (2, True), refused.stderr
    assert not (tmp_path.parent / "outside").exists()


def altered(source: Path, target: Path, changed: dict[str, object]) -> Path:
    """Write an archive with another list and return it."""
    with tarfile.open(source) as old, tarfile.open(target, "w:gz") as new:
        for entry in old:
            file = old.extractfile(entry)
            assert file
            if entry.name == "backup.json":
                data = json.dumps(json.load(file) | changed).encode()
                entry.size = len(data)
                path = target.with_suffix(".json")
                path.write_bytes(data)
                with path.open("rb") as listed:
                    new.addfile(entry, listed)
            else:
                new.addfile(entry, file)
    return target
