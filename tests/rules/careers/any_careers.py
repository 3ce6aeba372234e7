"""Careers however odd, for the tests of what holds for all of them."""

from typing import Any

from hypothesis import strategies as st

from rules.feats import FEATS
from rules.tables import skills
from tests.rules.careers.careers import die, document, member

MEMBERS = [member("m1"), member("m2", "boar"), member("m3", "dragon", upgrades=["sling"]), member("m4", "ballista")]
IDS = [enlisted["id"] for enlisted in MEMBERS]
FACES = st.integers(1, 6)
CHOICES = [None, *list(skills.BY_NAME)[:6], "spear", "tusk", "jaws"]
ids = st.sampled_from([*IDS, *IDS, *IDS, "m9"])
scenario_ids = st.sampled_from([f"s{number}" for number in range(6)])


@st.composite
def any_scenario(draw: st.DrawFn) -> dict[str, Any]:
    fielded = draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=5))
    eliminated = draw(st.lists(st.sampled_from(fielded), max_size=4))
    return {
        "kind": "scenario",
        "id": draw(scenario_ids),
        "fielded": fielded,
        "eliminated": eliminated,
        "daily_recovery": draw(st.sampled_from([None, None, True, False])),
    }


@st.composite
def any_dice(draw: st.DrawFn, scenario: str, member: str) -> dict[str, Any]:
    kind = draw(st.sampled_from(["elimination", "injury", "advance", "advance"]))
    if kind != "advance":
        return die(kind, scenario, member, draw(FACES))
    feat = draw(st.none() | st.sampled_from([feat.key for feat in FEATS]))
    # Every third advance is drawn to be a feat: they are rare and have the most rules.
    faces = draw(
        st.sampled_from([(1, 3, 3), (1, 1, 1)]) | st.tuples(FACES, FACES, FACES) | st.tuples(FACES, FACES, FACES)
    )
    return die("advance", scenario, member, *faces, feat=feat, choice=draw(st.sampled_from(CHOICES)))


@st.composite
def logs(draw: st.DrawFn, *, orderly: bool = False) -> dict[str, Any]:
    """Draw a career document; an orderly one has only known members, each scenario once, and its dice right behind."""
    events: list[dict[str, Any]] = []
    for number in range(draw(st.integers(0, 7))):
        played = draw(any_scenario())
        if orderly:
            played |= {"id": f"s{number}"}
        events.append(played)
        for fielded_member in dict.fromkeys(played["fielded"]):
            for _ in range(draw(st.integers(0, 3))):
                scenario = played["id"] if orderly else draw(st.just(played["id"]) | scenario_ids)
                events.append(
                    draw(any_dice(scenario, fielded_member if orderly else draw(st.just(fielded_member) | ids)))
                )
    return document(*events, members=MEMBERS, rules={"daily_recovery_every": draw(st.integers(1, 4))})


def chapters(written: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return the events of an orderly log, a list for each scenario."""
    parts: list[list[dict[str, Any]]] = []
    for event in written["events"]:
        if event["kind"] == "scenario":
            parts.append([])
        parts[-1].append(event)
    return parts
