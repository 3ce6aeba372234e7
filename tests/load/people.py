"""The people of the long load, a locust file: all are signed in, and some sit at a battle."""

import json
import os
import random
from collections import defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from locust import HttpUser, constant, events, task

from benchmarks.people import SitePerson
from tests.load.variables import ANSWERS, AT_TABLE, CSRF, WORLD

CREATURES = ("a.m1", "a.m2", "b.m1", "b.m2")
PAGES = ("", "journal/", "standings/", "scenarios/", "warbands/", "chronicle/", "dice/", "people/")
POLL_SECONDS = 2
TAPS = 5
"""A phone at a battle changes HP at every so many questions for news."""

_rows = json.loads(Path(os.environ[WORLD]).read_text(encoding="utf-8"))
_answers: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))


@events.request.add_listener
def count_answer(name: str, response: Any, response_time: float, **_: Any) -> None:
    """Count an answer by its kind and its status; 0 is none."""
    statuses = [step.status_code for step in getattr(response, "history", ())]
    _answers[name][statuses[0] if statuses else getattr(response, "status_code", 0)].append(response_time)


@events.quitting.add_listener
def write_answers(**_: Any) -> None:
    """Write all times down."""
    Path(os.environ[ANSWERS]).write_text(json.dumps(_answers), encoding="utf-8")


class SignedIn:
    """The session of a person who is not here yet."""

    at_table = False
    client: Any
    row: dict[str, Any]

    def on_start(self) -> None:
        """Sign in."""
        place = next(number for number, row in enumerate(_rows) if bool(row["battle"]) is self.at_table)
        self.row = _rows.pop(place)
        self.client.cookies.set("sessionid", self.row["session"])
        self.client.cookies.set("csrftoken", CSRF)
        super().on_start()  # type: ignore[misc] # of locust's people

    def send(self, address: str, fields: dict[str, Any], name: str, target: str = "") -> Any:
        """Send a form, as a page does that shows the answer in one of its parts, the target."""
        headers = {"HX-Request": "true", "HX-Target": target} if target else {}
        return self.client.post(address, {"csrfmiddlewaretoken": CSRF, **fields}, name=name, headers=headers)


class ClubPerson(SignedIn, SitePerson):
    """Reads and builds as every visitor does, and takes part in a campaign."""

    @task(4)
    def see_own_lists(self) -> None:
        """See what one has."""
        page = random.choice(("/campaigns/", "/battles/", "/collection/", "/"))
        self.client.get(page)

    @task(8)
    def read_campaign(self) -> None:
        """Read a page of the campaign."""
        page = random.choice((*PAGES, f"warbands/{self.row['number']}/"))
        self.client.get(f"/campaigns/{self.row['campaign']}/{page}", name="/campaigns/KEY/...")

    @task(4)
    def build_in_campaign(self) -> None:
        """Name a member of the campaign's warband, which its journal records."""
        address = f"/warbands/{self.row['warband']}/"
        page = self.client.get(address, name="/warbands/KEY/").text
        version = page.partition('name="version" value="')[2].partition('"')[0]
        if not version:
            return
        change = {"change": "member-rename", "member": "m1", "to": f"Tusk {random.randrange(1000)}"}
        fields = {"version": version, "change": urlencode(change)}
        self.send(f"{address}change/", fields, "/warbands/KEY/change/ (campaign)", "roster")

    @task(2)
    def write_campaign(self) -> None:
        """Plan a scenario and cancel it, and tell the story anew; players join no scenario here."""
        address = f"/campaigns/{self.row['campaign']}/"
        if not self.row["organizes"]:
            self.client.get(f"{address}scenarios/1/", name="/campaigns/KEY/...")
            return
        story = {"name": f"The Long Winter {random.randrange(1000)}", "story": "It snows."}
        self.send(f"{address}describe/", story, "/campaigns/KEY/describe/")
        numbers = [str(number) for number in random.sample(range(1, 11), 2)]
        plan = {"title": "The Old Mill", "warbands": numbers, "victory": "", "deployment": "", "board_points": ""}
        planned = self.send(f"{address}scenarios/plan/", plan, "/campaigns/KEY/scenarios/plan/")
        number = planned.url.rstrip("/").rpartition("/")[2]
        if number.isdecimal():
            self.send(f"{address}scenarios/{number}/cancel/", {"reason": "Snow"}, "/campaigns/KEY/scenarios/N/cancel/")


class TablePerson(SignedIn, HttpUser):
    """Sits at a battle: the phone asks for news every other second, and the person taps."""

    fixed_count = int(os.environ[AT_TABLE])
    wait_time = constant(POLL_SECONDS)
    at_table = True
    mark = ""
    asked = 0

    def on_start(self) -> None:
        """Take the seat, and open the battle."""
        super().on_start()
        self.client.headers["X-Forwarded-For"] = "11.0.{}.{}".format(*divmod(random.randrange(65_536), 256))
        if self.row["seat"]:
            self.send(f"/battles/join/{self.row['seat']}/", {}, "/battles/join/TOKEN/")
        self.address = f"/battles/{self.row['battle']}/"
        self.client.get(self.address, name="/battles/KEY/")

    @task
    def play(self) -> None:
        """Ask for news; at times, change the HP of a creature."""
        self.asked += 1
        if self.asked % TAPS == 0:
            tap = {"do": "hp", "creature": random.choice(CREATURES), "by": random.choice(("-1", "1")), "reason": ""}
            self.send(f"{self.address}act/", tap, "/battles/KEY/act/", "battle")
            return
        marked = {"If-None-Match": self.mark} if self.mark else {}
        answer = self.client.get(f"{self.address}now/", headers=marked, name="/battles/KEY/now/")
        self.mark = answer.headers.get("ETag", self.mark)
