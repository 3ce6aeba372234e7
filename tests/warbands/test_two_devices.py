"""Two devices change one warband without a network, for many changes in any order: the same end, or a shown refusal."""

import random
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

import pytest

from rules.building.changes import change_from_fields
from rules.building.draft import next_member_number
from rules.building.merging import DraftPart, contested_parts, touched_parts
from tests.commands import command_name, send_command
from tests.examples import LONG, THOROUGH, tried
from tests.warbands.verbs import Building, account, building
from warbands.selectors.legality import rulebook_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]
CHANGES = 200 if THOROUGH or LONG else 40


@dataclass
class Device:
    """What a device showed when it went offline, its commands that wait, and the versions that it has made since."""

    version: int
    step: int
    waits: list[tuple[str, str]] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    unseen: set[DraftPart] = field(default_factory=set)
    """The parts that the other one has touched since."""


def any_change(chance: random.Random, site: Building) -> str:
    members = [f"m{number}" for number in range(1, site.warband.next_member + 2)]
    member, word = chance.choice(members), chance.choice(["Ash", "Elm", "Oak"])
    return chance.choice(
        [
            f"change=member-rename&member={member}&to={word}",
            f"change=member-notes&member={member}&text={word}",
            f"change=hero-points-set&member={member}&number={chance.randrange(4)}",
            f"change=item-add&member={member}&key=holy-water",
            f"change=item-remove&member={member}&place=0",
            f"change=member-remove&member={member}",
            f"change=member-move&member={member}&before={chance.choice(members)}",
            "change=member-add&creature=boar",
            f"change=member-duplicate&member={member}",
            f"change=warband-notes&text={word}",
            f"change=warband-rename&to={word}",
        ]
    )


def send(site: Building, device: Device, name: str, change: str) -> Any:
    form = {"version": device.version, "step": device.step, "own": " ".join(map(str, device.own)), "change": change}
    return send_command(site.person.client, f"{site.address}change/", form, name)


def folded(draft: Any, change: str, number: int) -> Any:
    """Return the draft with a change, by the rules alone; new members are numbered from ``number``."""
    wanted = change_from_fields(dict(parse_qsl(change)))
    rulebook = rulebook_of([draft.roster], creatures=set(wanted.creatures), items=wanted.items)
    return wanted.apply(draft, rulebook, next_member_number(draft, number))


@pytest.mark.parametrize("seed", range(tried(4)))
def test_many_changes_on_two_devices_end_as_their_fold_or_are_refused_in_words(seed: int):
    chance = random.Random(seed)
    site = building(account(f"mira{seed}"), "boar", "boar", "boar", "boar")
    devices = [Device(site.warband.version, site.warband.position) for _ in range(2)]
    done = refused = 0
    while done + refused < CHANGES:
        device = chance.choice(devices)
        other = devices[1 - devices.index(device)]
        if chance.random() < 0.6:
            device.waits.append((command_name(), any_change(chance, site)))
            continue
        if not device.waits:
            # It is online, with nothing left to send: it looks at the warband as it is now.
            device.version, device.step = site.warband.version, site.warband.position
            device.own.clear()
            device.unseen.clear()
            continue
        name, change = device.waits.pop(0)
        before, number = site.draft, site.warband.next_member
        answer = send(site, device, name, change)
        if answer.status_code == 200:
            done += 1
            if chance.random() < 0.3:  # the answer was lost
                assert send(site, device, name, change).json() == answer.json()
            after = site.draft
            assert after == folded(before, change, number), change
            assert not contested_parts(before, after, frozenset(device.unseen)), change
            device.own += filter(None, [answer.json()["version"]])
            other.unseen |= touched_parts(before, after)
        else:
            refused += 1
            assert answer.status_code == 422, answer.content
            assert answer.json()["refused"]
            assert site.draft == before
    assert done > CHANGES // 4
