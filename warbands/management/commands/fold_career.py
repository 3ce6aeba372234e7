"""Work careers out from the command line."""

from typing import Any

from common.commands import DONE, SOMETHING_WRONG
from compendium.management.document_command import DocumentCommand
from rules.careers.logs import CareerDocument, answer_document, career_from_json, check_creatures, fold_document
from rules.errors import DocumentError
from rules.legality.resolved import Rulebook
from rules.roster import Roster
from rules.text import counted, listed
from warbands.selectors.legality import rulebook_of


class Command(DocumentCommand):
    """Print the careers of members through scenarios and dice; the exit status is 1 if an event has a problem."""

    noun = "career document"
    help = (
        "Computes the careers in a document (muster-career/1): each member after each scenario and at the end, and "
        "each invalid event. It stores nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        career = self.read_document(options, career_from_json)
        rulebook = _rulebook(career)
        try:
            check_creatures(career, rulebook)
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=options["json"])
        folded, rulebook = fold_document(career, rulebook)
        answer = answer_document(folded, rulebook)
        if options["json"]:
            self.print_json(answer)
        else:
            self._tell(answer, {member.id: member.name or member.creature for member in career.members})
        raise SystemExit(SOMETHING_WRONG if folded.problems else DONE)

    def _tell(self, answer: dict[str, Any], names: dict[str, str]) -> None:
        for member in answer["members"]:
            self.stdout.write(f"{names[member['id']]}: {_summary(member)}")
        for problem in answer["problems"]:
            self.stdout.write(f"  [event {problem['event']}] {problem['message']}")


def _rulebook(career: CareerDocument) -> Rulebook:
    roster = Roster(career.members, play_mode="campaign", cards=career.cards)
    return rulebook_of([roster]).with_cards(career.cards)


def _summary(member: dict[str, Any]) -> str:
    wounds = [_noted(wound["injury"], "permanent" if wound["permanent"] else None) for wound in member["wounds"]]
    feats = [_noted(gained["feat"], gained["choice"]) for gained in member["feats"]]
    parts = [
        f"level {member['level']}",
        counted(member["points"], "point"),
        counted(member["advances"], "advance"),
        member["status"].replace("_", " "),
        f"wounds: {listed(wounds)}" if wounds else "",
        f"feats: {listed(feats)}" if feats else "",
    ]
    return ", ".join(filter(None, parts))


def _noted(key: str, note: str | None) -> str:
    return key if note is None else f"{key} ({note})"
