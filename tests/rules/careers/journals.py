"""Short ways to say what a campaign's journal has, for the tests of the kinds that a career document lacks."""

from rules.careers import Aftermath, CareerState, FoldedCareers, WarbandState, begin, play
from rules.careers.events import (
    AdvanceRoll,
    CareerEvent,
    CareerRules,
    EliminationRoll,
    InjuryRoll,
    PlayedScenario,
)
from rules.legality.resolved import Rulebook
from rules.roster import Member
from tests.rules.careers.careers import BOOK
from tests.rules.careers.folding import fold

SNIK = Member("kobold-warrior", id="m1", name="Snik")
PIG = Member("boar", id="m2")


def warband(*members: Member, rulebook: Rulebook = BOOK, rules: CareerRules | None = None) -> WarbandState:
    """Return a warband before its first scenario; Snik alone if nobody is named."""
    return begin(members or (SNIK,), rulebook, rules=rules)


def played(number: int, *fielded: str, out: tuple[str, ...] = (), daily: bool | None = None) -> PlayedScenario:
    """Return the scenario of a number; Snik takes part if nobody is named."""
    return PlayedScenario(
        id=f"s{number}",
        scenario=f"s{number}",
        fielded=fielded or ("m1",),
        eliminated=out,
        number=number,
        daily_recovery=daily,
    )


def advanced(number: int, total: int = 4, member: str = "m1", **fields: object) -> AdvanceRoll:
    """Return an advance of that total."""
    faces = next((a, b, total - a - b) for a in range(1, 7) for b in range(1, 7) if 1 <= total - a - b <= 6)
    event = f"a{number}{'' if member == 'm1' else member}"
    return AdvanceRoll(id=event, scenario=f"s{number}", member=member, faces=faces, **fields)  # type: ignore[arg-type] # whatever a test says


def eliminated(number: int, face: int, member: str = "m1") -> EliminationRoll:
    """Return an elimination roll."""
    return EliminationRoll(id=f"e{number}", scenario=f"s{number}", member=member, faces=(face,))


def injured(number: int, face: int, member: str = "m1") -> InjuryRoll:
    """Return an injury roll."""
    return InjuryRoll(id=f"i{number}", scenario=f"s{number}", member=member, faces=(face,))


def careers(*events: CareerEvent, start: WarbandState | None = None, rulebook: Rulebook = BOOK) -> FoldedCareers:
    """Return the fold of these events."""
    return fold(start or warband(), events, rulebook)


def snik(*events: CareerEvent, start: WarbandState | None = None, rulebook: Rulebook = BOOK) -> CareerState:
    """Return Snik after events without problems."""
    outcome = careers(*events, start=start, rulebook=rulebook)
    assert outcome.problems == ()
    return outcome.state.by_id["m1"]


def codes(outcome: Aftermath | FoldedCareers) -> list[tuple[str, str, str | None]]:
    """Return code, event and member of each problem."""
    return [(problem.code, problem.event, problem.member) for problem in outcome.problems]


def step(*events: CareerEvent, start: WarbandState | None = None, rulebook: Rulebook = BOOK) -> Aftermath:
    """Return one step."""
    return play(start or warband(), events, rulebook)
