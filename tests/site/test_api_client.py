"""The clients that the documentation shows work against a running site, word for word."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.models import Scope
from accounts.services.tokens import token_make
from adventures.models import AdventureRow
from battles.models import Battle
from campaigns.models import Campaign
from campaigns.selectors.checking import campaign_faults
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account
from warbands.models import Warband

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def token() -> str:
    """Return a token of Ada."""
    store_small_compendium()
    user = account("ada").owner.user
    assert user is not None
    return token_make(user=user, name="Client", scopes=list(Scope), days=1)[1]


def test_an_error_of_the_python_client_says_where(root: Path, live_server, token):
    program = (
        "import sys; from muster_client import Muster; Muster(*sys.argv[1:]).ask('POST', 'campaigns/', {'nam': 'Ash'})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, live_server.url, token],
        cwd=root / "docs" / "examples",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "MusterError: 400 invalid (nam): There is no such field." in done.stderr


def test_the_python_client_does_what_it_says(root: Path, live_server, token):
    client = root / "docs" / "examples" / "muster_client.py"
    done = subprocess.run(
        [sys.executable, "-I", str(client), live_server.url, token], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Hello, ada."
    assert re.fullmatch(r"Added 2 .*: \d+ points\.", lines[1]), lines
    assert lines[2] == "Not changed: warband.changed."
    assert re.fullmatch(r"The cards take \d{4,} bytes\.", lines[3])
    assert lines[4] == "Undone: 0 members."
    assert Warband.objects.get().deleted_at is not None


def test_the_python_client_of_battles_plays_one_to_its_result(root: Path, live_server, token):
    client = root / "docs" / "examples" / "battle_client.py"
    done = subprocess.run(
        [sys.executable, "-E", "-s", "-B", str(client), live_server.url, token],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    result, title = done.stdout.splitlines()
    assert result
    assert title == "Tusks against Bristles"
    assert not Battle.objects.exists()


def test_the_python_client_of_adventures_plays_one_to_its_end(root: Path, live_server, token):
    client = root / "docs" / "examples" / "adventure_client.py"
    done = subprocess.run(
        [sys.executable, "-E", "-s", "-B", str(client), live_server.url, token],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    name, *_, outcome = done.stdout.splitlines()
    assert name == "The Drowned Archive"
    assert outcome
    assert not AdventureRow.objects.exists()


NEEDS_CURL = pytest.mark.skipif(
    shutil.which("curl") is None or shutil.which("bash") is None, reason="needs curl and bash"
)


def run(script: str, site: str, token: str, folder: Path) -> str:
    """Run commands of the documentation in a folder; return what they write."""
    assert "json " in script
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "SITE": site, "TOKEN": token},
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def commands(root: Path, heading: str) -> str:
    """Return the commands below a heading of the documentation."""
    text = (root / "docs" / "api.md").read_text(encoding="utf-8")
    return text.partition(f"## {heading}")[2].partition("```bash\n")[2].partition("```")[0]


@NEEDS_CURL
def test_the_commands_for_curl_do_what_they_say(root: Path, live_server, token, tmp_path):
    written = run(commands(root, "A client, worked"), live_server.url, token, tmp_path)
    assert '"done":"Added' in written.replace(" ", "").replace('"done": "', '"done":"')
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF-")
    assert Warband.objects.count() == 1


@NEEDS_CURL
def test_the_commands_that_play_a_campaign_do_what_they_say(root: Path, live_server, token, tmp_path):
    functions = "".join(commands(root, "A client, worked").splitlines(keepends=True)[:2])
    run(functions + commands(root, "A campaign, worked"), live_server.url, token, tmp_path)
    committed, undone = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("committed", "undone"))
    assert (committed["status"], committed["played"], undone["status"]) == ("committed", 1, "voided")
    assert [roll["origin"] for roll in committed["rolls"]] == ["entered", "seeded"]
    assert campaign_faults(Campaign.objects.get()) == []
