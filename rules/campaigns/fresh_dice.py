"""Other ways to fresh dice, which a campaign shows: battles and adventures that were begun again, and new seeds."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from rules.campaigns.events.adventures import AdventureBegun, AdventureRecorded, AdventureSeeded
from rules.campaigns.events.campaign import SeedCommitted
from rules.campaigns.files import FiledBattles
from rules.campaigns.journal import NumberedEvent
from rules.text import counted

FRESH_DICE_EVENTS = (SeedCommitted, AdventureBegun, AdventureRecorded, AdventureSeeded)


def fresh_dice(events: Iterable[NumberedEvent], battles: Iterable[FiledBattles]) -> Iterator[str]:
    """Yield what may have given other dice, in sentences; ``battles`` are those that were begun again."""
    # Ruling 395. Only the seals of an adventure are in the journal, so any entry may have had dice.
    begun: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    entries: Counter[int] = Counter()
    for numbered_event in events:
        since = f"From entry {numbered_event.number} on"
        match numbered_event.event:
            case SeedCommitted(epoch) if epoch > 1:
                yield f"{since}, dice come from seed epoch {epoch}: the campaign has moved."
            case AdventureSeeded(adventure, epoch):
                yield f"{since}, the dice of adventure {adventure} come from its seed epoch {epoch}."
            case AdventureBegun(adventure, _, kind, follows, already):
                begun[follows, kind].append(adventure)
                entries[adventure] += already
            case AdventureRecorded(adventure):
                entries[adventure] += 1
    for (follows, kind), adventures in begun.items():
        if before := sum(entries[adventure] for adventure in adventures[:-1]):
            when = f"After scenario {follows}" if follows else "Before the first scenario"
            made = f"{counted(before, 'entry', 'entries')} before the last start"
            yield f"{when}, an adventure of the kind “{kind}” was begun {len(adventures)} times, with {made}."
    for battle in battles:
        yield f"The battle of scenario {battle.scenario} was begun {battle.begun} times; dice had fallen."
