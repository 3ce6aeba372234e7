"""What is sent to show how it is done, where the requests that test permissions send less: by method and route."""

from collections.abc import Mapping
from typing import Any

from rules.campaigns.scenarios import PLAN, ScenarioPlan
from rules.campaigns.settings import SETTINGS, CampaignSettings
from rules.cards.documents import card_document
from rules.cards.model import Card, Feature, Stats
from rules.effects.values import Damage
from rules.gambling.game import FORMAT as GAME_FORMAT
from rules.roster.model import FORMAT as ROSTER_FORMAT

_ROSTER: Mapping[str, Any] = {
    "format": ROSTER_FORMAT.tag,
    "name": "Ash Company",
    "play_mode": "limited",
    "points_limit": 50,
    "alignment": "LE",
    "members": [
        {"id": "m1", "creature": "kobold-warrior", "name": "Snik", "upgrades": ["sling"], "hero_points": 1},
        {"id": "m2", "creature": "boar", "items": ["holy-water", {"item": "fiery-weapon", "choice": "Tusk"}]},
    ],
}
_CARD = card_document(
    Card(
        key="ash-hound",
        name="Ash Hound",
        level=1,
        alignment="LE",
        size="Medium",
        tags=("Beast", "Fire"),
        stats=Stats(fight=7, armor=15, power=14, fortitude=6, reflex=8, will=4, hp=20, speed=8),
        features=(Feature(id="jaws", name="Jaws", cost="1", strike=True, damage=(Damage(8, ("fire",)),)),),
    )
)
_PLAN = PLAN.write(ScenarioPlan(title="The Old Mill", date="2026-11-30", warbands=(1, 2)))
_GAME: Mapping[str, Any] = {
    "format": GAME_FORMAT.tag,
    "name": "High Die",
    "dice": [{"count": 1, "sides": 6}],
    "results": [{"name": "Six", "when": [{"kind": "face", "face": 6}], "pays": "9/2"}],
    "coin": "gp",
    "lowest_stake": 2,
    "highest_stake": 20,
    "seats": 4,
}

EXAMPLE_BODIES: Mapping[str, Mapping[str, Any]] = {
    "POST api-roster-check": _ROSTER,
    "POST api-warbands": _ROSTER,
    "POST api-random-box": {"figures": {"boar": 2, "kobold-warrior": 6}, "limit": 50, "ranking": "bodies"},
    "PUT api-figures": {"figures": {"boar": 1, "kobold-warrior": 3}},
    "POST api-figures-read": {"text": "2 boars\n3 kobld warriors"},
    "POST api-battles": {
        "name": "A night at the club",
        "sides": [{"warband": "{warbands/key}"}, {"warband": "{warbands/key}", "name": "Guests"}],
        "dice": "server",
    },
    "POST api-gambling-games": _GAME,
    "POST api-gambling-odds": _GAME,
    "POST api-homebrew": _CARD,
    "POST api-scenarios": _PLAN,
    "PUT api-scenario-plan": _PLAN,
    "PUT api-campaign-settings": SETTINGS.write(CampaignSettings()),
}
