"""The command ``render_roster``: what it writes, its exit statuses, and that it leaves nothing half done."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pypdf
import pytest
from django.core.management import call_command

from printing.canvas import MM
from rules.documents.reading import MAX_BYTES
from tests.printing import warbands

pytestmark = pytest.mark.usefixtures("small_compendium")

NARRATIVE = {"format": "muster-roster/1", "play_mode": "narrative", "members": [{"creature": "boar"}]}


@dataclass
class Ended:
    """What a run left behind: its exit status, the document that it printed, and the file."""

    status: int
    printed: dict[str, Any]
    out: Path

    @property
    def pdf(self) -> pypdf.PdfReader:
        return pypdf.PdfReader(self.out)

    @property
    def text(self) -> str:
        return "\n".join(page.extract_text() for page in self.pdf.pages)

    @property
    def error(self) -> str:
        assert list(self.printed) == ["error"]
        return self.printed["error"]["code"]


@pytest.fixture
def render(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Return what runs the command on a document, or on a file by its name."""

    def _render(document: object, *options: str, out: str = "out.pdf") -> Ended:
        name = str(document)
        if not isinstance(document, str):
            name = str(tmp_path / "roster.json")
            Path(name).write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
        with pytest.raises(SystemExit) as ended:
            call_command("render_roster", name, "--output", str(tmp_path / out), "--json", *options)
        printed = capsys.readouterr()
        assert printed.err == ""
        return Ended(ended.value.code, json.loads(printed.out), tmp_path / out)

    return _render


@pytest.fixture
def left(tmp_path: Path) -> Callable[[], set[str]]:
    """Return what names the files of the folder."""
    return lambda: {path.name for path in tmp_path.iterdir()}


def test_the_sheet_is_written_and_told_of(render, example, left):
    ended = render(example)
    assert ended.status == 0
    assert ended.printed == {
        "output": str(ended.out),
        "kind": "sheet",
        "pages": 1,
        "bytes": ended.out.stat().st_size,
        "legal": True,
    }
    assert len(ended.pdf.pages) == 1
    assert "Snik" in ended.text
    assert left() == {"roster.json", "out.pdf"}


def test_cards_are_written_with_those_of_items_where_they_are_wanted(render, example):
    ended = render(example, "--kind", "cards")
    assert (ended.status, ended.printed["kind"], ended.printed["pages"]) == (0, "cards", 1)
    assert "Carried by" not in ended.text
    ended = render(example, "--kind", "cards", "--paper", "card", "--bleed", "--items")
    assert ended.printed["pages"] == len(ended.pdf.pages) == 4
    assert ended.text.count("Carried by") == 2
    assert round(ended.pdf.pages[0].mediabox.width / MM) == 63 + 2 * 3


def test_paper_direction_and_ink_are_as_asked(render):
    ended = render(NARRATIVE, "--paper", "letter", "--landscape", "--low-ink")
    page = ended.pdf.pages[0]
    assert (page.mediabox.width, page.mediabox.height) == (792, 612)
    assert len(render(NARRATIVE, "--kind", "cards", "--backs").pdf.pages) == 2


def test_the_same_roster_gives_the_same_bytes(render, example):
    first = render(example).out.read_bytes()
    assert render(example, out="again.pdf").out.read_bytes() == first


def test_what_is_not_legal_is_printed_and_ends_with_1(render):
    over = NARRATIVE | {"play_mode": "unlimited", "points_limit": 20}
    ended = render(over)
    assert (ended.status, ended.printed["legal"]) == (1, False)
    assert "Not legal" in ended.text
    ended = render(over, "--kind", "cards")
    assert (ended.status, len(ended.pdf.pages)) == (1, 1)


def test_a_roster_of_nobody_has_a_sheet_and_no_cards(render, left):
    nobody = NARRATIVE | {"members": []}
    ended = render(nobody)
    assert (ended.status, ended.printed["pages"]) == (1, 1)
    ended = render(nobody, "--kind", "cards", out="cards.pdf")
    assert (ended.status, ended.error) == (2, "roster.empty")
    assert left() == {"roster.json", "out.pdf"}


def test_a_roster_that_means_harm_is_printed_as_text(render):
    harm = {
        "name": warbands.MARKUP,
        "members": [
            {"creature": "boar", "name": f"{warbands.FOREIGN} {'W' * 150}", "upgrades": [warbands.MARKUP] * 3},
            {"creature": "x" * 120, "name": "\u202eevil\u202c", "items": ["y" * 120] * 60},
        ],
    }
    for kind in ("sheet", "cards"):
        ended = render(NARRATIVE | harm, "--kind", kind)
        assert ended.status == 1
        assert ended.printed["pages"] == len(ended.pdf.pages)
        assert "<b>&amp;</b>" in ended.text


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (b"points: 200", "document.json"),
        (b" " * (MAX_BYTES + 1), "document.too_large"),
        (NARRATIVE | {"format": "muster-roster/2"}, "document.format"),
        (NARRATIVE | {"members": [{"creature": "boar", "hero_points": -1}]}, "document.range"),
    ],
)
def test_what_is_no_roster_ends_with_2_and_writes_nothing(render, left, document, code):
    ended = render(document)
    assert (ended.status, ended.error) == (2, code)
    assert left() == {"roster.json"}


def test_a_file_that_cannot_be_read_ends_with_2(render, left, tmp_path):
    for name in (str(tmp_path / "nowhere.json"), str(tmp_path), "a\0b"):
        ended = render(name)
        assert (ended.status, ended.error) == (2, "file.unreadable")
    assert left() == set()


@pytest.mark.parametrize(
    ("out", "reason"),
    [
        ("no/such/folder/out.pdf", "there is no folder"),
        ("taken", "it exists and is not a file"),
        ("roster.json", "it is the file that was read"),
        ("a\0b.pdf", "null"),
        ("n" * 300, "File name too long"),
    ],
)
def test_a_file_that_cannot_be_written_ends_with_2_and_leaves_all_as_it_was(render, left, tmp_path, out, reason):
    (tmp_path / "taken").mkdir()
    ended = render(NARRATIVE, out=out)
    assert (ended.status, ended.error) == (2, "file.unwritable")
    assert reason in ended.printed["error"]["message"]
    assert left() == {"taken", "roster.json"}
    assert json.loads((tmp_path / "roster.json").read_text()) == NARRATIVE


def test_a_disk_that_is_full_leaves_the_file_that_was_there(render, left, tmp_path, monkeypatch):
    (tmp_path / "out.pdf").write_text("mine")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    ended = render(NARRATIVE)
    assert (ended.status, ended.error) == (2, "file.unwritable")
    assert ended.out.read_text() == "mine"
    assert left() == {"out.pdf", "roster.json"}


def test_a_file_that_is_there_is_replaced_also_behind_a_link(render, tmp_path):
    (tmp_path / "real.pdf").write_text("old")
    (tmp_path / "out.pdf").symlink_to(tmp_path / "real.pdf")
    ended = render(NARRATIVE)
    assert ended.status == 0
    assert ended.out.is_symlink()
    assert (tmp_path / "real.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--landscape", "--kind", "cards"], "“--landscape” is for “--kind sheet”."),
        (["--backs"], "“--backs” is for “--kind cards”."),
        (["--paper", "card"], "“--paper card” is for “--kind cards”."),
    ],
)
def test_what_does_not_go_together_ends_with_2(render, left, options, words):
    ended = render(NARRATIVE, *options)
    assert (ended.status, ended.error) == (2, "call.arguments")
    assert ended.printed["error"]["message"] == words
    assert left() == {"roster.json"}


def test_a_roster_can_come_from_standard_input(render, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(NARRATIVE).encode())))
    assert render("-").status == 0


def test_without_json_a_person_reads_a_sentence(tmp_path, capsys):
    (tmp_path / "roster.json").write_text(json.dumps(NARRATIVE | {"play_mode": "unlimited", "points_limit": 20}))
    with pytest.raises(SystemExit):
        call_command("render_roster", str(tmp_path / "roster.json"), "--output", str(tmp_path / "out.pdf"))
    assert capsys.readouterr().out.endswith("out.pdf: 1 page. The roster is not legal: check_roster says why.\n")


def test_a_kind_that_there_is_not_is_told_as_json(fork_server, tmp_path):
    call = ["render_roster", "-", "--output", str(tmp_path / "out.pdf"), "--kind", "poster", "--json"]
    done = fork_server.run(["manage.py", *call], {"MUSTER_LOCAL": "1"})
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert error["code"] == "call.arguments"
    assert "poster" in error["message"]
    assert done.stderr == ""
