"""How fast the rules check a warband: no database, no site."""

from dataclasses import replace

from benchmarks.harness import alone
from compendium.builtin import built_in_cards
from rules.legality.resolved import Rulebook
from rules.legality.verdict import verdict
from rules.points import MAX_HERO_POINTS
from rules.roster import ItemChoice, Member, Roster

MEMBERS = 20
CHECKS_A_RUN = 200
RUNS = 15


def roster_of_twenty() -> tuple[Roster, Rulebook]:
    """Return a legal roster of twenty members with upgrades, items and hero points, and its rulebook."""
    cards = built_in_cards()
    fitting = [card for card in cards if card.alignment in ("LE", "LN", "NE", "TN") and 1 <= card.level <= 6]
    members = []
    for number in range(MEMBERS):
        card = fitting[number * len(fitting) // MEMBERS]
        members.append(
            Member(
                id=f"m{number + 1}",
                creature=card.key,
                upgrades=tuple(card.upgrades)[:1],
                items=(ItemChoice("healing-potion-minor"), ItemChoice("fiery-weapon", "Jaws")),
                hero_points=number % (MAX_HERO_POINTS + 1),
            )
        )
    return Roster(tuple(members), play_mode="limited", points_limit=2000, alignment="LE"), Rulebook.of(*cards)


def report() -> list[str]:
    """Measure and return the lines to print."""
    legal, rulebook = roster_of_twenty()
    crowded = replace(legal, points_limit=100, alignment="CG", collection={})
    lines = [f"Legality of {MEMBERS} members with upgrades, items and hero points (to reach: 200 µs a check)"]
    for name, roster, ask in (
        ("verdict", legal, verdict),
        ("verdict, much wrong", crowded, verdict),
    ):
        problems = len(verdict(roster, rulebook).problems)

        def run(roster: Roster = roster, ask: object = ask) -> None:
            for _ in range(CHECKS_A_RUN):
                ask(roster, rulebook)  # type: ignore[operator] # one of the two functions above

        micro = alone(run, RUNS) / CHECKS_A_RUN * 1000
        lines.append(f"  {name:<22}{micro:8.1f} µs {1_000_000 / micro:9,.0f} a second   {problems} problems")
    return lines
