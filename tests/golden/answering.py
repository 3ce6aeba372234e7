"""Every route answers as it did when it was recorded: pages by their status, documents of the API whole.

Run by test_answers.py in a process of its own, where nothing was drawn by chance before.

Where a change is meant: ``MUSTER_RECORD_ANSWERS=1 python -m pytest -n 0 tests/golden/answering.py`` records anew. A
failure writes the difference of documents to ``var/answers.diff``, and pages of today to ``var/answers/``.
"""

import difflib
import gzip
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from p2v_site.api import RECORDED
from p2v_site.web import take_along
from tests.golden.answers import (
    ANSWERS,
    API_BODIES,
    EXAMPLE,
    answers,
    digest,
    fix_chance,
    is_document,
    readable,
    recorded,
)
from tests.golden.examples import examples_of
from tests.golden.files import read, write_rows
from tests.stylesheets import missing_sheets

VAR = Path(__file__).parents[2] / "var"
SHOWN = 40


@pytest.mark.django_db
@pytest.mark.sqlite
def test_every_route_answers_as_it_did(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.JOBS_AT_ONCE, settings.SENDS_MAIL = False, True
    fix_chance(monkeypatch)
    for source in ("sources_digest", "worker_script"):  # a change of any code would change the answer otherwise
        monkeypatch.setattr(take_along, source, lambda *_: "")
    given = list(answers())
    assert {answer.key: missing for answer in given if (missing := missing_sheets(answer.text))} == {}
    today = {answer.key: (answer.status, answer.text) for answer in given if answer.role != EXAMPLE}
    rows = {name: f"{status} {recorded(text)}" for name, (status, text) in today.items()}
    if os.environ.get("MUSTER_RECORD_ANSWERS") == "1":
        bodies = {digest(text): text for _, text in today.values() if is_document(text)}
        API_BODIES.write_bytes(gzip.compress(json.dumps(bodies, ensure_ascii=False).encode(), mtime=0))
        write_rows(ANSWERS, ([name, row] for name, row in rows.items()))
        RECORDED.write_text(json.dumps(examples_of(given), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    before = dict(read(ANSWERS))
    changed = [name for name in before.keys() | rows.keys() if before.get(name) != rows.get(name)]
    if changed:
        _write_differences({name: today.get(name, ("", ""))[1] for name in sorted(changed)}, before)
    assert json.loads(RECORDED.read_text(encoding="utf-8")) == examples_of(given)
    shown = [f"{name}: was {before.get(name)}, is {rows.get(name)}" for name in sorted(changed)[:SHOWN]]
    assert not changed, f"{len(changed)} answers differ; see var/answers.diff and var/answers/:\n" + "\n".join(shown)


def _write_differences(changed: dict[str, str], recorded: dict[str, str]) -> None:
    bodies, lines = read(API_BODIES), []
    (VAR / "answers").mkdir(parents=True, exist_ok=True)
    for name, text in changed.items():
        old = bodies.get(recorded.get(name, "").rpartition(" ")[2])
        if old is None:
            (VAR / "answers" / re.sub(r"\W+", "-", name)).write_text(text, encoding="utf-8")
        else:
            lines += difflib.unified_diff(readable(old), readable(text), "recorded", f"today {name}", lineterm="")
    (VAR / "answers.diff").write_text("\n".join(lines), encoding="utf-8")
