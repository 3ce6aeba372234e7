"""The walk of a change through the house is the one that its document tells, and no stop of it is visited twice."""

import inspect
import re
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

ROOT = Path(__file__).parents[2]
STOPS = re.findall(r"^\| `([\w.]+)` \|", (ROOT / "docs/builder-change.md").read_text(), re.MULTILINE)


def test_a_change_passes_every_stop_of_its_document_once_and_in_order(mira):
    for creature in ("boar", "kobold-druid-1", "boar"):
        mira.do("member-add", creature=creature)
    form = {"version": mira.warband.version, "change": "change=hero-points-set&member=m1&number=2"}
    visited: list[str] = []

    def follow(frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(ROOT)):
            module = Path(code.co_filename).relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
            name = f"{module}.{code.co_qualname}"
            # A generator is "called" again whenever it goes on, as the context of a lock does when it ends.
            if not (code.co_flags & inspect.CO_GENERATOR and name in visited):
                visited.append(name)

    sys.setprofile(follow)
    try:
        answer = mira.person.client.post(f"{mira.address}change/", form, headers={"HX-Request": "true"})
    finally:
        sys.setprofile(None)
    assert answer.status_code == 200
    assert len(STOPS) > 15
    assert [stop for stop in visited if stop in STOPS] == STOPS
    views_and_services = [stop for stop in visited if stop.startswith(("warbands.web.builder.", "warbands.services."))]
    assert [stop for stop, times in Counter(views_and_services).items() if times > 1] == []
