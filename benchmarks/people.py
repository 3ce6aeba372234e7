"""The people of the load test: a locust file, run by ``benchmarks.load``."""

import json
import os
import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from locust import HttpUser, between, events, task

from benchmarks.load import FAILURES

CREATURES = ("boar", "basilisk", "harpy", "kobold-warrior", "trog-stoneliege", "giant-ant")
WORDS = ("fire", "poison", "grab", "wolf", "undead", "cone")
ROSTER = {
    "format": "muster-roster/1",
    "play_mode": "narrative",
    "points_limit": None,
    "alignment": None,
    "members": [{"creature": "boar", "name": "Tusk"}],
}
VERSION = re.compile(r'name="version" value="(\d+)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>|role=\"alert\"[^>]*>(.*?)</", re.DOTALL)
MARKUP = re.compile(r"<[^>]*>")
BARE = "/bare/40/30000/"
WAITS = "LOAD_WAITS"
"""The environment variable with the fewest and the most seconds between two clicks."""


@events.request.add_listener
def note_failure(
    request_type: str, name: str, response: Any, exception: Exception | None, response_time: float, **_: Any
) -> None:
    """Write down a request that failed, so that the cause shows: what was asked, the status, what the page says."""
    if exception is None or FAILURES not in os.environ:
        return
    text = getattr(response, "text", "") or ""
    said = [" ".join(MARKUP.sub(" ", first or second).split()) for first, second in HEADING.findall(text)]
    line = {
        "asked": f"{request_type} {name}",
        "address": getattr(response, "url", ""),
        "status": getattr(response, "status_code", 0),
        "says": " / ".join(said) or text.strip().partition("\n")[0][:200],
        "milliseconds": round(response_time),
        "fault": f"{type(exception).__name__}: {exception}"[:200],
    }
    with Path(os.environ[FAILURES]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


class _Person(HttpUser):
    """A person with an address of their own, who waits between clicks."""

    abstract = True
    wait_time = between(*map(float, os.environ.get(WAITS, "3 8").split()))

    def on_start(self) -> None:
        """Come from somewhere."""
        place = (random.randrange(256), random.randrange(256), random.randrange(1, 255))
        self.client.headers["X-Forwarded-For"] = "10.{}.{}.{}".format(*place)


class BarePerson(_Person):
    """Asks for the bare view, as often as people click."""

    @task
    def look(self) -> None:
        """Open the page."""
        self.client.get(BARE)


class SitePerson(_Person):
    """Reads, and builds a warband."""

    key = ""

    def on_start(self) -> None:
        """Come to the front page."""
        super().on_start()
        self.client.get("/")

    @task(5)
    def read_card(self) -> None:
        """Read a card."""
        self.client.get(f"/creatures/{random.choice(CREATURES)}/", name="/creatures/KEY/")

    @task(3)
    def look_through(self) -> None:
        """Look through the list."""
        query = random.choice(("", "?q=poison", "?level_from=3", "?page=2"))
        self.client.get(f"/creatures/{query}", name="/creatures/")

    @task(2)
    def search(self) -> None:
        """Search for a word."""
        self.client.get(f"/search/?q={random.choice(WORDS)}", name="/search/")

    @task(2)
    def look_up(self) -> None:
        """Look something up."""
        self.client.get("/glossary/")

    @task(1)
    def see_warbands(self) -> None:
        """See the warbands."""
        self.client.get("/warbands/")

    @task(6)
    def build(self) -> None:
        """Add a creature to the warband; make it first."""
        if not self.key:
            self._begin()
            return
        address = f"/warbands/{self.key}/"
        page = self.client.get(address, name="/warbands/KEY/").text
        version, token = VERSION.search(page), TOKEN.search(page)
        if version and token:
            change = {"change": "member-add", "creature": random.choice(CREATURES)}
            if page.count("member-remove") > 20:
                change = {"change": "warband-rename", "to": f"Warband {random.randrange(1000)}"}
            fields = {"csrfmiddlewaretoken": token[1], "version": version[1], "change": urlencode(change)}
            self.client.post(f"{address}change/", fields, name="/warbands/KEY/change/")

    def _begin(self) -> None:
        token = TOKEN.search(self.client.get("/warbands/import/").text)
        if token:
            document = json.dumps({**ROSTER, "name": f"Warband {random.randrange(1000)}"})
            fields = {"csrfmiddlewaretoken": token[1], "document": document}
            answer = self.client.post("/warbands/import/", fields)
            match = re.search(r"/warbands/([0-9a-z]{8,16})/", answer.url)
            self.key = match[1] if match else ""
