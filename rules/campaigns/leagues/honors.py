"""Places on podiums and awards in words: as pages, the chronicle and certificates show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from rules.campaigns.leagues.awards import AWARD_BY_KEY
from rules.campaigns.leagues.seasons import PodiumPlace, SeasonAward, podium_titles
from rules.campaigns.sentences.names import JournalNames
from rules.crests import Crest
from rules.text import few_listed


@dataclass(frozen=True, slots=True)
class SeasonHonor:
    """A place or an award of a warband or one of its members, in words.

    ``key`` is that of an award, "" for a place on a podium; ``rule`` says who wins the award, and ``deed`` what its
    holder did.
    """

    title: str
    warband: int
    warband_name: str
    place: int = 0
    key: str = ""
    member: str = ""
    deed: str = ""
    rule: str = ""
    crest: Crest | None = None

    @property
    def holder(self) -> str:
        """The holder's name, a member's with that of its warband."""
        return f"{self.member} ({self.warband_name})" if self.member else self.warband_name

    @property
    def sentence(self) -> str:
        """The honor as a sentence: ``Winning streak: Red Ferry won 3 games in a row.``"""
        return f"{self.title}: {self.holder}{f' {self.deed}' if self.deed else ''}."


def season_honors(
    podium: tuple[PodiumPlace, ...],
    awards: Iterable[SeasonAward],
    names: JournalNames,
    crests: Mapping[int, Crest | None],
) -> Iterator[SeasonHonor]:
    """Yield the places and awards of a season in words; ``crests`` are those of warbands by their numbers."""
    for title, place in podium_titles(podium):
        number = place.warband
        yield SeasonHonor(title, number, names.warband(number), place.place, crest=crests.get(number))
    for award in awards:
        known = AWARD_BY_KEY[award.award]
        for holder in award.holders:
            number = holder.warband
            yield SeasonHonor(
                known.name,
                number,
                names.warband(number),
                key=award.award,
                member=names.member(number, holder.member) if holder.member else "",
                deed=known.deed(holder, names),
                rule=known.rule,
                crest=crests.get(number),
            )


MOST_HOLDERS = 4
"""Holders of an honor that have a sentence each."""


def honor_sentences(honors: Iterable[SeasonHonor]) -> Iterator[str]:
    """Yield a sentence for each honor, one for all its holders where many share it.

    ``Survivor, shared by 18: Pip (Red Ferry), Old Tom (Gray Gulls) and 16 more.``
    """
    for title, shared in groupby(honors, key=attrgetter("title")):
        holders = list(shared)
        if len(holders) <= MOST_HOLDERS:
            yield from (honor.sentence for honor in holders)
        else:
            yield f"{title}, shared by {len(holders)}: {few_listed(honor.holder for honor in holders)}."


def honors_of(honors: Iterable[SeasonHonor], warband: int) -> Sequence[SeasonHonor]:
    """Return the honors of a warband and its members."""
    return [honor for honor in honors if honor.warband == warband]
