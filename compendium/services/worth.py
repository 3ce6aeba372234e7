"""Measuring what a player's creature is worth: begun by its owner, played pair by pair, stopped."""

from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.db.models import F

from accounts.models import Owner
from common.refusal import Refusal
from compendium.builtin import built_in_cards
from compendium.cards import card_from_snapshot, document_digest
from compendium.models import Homebrew, WorthRun
from compendium.selectors.homebrew import homebrew_get
from jobs.services.slices import play_steps
from rules.errors import RulesError
from rules.players.worth import VERSION, play_worth_pair, worth_pairs_from, worth_pairs_text

PAIRS, MOST_PAIRS = 30, 120
"""The pairs of games that are played at once, and those of a creature at most: 60 games take about half a minute."""
MOST_AT_ONCE, MOST_OF_ALL = 1, 20
"""How many creatures of one person, and of all, are measured at once."""
_MAX_FAULT = 300
CHANGED = "The card has changed. Measure it again."


@transaction.atomic
def worth_begin(*, owner: Owner, key: str) -> WorthRun:
    """Store that an owner's creature is to be measured, or measured by more games; let a stopped run go on.

    Games of another card or of older rules are forgotten. Raises ``Refusal`` for a creature that is not theirs, and
    beyond the bounds of a creature, of a person and of the site.
    """
    # The first creature of a person stands for them: two requests at once count after each other.
    Homebrew.objects.select_for_update(of=("self",)).filter(owner.q).order_by("pk").first()
    homebrew = homebrew_get(owner, key)
    if homebrew is None or homebrew.creature.current is None:
        raise Refusal("You have no such creature.", code="creature.gone")
    playing = WorthRun.objects.filter(is_stopped=False, played__lt=F("wanted")).exclude(creature=homebrew.creature)
    if playing.filter(owner.q_of("creature__homebrew__")).count() >= MOST_AT_ONCE:
        raise Refusal("Muster measures another creature of yours. Stop it first, or wait.", code="homebrew.full")
    if playing.count() >= MOST_OF_ALL:
        raise Refusal("The site plays many games just now. Try again in a few minutes.", code="homebrew.full")
    digest = document_digest(homebrew.creature.current.document)
    earlier = WorthRun.objects.filter(creature=homebrew.creature, digest=digest, version=VERSION).first()
    if earlier is not None:
        if not earlier.is_left and earlier.wanted >= MOST_PAIRS:
            raise Refusal(f"{2 * MOST_PAIRS} games are the most.", code="homebrew.full")
        earlier.wanted += 0 if earlier.is_left else PAIRS
        earlier.is_stopped, earlier.fault = False, ""
        earlier.save(update_fields=["wanted", "is_stopped", "fault"])
        return earlier
    WorthRun.objects.filter(creature=homebrew.creature).delete()
    return WorthRun.objects.create(creature=homebrew.creature, digest=digest, version=VERSION, wanted=PAIRS)


def worth_stop(*, owner: Owner, key: str) -> None:
    """Stop the run of an owner's creature after its present pair. What was played counts."""
    WorthRun.objects.filter(owner.q_of("creature__homebrew__"), creature__key=key).update(is_stopped=True)


def worth_broke(*, pk: int, fault: str) -> None:
    """Stop a run that something went wrong with, and keep why."""
    WorthRun.objects.filter(pk=pk).update(is_stopped=True, fault=fault[:_MAX_FAULT])


def worth_play(*, pk: int, goes_on: Callable[[], bool]) -> bool:
    """Play pairs of games of a run until all are done, it is stopped, or ``goes_on`` says no.

    Returns True if more are to be played. Each pair counts once, however many workers play it.
    """
    peers = {card.key: card for card in built_in_cards()}

    def _play_pair(run: WorthRun) -> bool:
        current = run.creature.current
        if current is None or document_digest(current.document) != run.digest:
            raise RulesError(CHANGED)
        pairs = worth_pairs_from(run.pairs)
        pair = play_worth_pair(card_from_snapshot(current.document), peers, pairs)
        same = WorthRun.objects.filter(pk=pk, played=run.played)
        return bool(same.update(played=run.played + 1, pairs=worth_pairs_text([*pairs, pair])))

    playing = WorthRun.objects.filter(pk=pk, is_stopped=False, played__lt=F("wanted"))
    find = playing.select_related("creature__current").first
    return play_steps(find, goes_on, _play_pair, partial(worth_broke, pk=pk))
