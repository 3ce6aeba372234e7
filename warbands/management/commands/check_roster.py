"""Check a roster document from the command line."""

from typing import Any

from common.commands import DONE, SOMETHING_WRONG
from compendium.management.document_command import DocumentCommand
from rules.legality.verdict import Verdict, verdict_document
from rules.roster import Roster, roster_from_json
from rules.text import counted
from warbands.selectors.legality import roster_verdict


class Command(DocumentCommand):
    """Print the verdict on a roster; the exit status is 0 for a legal one and 1 for any other."""

    noun = "roster document"
    help = "Checks a roster document (muster-roster/1): points, legality and every problem with its smallest fix."

    def handle(self, *args: Any, **options: Any) -> None:
        roster = self.read_document(options, roster_from_json)
        answer = roster_verdict(roster)
        if options["json"]:
            self.print_json(verdict_document(answer))
        else:
            self._tell(roster, answer)
        raise SystemExit(DONE if answer.legal else SOMETHING_WRONG)

    def _tell(self, roster: Roster, answer: Verdict) -> None:
        limit = "no limit" if answer.points_left is None else f"of {answer.points_limit}, {answer.points_left} left"
        legal, points = "legal" if answer.legal else "not legal", counted(answer.points, "point")
        self.stdout.write(f"{roster.name or 'Warband'}: {legal}, {points} ({limit})")
        for problem in answer.problems:
            state = "agreed at the table" if problem.overridden else problem.severity
            self.stdout.write(f"  [{state}] {problem.message} {problem.fix}".rstrip())
