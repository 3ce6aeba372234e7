"""Print a creature's card as a document."""

from typing import Any

from django.core.management.base import CommandParser

from common.commands import JsonCommand
from compendium.cards import card_from_snapshot
from compendium.selectors.creatures import any_creature_get, provenance_of
from rules.cards.documents import card_document
from rules.cards.sheet import creature_card
from rules.text import counted


class Command(JsonCommand):
    """Print the card document of a creature, or with no ``--json`` a few lines for a person."""

    help = "Prints the card document (muster-card/1) of the creature with this key."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("key", help="the creature's key, such as kobold-warrior")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find the creature and print it."""
        key = options["key"]
        creature = any_creature_get(key)
        if creature is None or creature.current is None:
            self.fail(
                "creature.unknown",
                "key",
                f"The compendium has no creature “{key}”. load_compendium fills the compendium; the site lists the "
                f"keys.",
                as_json=options["json"],
            )
        card = card_from_snapshot(creature.current.document)
        if options["json"]:
            provenance = provenance_of(creature, creature.current.number)
            document = card_document(card)
            self.print_json(document | {"provenance": provenance.document()} if provenance else document)
            return
        shown = creature_card(card)
        alignment = shown.alignment.name if shown.alignment else "no alignment"
        self.stdout.write(f"{shown.name} · {counted(shown.points, 'point')} · {alignment}")
        self.stdout.write(" ".join([shown.size, *shown.tags, str(shown.level)]).strip())
        self.stdout.write("  ".join(f"{stat.label} {stat.value}" for stat in shown.stats))
        for line in shown.features:
            cost = line.cost.sign if line.cost else None
            head = " ".join(filter(None, (line.kind and f"[{line.kind}]", cost, line.reach)))
            text = "".join(span.text for span in line.effect)
            self.stdout.write(f"- {line.name} {head}: {text}".rstrip(" :"))
        for label, spans in shown.foot:
            self.stdout.write(f"{label}: {''.join(span.text for span in spans)}")
