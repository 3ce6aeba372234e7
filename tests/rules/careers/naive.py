"""The contract's readings of a career told a second time: slowly, from dictionaries, in one pass over the log.

It shares the tables with the fold and nothing else. Members are as few as the tests draw: without items.
"""

from typing import Any

from rules.cards.model import Card, Feature
from rules.legality.resolved import Rulebook
from rules.points import level_cost
from rules.tables.advancement import CLASSES, CLASSES_BY_NAME, damage_at, hp_at
from rules.tables.skills import BY_NAME as SKILLS

STATS = ("fight", "armor", "power", "fortitude", "reflex", "will", "hp", "speed")
BENEFITS = dict(
    zip(
        range(3, 19),
        "feat will fortitude armor feat fortitude reflex fight power armor will feat fight power will reflex".split(),
        strict=True,
    )
)
INJURIES = ["injured-leg", "injured-eye", "befuddled", "cursed", "fragile", "weakened"]
LOST = {
    "injured-leg": ["speed"],
    "injured-eye": ["fight"],
    "befuddled": ["power"],
    "cursed": ["fortitude", "reflex", "will"],
    "fragile": ["armor"],
    "weakened": [],
}
MINIMUM = {"untrained-improvisation": 3, "battle-cry": 7, "kip-up": 7, "prescient-consumable": 7}
TRAINED = {"combat-climber": "Athletics", "battle-cry": "Intimidation", "kip-up": "Acrobatics"}
CHOOSE = {"assurance": "skill", "skill-training": "skill", "polearm-proficiency": "weapon"}
RAISES = {
    "canny-acumen-fortitude": "fortitude",
    "canny-acumen-reflex": "reflex",
    "canny-acumen-will": "will",
    "fleet": "speed",
}
OTHERS = {"battle-medicine", "draconic-momentum", "feather-step", "quick-jump", "shield-block", "titan-wrestler"}
FEATS = {*MINIMUM, *TRAINED, *CHOOSE, *RAISES, *OTHERS, "toughness"}


def naive_answer(written: dict[str, Any], book: Rulebook) -> dict[str, Any]:
    """Return the answer to a career document."""
    return _Pass(written, book).answer()


class _Pass:
    def __init__(self, written: dict[str, Any], book: Rulebook) -> None:
        self.events = written["events"]
        self.every = written.get("rules", {"daily_recovery_every": 3})["daily_recovery_every"]
        self.members: dict[str, dict[str, Any]] = {}
        for member in written["members"]:
            card = book.cards[member["creature"]]
            self.members[member["id"]] = {
                "member": member,
                "card": card,
                "advances": 0,
                "gains": [],
                "feats": [],
                "wounds": [],
                "out": False,
            }
        self.problems: list[dict[str, Any]] = []
        self.after: list[dict[str, Any]] = []
        self.played: dict[str, dict[str, Any]] = {}

    def answer(self) -> dict[str, Any]:
        self._find_places()
        for scenario in self.played.values():
            self._play(scenario)
        end = [self._document(member) for member in self.members.values()]
        return {"members": end, "after": self.after, "problems": self.problems}

    def _problem(self, code: str, place: int, member: str | None) -> None:
        self.problems.append({"code": code, "event": place, "member": member, "message": ""})

    def _find_places(self) -> None:
        """Give each roll its scenario, and say which come too early or too late."""
        current = None
        for place, event in enumerate(self.events):
            if event["kind"] == "scenario":
                fault = self._scenario_fault(event)
                if fault:
                    self._problem(fault[0], place, fault[1])
                    continue
                current = event["id"]
                self.played[current] = {"event": event, "place": place, "dice": [], "late": []}
            elif event["scenario"] not in self.played:
                self._problem("event.unknown_scenario", place, event["member"])
            else:
                where = "dice" if event["scenario"] == current else "late"
                self.played[event["scenario"]][where].append((place, event))

    def _scenario_fault(self, event: dict[str, Any]) -> tuple[str, str | None] | None:
        eliminated = event.get("eliminated", [])
        for member in [*event["fielded"], *eliminated]:
            if member not in self.members:
                return "event.unknown_member", member
        for member in eliminated:
            if member not in event["fielded"]:
                return "event.not_fielded", member
        return ("event.repeated", None) if event["id"] in self.played else None

    def _dice_fault(self, event: dict[str, Any], scenario: dict[str, Any]) -> str | None:
        if event["member"] not in self.members:
            return "event.unknown_member"
        there = scenario["fielded" if event["kind"] == "advance" else "eliminated"]
        return None if event["member"] in scenario["fielded"] and event["member"] in there else "event.not_fielded"

    def _play(self, scenario: dict[str, Any]) -> None:
        event = scenario["event"]
        for member in self.members:
            if member in event["fielded"] and self.members[member]["out"]:
                self._problem("member.out_of_action", scenario["place"], member)
        rolled: dict[tuple[str, str], tuple[int, dict[str, Any]]] = {}
        waiting = []
        for place, die in scenario["dice"]:
            fault = self._dice_fault(die, event)
            if fault:
                self._problem(fault, place, die["member"])
            elif die["kind"] == "injury":
                waiting.append((place, die))
            elif (die["kind"], die["member"]) in rolled:
                self._problem("event.repeated", place, die["member"])
            else:
                rolled[die["kind"], die["member"]] = place, die
        due = [member for member in self.members if self._injury_due(member, rolled)]
        for place, die in waiting:
            if die["member"] not in due:
                self._problem("injury.not_due", place, die["member"])
            elif ("injury", die["member"]) in rolled:
                self._problem("event.repeated", place, die["member"])
            else:
                rolled["injury", die["member"]] = place, die
        for member in self.members:
            self._aftermath(member, event, rolled)
        for place, die in scenario["late"]:
            fault = self._dice_fault(die, event)
            again = "event.repeated" if (die["kind"], die["member"]) in rolled else "event.late"
            self._problem(fault or again, place, die["member"])
        self._missing(scenario, rolled, due)
        self._note(event)

    def _missing(self, scenario: dict[str, Any], rolled: dict[Any, Any], due: list[str]) -> None:
        event = scenario["event"]
        if list(self.played)[-1] == event["id"]:
            return
        for member in self.members:
            wanted = [("elimination", event.get("eliminated", [])), ("injury", due), ("advance", event["fielded"])]
            for kind, whose in wanted:
                if member in whose and (kind, member) not in rolled:
                    self._problem("dice.missing", scenario["place"], member)

    def _injury_due(self, member: str, rolled: dict[Any, Any]) -> bool:
        if ("elimination", member) not in rolled:
            return False
        temporary = [wound for wound in self.members[member]["wounds"] if not wound["permanent"]]
        return rolled["elimination", member][1]["faces"][0] in (3, 4) and not temporary

    def _aftermath(self, member: str, event: dict[str, Any], rolled: dict[Any, Any]) -> None:
        career = self.members[member]
        career["out"] = False
        if member not in event["fielded"]:
            return
        face = rolled["elimination", member][1]["faces"][0] if ("elimination", member) in rolled else 6
        career["out"] = face < 3
        if face in (3, 4):
            career["wounds"] = [wound | {"permanent": True} for wound in career["wounds"]]
        career["wounds"] = [wound for wound in career["wounds"] if wound["permanent"]]
        if ("injury", member) in rolled:
            injury = INJURIES[rolled["injury", member][1]["faces"][0] - 1]
            career["wounds"].append({"injury": injury, "permanent": False, "scenario": event["id"]})
        if ("advance", member) in rolled:
            place, die = rolled["advance", member]
            benefit = BENEFITS[sum(die["faces"])]
            code = self._feat_fault(career, die, benefit)
            if code:
                self._problem(code, place, member)
            elif benefit == "feat":
                career["feats"].append({"feat": die["feat"], "choice": die["choice"]})
            career["gains"].append(benefit)
            career["advances"] += 1

    def _feat_fault(self, career: dict[str, Any], die: dict[str, Any], benefit: str) -> str | None:
        feat, choice = die.get("feat"), die.get("choice")
        if benefit != "feat":
            return None if feat is None else "feat.not_due"
        if feat is None:
            return "feat.missing"
        if feat not in FEATS:
            return "feat.unknown"
        if feat in MINIMUM and self._level(career) < MINIMUM[feat]:
            return "feat.level_too_low"
        trained = self._skills(career)
        features = self._features(career)
        if feat in TRAINED and TRAINED[feat] not in trained:
            return "feat.requirement_missing"
        if feat == "draconic-momentum" and "Breath Weapon" not in [feature.name for feature in features]:
            return "feat.requirement_missing"
        had = [(gained["feat"], gained["choice"] if feat in CHOOSE else choice) for gained in career["feats"]]
        if (feat, choice) in had or (feat == "skill-training" and choice in trained):
            return "feat.repeated"
        weapons = [f.id for f in features if f.strike and f.range is not None and f.range.kind == "melee"]
        allowed = {"skill": list(SKILLS), "weapon": weapons}.get(CHOOSE.get(feat, ""), [None])
        return None if choice in allowed else "feat.choice_missing"

    def _level(self, career: dict[str, Any]) -> int:
        return min(14, career["card"].level + career["advances"] // 3)

    def _skills(self, career: dict[str, Any]) -> list[str]:
        learned = [gained["choice"] for gained in career["feats"] if gained["feat"] == "skill-training"]
        return [*career["card"].skills, *learned]

    def _features(self, career: dict[str, Any]) -> list[Feature]:
        bought = career["member"].get("upgrades", [])
        return [feature for feature in career["card"].features if not feature.is_upgrade or feature.id in bought]

    def _hp_class(self, card: Card) -> str | None:
        if card.class_name in CLASSES_BY_NAME:
            return card.class_name
        if card.stats.hp is None:
            return None
        best = None
        for row in CLASSES:
            key = (abs(hp_at(row.name, card.level) - card.stats.hp), row.hp_growth)
            if best is None or key < best[0]:
                best = key, row.name
        assert best is not None
        return best[1]

    def _stats(self, career: dict[str, Any], level: int, hp_class: str | None) -> dict[str, int | None]:
        card = career["card"]
        stats: dict[str, int | None] = {}
        for stat in STATS:
            value = getattr(card.stats, stat)
            if value is not None:
                value += career["gains"].count(stat)
                value -= sum(LOST[wound["injury"]].count(stat) for wound in career["wounds"])
                value += sum(RAISES.get(gained["feat"]) == stat for gained in career["feats"])
                if stat == "speed":
                    value = max(1, value)
                if stat == "hp" and hp_class:
                    value += hp_at(hp_class, level) - hp_at(hp_class, card.level)
                if stat == "hp" and "toughness" in [gained["feat"] for gained in career["feats"]]:
                    value += 5 + 5 * (level >= 8) + 5 * (level >= 13)
            stats[stat] = value
        return stats

    def _damage(self, career: dict[str, Any], level: int) -> dict[str, list[int]]:
        card = career["card"]
        grown = {}
        for feature in self._features(career):
            amounts = []
            for damage in feature.damage:
                kind = feature.range.kind if feature.range else None
                if kind in ("emanation", "burst", "cone", "line"):
                    column = "area_limited" if feature.uses else "area_unlimited"
                elif feature.strike and card.class_name in CLASSES_BY_NAME:
                    row = CLASSES_BY_NAME[card.class_name]
                    column = row.ranged_column if kind == "ranged" else row.melee_column
                else:
                    order = ["low", "moderate", "high", "extreme"]
                    column = min(order, key=lambda name: abs(damage_at(card.level, name) - damage.amount))
                amounts.append(damage.amount + damage_at(level, column) - damage_at(card.level, column))
            if amounts:
                grown[feature.id] = amounts
        return grown

    def _document(self, career: dict[str, Any]) -> dict[str, Any]:
        card, level = career["card"], self._level(career)
        costs = level_cost(level)
        hp_class = self._hp_class(card) if level > card.level else None
        bought = [key for key in career["member"].get("upgrades", []) if key in card.upgrades]
        return {
            "id": career["member"]["id"],
            "level": level,
            "points": costs.cost + costs.upgrade_cost * len(bought),
            "upgrade_cost": costs.upgrade_cost,
            "advances": career["advances"],
            "next_level_in": None if level == 14 else 3 - career["advances"] % 3,
            "stats": self._stats(career, level, hp_class),
            "status": "out_of_action" if career["out"] else "ready",
            "wounds": [dict(wound) for wound in career["wounds"]],
            "starts_with": ["slowed"] if any(wound["injury"] == "weakened" for wound in career["wounds"]) else [],
            "feats": list(career["feats"]),
            "hp_class": hp_class,
            "damage": self._damage(career, level),
            "skills": self._skills(career),
        }

    def _note(self, event: dict[str, Any]) -> None:
        recovered = event.get("daily_recovery")
        if recovered is None:
            recovered = (len(self.after) + 1) % self.every == 0
        members = [self._document(member) for member in self.members.values()]
        self.after.append({"scenario": event["id"], "daily_recovered": recovered, "members": members})
