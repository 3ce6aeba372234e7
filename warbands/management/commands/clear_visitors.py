"""Remove the data of visitors whose web sessions have ended."""

from typing import Any

from accounts.services.visitors import visitors_forget
from common.commands import JsonCommand


class Command(JsonCommand):
    help = "Removes what visitors without an account made, once their web sessions have ended."

    def handle(self, *args: Any, **options: Any) -> None:
        removed = visitors_forget()
        if options["json"]:
            self.print_json({"removed": removed})
        else:
            self.stdout.write(f"{removed} warbands and creatures of visitors whose sessions have ended were removed.")
