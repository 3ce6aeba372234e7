"""The campaign of ``docs/a-long-campaign.md``: the tables of the page, and playing and comparing them."""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from campaigns.models import CampaignWarband
from campaigns.selectors.careers import career_rulebook
from campaigns.services.aftermath import scenario_report
from campaigns.services.scenarios import scenario_commit, warband_field
from rules.campaigns.fielding import warband_readiness
from rules.campaigns.results import side_results
from rules.campaigns.scenarios import Elimination, ScenarioReport, SideScore
from rules.careers.card import explain
from rules.careers.numbers import ExplainedNumber
from rules.roster import ItemChoice, Member
from rules.tables.advancement import BY_TOTAL
from rules.tables.dying import injury, outcome
from rules.text import with_minus
from tests.campaigns.play import choose, due, enlist, enter, opened, record_of, state_of
from tests.campaigns.verbs import Table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "a-long-campaign.md"
MEMBERS = {
    "Snik": ("Ash Company", Member("kobold-warrior", "m1", name="Snik", revision=1, upgrades=("sling",))),
    "Snak": ("Ash Company", Member("kobold-warrior", "m2", name="Snak", revision=1)),
    "Old Boar": ("Thicket", Member("boar", "m1", name="Old Boar", revision=1)),
    "Rowan": (
        "Thicket",
        Member("kobold-druid-1", "m2", name="Rowan", revision=1, items=(ItemChoice("holy-water", None),)),
    ),
    "Cat": ("Thicket", Member("cat-companion-1", "m3", name="Cat", revision=1, minion_of="m2")),
    "Hackle": ("Tuskers", Member("boar", "m1", name="Hackle", revision=1)),
    "Rik": ("Tuskers", Member("kobold-warrior", "m2", name="Rik", revision=1)),
}
IDS = {name: member.id for name, (_, member) in MEMBERS.items()}
STATS = ("Fight", "Armor", "Power", "Fortitude", "Reflex", "Will", "HP", "Speed")
DAMAGE = {"Spear": "spear", "Thrown spear": "spear-2", "Sling": "sling", "Trowel": "trowel", "Jaws": "jaws"} | {
    "Tusk": "tusk"
}
SUM = re.compile(r"−?\d+(?: [+−] \d+)+ = −?\d+")

Row = dict[str, str]


def whole(text: str) -> int:
    return int(text.replace("−", "-").replace(" ", ""))


def terms(text: str) -> list[int]:
    """Return what a sum adds up, without its total."""
    return [whole(number) for number in re.findall(r"(?:[+−] )?−?\d+", text.split(" = ")[0])]


def value(text: str) -> int:
    return whole(text.split(" = ")[-1])


@cache
def sections() -> dict[str, str]:
    others = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    return dict(section.split("\n", 1) for section in others)


def rows(section: str, *columns: str) -> list[Row]:
    """Return the rows of the one table of a section that begins with these columns."""
    tables = []
    for block in re.findall(r"(?:^\|.*\n?)+", sections()[section], re.MULTILINE):
        head, _, *lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        if tuple(head[: len(columns)]) == columns:
            tables.append([dict(zip(head, line, strict=True)) for line in lines])
    assert len(tables) == 1, (section, columns)
    return tables[0]


@dataclass
class Case:
    """The campaign as it goes: its warbands by name, and every number that the page has stated so far."""

    table: Table
    warbands: dict[str, CampaignWarband] = field(default_factory=dict)
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)

    def warband_of(self, who: str) -> CampaignWarband:
        return self.warbands[MEMBERS[who][0]]

    def enlist(self, player: str, warband: str) -> None:
        """Let a player bring a warband, whose members have the numbers of the page's first table."""
        members = [member for name, member in MEMBERS.values() if name == warband]
        self.warbands[warband] = enlist(self.table, player, *members, warband=warband)
        for row in rows("The warbands", "Who", "Warband"):
            if row["Warband"] == warband:
                who = row["Who"]
                self.numbers |= {(who, number): value(row[number]) for number in ("Level", "Points", *STATS)}
                damage = [re.fullmatch(r"(.+) (\d+)", word) for word in row["Damage"].split(", ")]
                self.numbers |= {(who, match[1]): int(match[2]) for match in damage if match}
        self.compare()

    def explained(self, who: str) -> dict[str, ExplainedNumber]:
        """Return all numbers of a member by the names that the page gives them."""
        row = self.warband_of(who)
        career = record_of(row).careers.by_id[IDS[who]]
        numbers = explain(career, career_rulebook(row, [career.member]))
        by_feature = {feature: name for name, feature in DAMAGE.items()}
        stats = {name: numbers.stats[name.lower()] for name in STATS}
        damage = {by_feature[feature]: number for feature, (number,) in numbers.damage.items()}
        return {"Level": numbers.level, "Points": numbers.points, **{k: v for k, v in stats.items() if v}, **damage}

    def present(self) -> list[str]:
        return [who for who, (name, _) in MEMBERS.items() if name in self.warbands and self.is_member(who)]

    def is_member(self, who: str) -> bool:
        return IDS[who] in record_of(self.warband_of(who)).careers.by_id

    def compare(self) -> None:
        """Compare all numbers of all members with those that the page has stated last."""
        for who in self.present():
            stated = {number: figure for (name, number), figure in self.numbers.items() if name == who}
            assert {name: number.value for name, number in self.explained(who).items()} == stated, who
        self.table.assert_sound()

    def follow(self, section: str) -> None:
        """Take the numbers that a section changes, with the terms of their sums, and compare all."""
        for row in rows(section, "Who", "Number"):
            who, number = row["Who"], row["Number"]
            self.numbers[who, number] = value(row["Sum"])
            explained = self.explained(who)[number]
            assert [explained.base, *(part.by for part in explained.parts)] == terms(row["Sum"]), row
        self.compare()

    def compare_readiness(self, section: str) -> None:
        """Compare who can fight next, member by member."""
        lines = []
        for row in self.warbands.values():
            record = record_of(row)
            rulebook = career_rulebook(row, [career.member for career in record.careers.members])
            lines += [
                {
                    "Who": member.name,
                    "Level": with_minus(str(member.level)),
                    "Points": str(member.points),
                    "Next level in": str(member.next_level_in),
                    "Next scenario": member.status_text,
                    "Heals": bare(member.healing),
                    "Permanent": bare(member.permanent),
                }
                for member in warband_readiness(record.careers, rulebook)
            ]
        assert lines == rows(section, "Who", "Level", "Points")

    def play(self, section: str, **feats: tuple[str, str]) -> int:
        """Play a scenario of the page from its plan to its commit; return its id."""
        sides = rows(section, "Warband", "Fielded")
        scenario = opened(self.table, *(self.warbands[side["Warband"]] for side in sides), title=section)
        for side in sides:
            bought = {"m1": 1} if (section, side["Warband"]) == ("Scenario 5: The Last Fire", "Tuskers") else {}
            self.field(scenario, side["Warband"], side["Fielded"].split(", "), bought)
        dice = rows(section, "Who", "Roll")
        self.report(scenario, section, sides)
        assert {who for who, roll in ((row["Who"], row["Roll"]) for row in dice) if roll == "Elimination"} == {
            who for who, _ in eliminations(section)
        }
        for row in dice:
            self.enter(scenario, row)
        assert due(self.table, scenario) == []
        for who, key in feats.values():
            choose(self.table, scenario, self.warband_of(who), IDS[who], key)
        scenario_commit(**self.table.asking("ada"), scenario=scenario)
        state = state_of(self.table, scenario)
        results = side_results(state.report, tuple(state.fielded))
        for side in sides:
            number = self.warbands[side["Warband"]].number
            assert state.fielded[number].points == int(side["Points"])
            assert results[number] == side["Result"].lower()
        return scenario

    def field(self, scenario: int, warband: str, names: list[str], bought: dict[str, int]) -> None:
        warband_field(
            **self.table.asking("ada"),
            scenario=scenario,
            warband=self.warbands[warband].number,
            members=[IDS[name] for name in names],
            hero_points=bought,
        )

    def report(self, scenario: int, section: str, sides: list[Row]) -> None:
        scores = [SideScore(self.warbands[side["Warband"]].number, int(side["Victory points"])) for side in sides]
        eliminated = [
            Elimination(self.warband_of(who).number, IDS[who], self.warband_of(by).number, IDS[by])
            for who, by in eliminations(section)
        ]
        report = ScenarioReport(tuple(scores), tuple(eliminated))
        scenario_report(**self.table.asking("ada"), scenario=scenario, report=report)

    def enter(self, scenario: int, row: Row) -> None:
        """Enter the dice of a row, mistakes first, and compare what they give."""
        warband = self.warband_of(row["Who"])
        purpose: Any = row["Roll"].lower()
        for mistake in re.findall(r"~~(\d)~~", row["Dice"]):
            enter(self.table, scenario, warband, IDS[row["Who"]], purpose, int(mistake))
        dice = faces(row["Dice"])
        enter(self.table, scenario, warband, IDS[row["Who"]], purpose, *dice)
        assert row["Result"] == result(purpose, dice)


def bare(wounds: tuple[str, ...]) -> str:
    """Return wounds without what they do."""
    return ", ".join(wound.split(" (")[0] for wound in wounds)


def faces(cell: str) -> list[int]:
    """Return the dice that count."""
    return [int(face) for face in re.sub(r"~~.*?~~", "", cell).split()]


def result(purpose: str, dice: list[int]) -> str:
    if purpose == "elimination":
        return outcome(dice[0]).name
    if purpose == "injury":
        return injury(dice[0]).name
    return f"{sum(dice)}: {BY_TOTAL[sum(dice)].name}"


def eliminations(section: str) -> list[tuple[str, str]]:
    """Return who was eliminated and by whom, by the sentences of a section."""
    text = " ".join(sections()[section].split())
    names = "|".join(MEMBERS)
    return [
        (who, by)
        for by, object_ in re.findall(rf"({names}) eliminates ([^.;]+)", text)
        for who in re.findall(names, object_)
    ]
