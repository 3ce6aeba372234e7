"""What every file of the project keeps to, whatever it is about."""

import re
import subprocess
from pathlib import Path

import pytest

LINES_AT_MOST = 400
LONG_FOR_A_REASON: dict[str, str] = {}  # path: why it is not a package

# Written in pieces, so that this file may name what no file may hold.
FORBIDDEN = {
    "a path of the machine it was written on": ("/" + "work/", "/" + "farm/", "/tmp/" + "bash_jobs", "/" + "root/"),
    "the host of a package registry": ("pypi" + ".org", "python" + "hosted", "npm" + "js", "deb.deb" + "ian"),
    "a promise instead of work": ("TO" + "DO", "FIX" + "ME", "X" + "XX"),
}
SILENCERS = re.compile(r"#\s*(noqa|type:\s*ignore|pragma:\s*no cover)\b(?P<rest>.*)")
TEST_MODULE_IMPORT = re.compile(
    r"^ *(?:from|import) tests\.(?:\w+\.)*test_\w+|^ *from tests[\w.]* import (?:\([^)]*|[^(\n]*)\btest_\w+",
    re.MULTILINE,
)
REASON = re.compile(r"\s[-–] \S.*\S|#\s*\S.*\S")


@pytest.fixture(scope="module")
def texts(root: Path) -> dict[str, str]:
    """Every text file under version control (or about to be), by its path."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )  # fmt: skip - the command reads best on its own line
    contents = {}
    for name in filter(None, listed.stdout.split("\0")):
        if not (root / name).is_file():
            continue
        data = (root / name).read_bytes()
        if b"\0" not in data[:8000]:
            contents[name] = data.decode("utf-8")
    return contents


@pytest.fixture(scope="module")
def python(texts: dict[str, str]) -> dict[str, str]:
    """Every Python file but the migrations, which Django writes."""
    return {name: text for name, text in texts.items() if name.endswith(".py") and "/migrations/" not in name}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_holds_what_belongs_elsewhere(texts: dict[str, str], what: str):
    faults = [
        f"{name}:{number} holds {word}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), start=1)
        for word in FORBIDDEN[what]
        if word in line
    ]
    assert not faults, f"{what}:\n" + "\n".join(faults)


def test_a_module_fits_in_400_lines(python: dict[str, str]):
    lengths = {name: text.count("\n") for name, text in python.items()}
    long = {name: length for name, length in lengths.items() if length > LINES_AT_MOST}
    assert long.keys() == LONG_FOR_A_REASON.keys(), f"make packages of these, or say why not: {long}"


def test_test_modules_do_not_import_one_another(python: dict[str, str]):
    # What they share is a fixture of a conftest.py or a plain module: one test module is read and moved without others.
    lines = [f"{name}: {line}" for name, text in python.items() for line in TEST_MODULE_IMPORT.findall(text)]
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize(
    "line",
    [
        "import tests.battles.test_play",
        "from tests.battles.test_play import play",
        "from tests.battles import test_play",
        "    from tests.battles import rolls, test_play as play",
        "from tests.battles import (\n    rolls,\n    test_play,\n)",
    ],
)
def test_each_way_to_import_a_test_module_is_seen(line: str):
    assert TEST_MODULE_IMPORT.search(line)


def test_a_comment_and_a_tag_of_a_template_end_on_their_line(texts: dict[str, str]):
    # Django prints any other as text, and the tag that would close it is a fault.
    faults = [
        f"{name}:{number}"
        for name, text in texts.items()
        if "/templates/" in name
        for number, line in enumerate(text.splitlines(), 1)
        if any(line.count(begin) != line.count(end) for begin, end in (("{#", "#}"), ("{%", "%}")))
    ]
    assert faults == []


def test_every_silenced_check_says_why(python: dict[str, str]):
    faults = [
        f"{name}:{number}: {line.strip()}"
        for name, text in python.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if (silencer := SILENCERS.search(line)) and not REASON.search(silencer["rest"])
    ]
    assert not faults, "\n".join(faults)


def test_every_file_ends_with_a_line_feed_and_holds_no_tabs_in_python(texts: dict[str, str], python: dict[str, str]):
    assert [name for name, text in texts.items() if text and not text.endswith("\n")] == []
    assert [name for name, text in python.items() if "\t" in text] == []


def test_tests_are_no_package_so_that_they_cannot_lean_on_one_another(texts: dict[str, str]):
    assert [name for name in texts if name.startswith("tests/") and name.endswith("__init__.py")] == []
