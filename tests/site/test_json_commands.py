"""What every command with ``--json`` has in common."""

import json
import os

import pytest

from tests.processes import ForkServer

COMMANDS = [
    ("load_compendium",),
    ("export_creature", "boar"),
    ("check_roster", "-"),
    ("render_roster", "-", "--output", "never-written.pdf"),
    ("campaign_check",),
    ("load_demo",),
    ("refold_campaigns",),
    ("fold_career", "-"),
    ("export_campaign", "nowhere", "--output", "never-written.json"),
]
ROSTER = json.dumps(
    {"format": "muster-roster/1", "play_mode": "narrative", "members": [{"creature": "boar"}, {"creature": "satyr"}]}
)
CAREER = json.dumps({"format": "muster-career/1", "members": [{"id": "m1", "creature": "boar"}], "events": []})


@pytest.fixture(scope="module")
def manage(tmp_path_factory):
    """Return a function that runs a command on a database without tables."""
    environment = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": f"sqlite:///{tmp_path_factory.mktemp('data')}/empty.sqlite3",
        "DJANGO_SETTINGS_MODULE": "p2v_site.settings",
    }
    with ForkServer(environment) as fork:

        def _manage(*arguments):
            given = CAREER if "fold_career" in arguments else ROSTER
            return fork.run(["manage.py", *arguments], environment, given)

        yield _manage


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_database_without_tables_is_told_in_one_document(manage, command):
    done = manage(*command, "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "database.not_ready"
    assert "migrate" in json.loads(done.stdout)["error"]["message"]
    assert done.stderr == ""


def test_a_person_is_told_the_same_in_a_sentence(manage):
    done = manage("load_compendium")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("The database cannot be used")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_command_answers_help_without_a_database(manage, command):
    done = manage(command[0], "--help")
    assert done.returncode == 0
    assert "--json" in done.stdout


@pytest.mark.parametrize("arguments", [("--no-such-option",), ("a", "b", "c")])
def test_a_call_that_is_off_has_status_2_and_says_so_as_json(manage, arguments):
    done = manage("export_creature", *arguments, "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "call.arguments"
