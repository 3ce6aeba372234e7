"""The ten steps of a first game: their words, and the drawings beside them.

Every number comes from the rules or from the cards of the examples.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from compendium.drawings import BoardDrawing, DieDrawing, RollResult, deployment_layouts, die_drawing, tile_drawing
from compendium.selectors.rulebook import rulebook_get
from compendium.web.prose import Sentence, linked_sentence
from rules import points
from rules.cards.model import Card
from rules.glossary import catalog
from rules.glossary.catalog import Span
from rules.p2v_combat.attacks import Attack, attacks_of
from rules.p2v_combat.odds import D6, FACES, SaveOdds, StrikeOdds, save_odds, strike_odds
from rules.tables import actions, boards, conditions, damage, dying, objectives, rolls, round_limit, tiles
from rules.tables.prose import Entry
from rules.tables.rolls import multiple_attack_penalty
from rules.tables.victory_conditions import scoring
from rules.tables.victory_conditions.conditions import STANDARD
from rules.text import counted, listed

STRIKER, TARGET, CASTER = CREATURES = ("kobold-warrior", "boar", "twigjack")
"""Cheap creatures with short cards: one strikes, one is struck and saves, one uses a power."""


@dataclass(frozen=True, slots=True)
class ExampleStrike:
    """A strike of one creature against another; ``fight`` and ``armor`` are those of their cards."""

    attacker: Card
    target: Card
    attack: Attack
    fight: int
    armor: int

    @property
    def odds(self) -> StrikeOdds:
        """The chances of the first strike of a turn."""
        return strike_odds(self.fight, self.armor)


@dataclass(frozen=True, slots=True)
class ExampleSave:
    """A power of one creature that another one saves against; ``stat`` names the save, ``bonus`` is the target's."""

    attacker: Card
    target: Card
    attack: Attack
    stat: str
    bonus: int
    power: int

    @property
    def odds(self) -> SaveOdds:
        """The chances of the save."""
        return save_odds(self.bonus, self.power)


@dataclass(frozen=True, slots=True)
class Examples:
    """The creatures that the compendium has of ``CREATURES``, in that order, and their examples."""

    cards: tuple[Card, ...]
    strike: ExampleStrike | None
    save: ExampleSave | None


def find_examples() -> Examples:
    """Return the examples whose creatures are in the compendium. At most two queries."""
    cards = rulebook_get(creatures=CREATURES, items=()).cards
    return Examples(
        tuple(cards[key] for key in CREATURES if key in cards), next(_strikes(cards), None), next(_saves(cards), None)
    )


def _strikes(cards: Mapping[str, Card]) -> Iterator[ExampleStrike]:
    """Yield the strikes of the striker against the target that deal damage."""
    attacker, target = cards.get(STRIKER), cards.get(TARGET)
    if attacker and target and attacker.stats.fight is not None and target.stats.armor is not None:
        for attack in attacks_of(attacker, attacker.features):
            if attack.strike and attack.dealt:
                yield ExampleStrike(attacker, target, attack, attacker.stats.fight, target.stats.armor)


def _saves(cards: Mapping[str, Card]) -> Iterator[ExampleSave]:
    """Yield the caster's powers whose damage a target's save halves."""
    attacker, target = cards.get(CASTER), cards.get(TARGET)
    if attacker and target and attacker.stats.power is not None:
        for attack in attacks_of(attacker, attacker.features):
            if not attack.strike and attack.dealt and any(save.result == "half" for save in attack.effect.saves):
                (stat, *_) = attack.saves
                bonus = getattr(target.stats, stat)
                if bonus is not None:
                    yield ExampleSave(attacker, target, attack, stat, bonus, attacker.stats.power)


@dataclass(frozen=True, slots=True)
class GameStep:
    """One step: a heading, what to do, and an example or a drawing, if any.

    ``more`` are the glossary's entries with details.
    """

    title: str
    more: tuple[Entry, ...]
    text: Sentence
    example: Sentence = ()
    board: BoardDrawing | None = None
    tile: SafeString | None = None
    tile_name: str = ""
    die: DieDrawing | None = None

    @property
    def is_drawn(self) -> bool:
        """True if there is a drawing beside the words."""
        return bool(self.board or self.tile or self.die)


def game_steps(examples: Examples) -> tuple[GameStep, ...]:
    """Return the steps in order; a term of the game is linked at its first occurrence."""
    board = boards.BOARDS[0]
    steps = (
        _warbands(board, examples),
        _terrain(board),
        _objectives(),
        _deployment(board),
        _round(),
        _turn(examples),
        _strike(examples.strike),
        _save(examples.save),
        _dying(examples),
        _end(),
    )
    linked: set[Entry] = set()
    return tuple(
        replace(step, text=_link_once(step.text, linked), example=_link_once(step.example, linked)) for step in steps
    )


def terms_of(steps: tuple[GameStep, ...]) -> tuple[Entry, ...]:
    """Return the terms that are linked in the steps."""
    spans = (span for step in steps for span in (*step.text, *step.example))
    return tuple(span.entry for span in spans if span.entry is not None)


def _link_once(sentence: Sentence, linked: set[Entry]) -> Sentence:
    """Return a sentence without links to ``linked`` terms, and add its own links to these."""

    def spans() -> Iterator[Span]:
        for span in sentence:
            yield Span(span.text) if span.entry in linked else span
            if span.entry is not None:
                linked.add(span.entry)

    return tuple(spans())


def _step(title: str, addresses: Iterable[tuple[str, str]], text: str, example: str = "", **drawings: Any) -> GameStep:
    """Return a step with links, and with the glossary's entries of these kinds and keys."""
    entries = (catalog.entry(kind, key) for kind, key in addresses)
    more = tuple(entry for entry in entries if entry is not None)
    return GameStep(title, more, linked_sentence(text), linked_sentence(example) if example else (), **drawings)


def _warbands(board: boards.Board, examples: Examples) -> GameStep:
    limit = board.max_points or 0
    most = max(number for number in range(limit + 1) if points.within_half(number, limit))
    costs = listed(f"{card.name} {card.points}" for card in examples.cards)
    return _step(
        "Build two warbands",
        (("building", "half-cap"), ("building", "points-by-level")),
        f"Each player chooses creatures that cost at most {counted(limit, 'point')} together. No creature may cost"
        f" more than {counted(most, 'point')}. For a first game, take only a handful, and ignore alignments and"
        " upgrades.",
        f"For example, these are cheap: {costs}." if costs else "",
    )


def _terrain(board: boards.Board) -> GameStep:
    tile = tiles.TILES[0]
    return _step(
        "Lay out the board",
        (("board", board.key), ("terrain-tile", tile.key), ("terrain-trait", "difficult")),
        f"The {board.name.lower()} is {board.width} by {board.height} squares; each square is"
        f" {counted(boards.INCHES_PER_SQUARE, 'inch')} wide. Take turns placing terrain tiles until each"
        f" player has placed {board.tiles_per_player}. All other squares are open ground.",
        tile=tile_drawing(tile.key),
        tile_name=tile.name,
    )


def _objectives() -> GameStep:
    low, high = objectives.POWER, objectives.HIGH_POWER
    return _step(
        "Place the objectives",
        (("play-mode", "setting-up"), ("action", "interact")),
        "Roll two d6: the higher die is the number of objectives. Take turns placing one, each of a different kind."
        " Then roll a d6 for each: it says which skills can claim the objective and whether its Power is"
        f" {low} or {high}. To claim it, an adjacent creature takes the Interact action, and its skill check must"
        " reach that Power.",
    )


def _deployment(board: boards.Board) -> GameStep:
    deployment = boards.normal_deployment(board)
    layout = next(layout for layout in deployment_layouts(deployment.key) if layout.width == board.width)
    return _step(
        "Deploy",
        (("deployment", deployment.key),),
        "Each player rolls a d20. The player with the higher roll chooses a zone and places a whole warband in it;"
        " then the other player does the same in the other zone. On this board, the zones are in"
        f" {deployment.name.lower()} and reach {board.deploy_depth} squares from the corner.",
        board=layout,
    )


def _round() -> GameStep:
    return _step(
        "Play a round",
        (("round-limit", "first-player"), ("action", "group-activation")),
        "Each player rolls a d6; the higher roll goes first. Take turns activating one creature"
        " each. A player who has activated every creature waits while the other continues. When all creatures have"
        " had a turn, the round ends. The other player starts the next round.",
    )


def _turn(examples: Examples) -> GameStep:
    stride, step, strike = (actions.BY_NAME[name] for name in ("Stride", "Step", "Strike"))
    mover = next((card for card in examples.cards if card.stats.speed is not None), None)
    return _step(
        "Take a turn",
        (("action", "action-points"), ("stat", "speed")),
        f"A creature has {conditions.ACTION_POINTS} action points (AP) on its turn. Stride"
        f" ({stride.action_points} AP) moves it up to its Speed in squares. Step ({step.action_points} AP) moves it"
        f" {counted(int(step.move or 0), 'square')} without triggering reactions. Strike"
        f" ({strike.action_points} AP) attacks. Unspent AP are lost. At the end of its turn, a creature"
        " loses its conditions.",
        f"{mover.name} can Stride {mover.stats.speed} squares, then Strike."
        if mover and stride.action_points + strike.action_points <= conditions.ACTION_POINTS
        else "",
    )


def _strike(example: ExampleStrike | None) -> GameStep:
    step = _step(
        "Strike",
        (("stat", "fight"), ("stat", "armor"), ("action", "multiple-attack-penalty")),
        "Roll a d20 and add Fight. The strike hits if the total reaches the target's Armor. A natural"
        f" {FACES[-1]}, or a total {rolls.CRITICAL_MARGIN} above the Armor, is a critical hit: damage times"
        f" {damage.CRITICAL_MULTIPLIER}. A second Strike in a turn rolls at {multiple_attack_penalty(1)}.",
    )
    if example is None:
        return step
    odds = example.odds
    return replace(
        step,
        example=linked_sentence(
            f"{example.attacker.name} (Fight {example.fight:+d}) against {example.target.name} (Armor"
            f" {example.armor}): its {example.attack.name} hits on {odds.hits_on} or more, {_percent(odds.success)},"
            f" for {example.attack.dealt[0].amount} damage."
        ),
        die=die_drawing(
            "d-strike",
            f"The d20 of {example.attacker.name} against {example.target.name}",
            (
                RollResult("miss", odds.miss, "bad"),
                RollResult("hit", odds.hit, "good"),
                RollResult("critical hit", odds.critical_hit, "best"),
            ),
        ),
    )


def _save(example: ExampleSave | None) -> GameStep:
    step = _step(
        "Save",
        (("damage-rule", "saving-throw"), ("stat", "power")),
        "Against most powers, each target rolls a d20 and adds the save that the card names. It succeeds if the"
        f" total reaches the attacker's Power. A natural {FACES[0]}, or a total {rolls.CRITICAL_MARGIN} below the"
        f" Power, is a critical failure: damage times {damage.CRITICAL_MULTIPLIER}.",
    )
    if example is None:
        return step
    odds, stat = example.odds, example.stat.capitalize()
    return replace(
        step,
        example=linked_sentence(
            f"{example.attack.name} (Power {example.power}) against {example.target.name} ({stat}"
            f" {example.bonus:+d}): the save fails on {odds.fails_up_to} or less, {_percent(odds.failed)}, for"
            f" {example.attack.dealt[0].amount} damage. A success halves that."
        ),
        die=die_drawing(
            "d-save",
            f"The d20 of {example.target.name} against {example.attack.name}",
            (
                RollResult("critical failure", odds.critical_failure, "worst"),
                RollResult("failure", odds.failure, "bad"),
                RollResult("success", odds.success, "good"),
                RollResult("critical success", odds.critical_success, "best"),
            ),
        ),
    )


def _dying(examples: Examples) -> GameStep:
    example = examples.strike or examples.save
    eliminated = max(dying.ELIMINATED_ON)
    from_hp = max(hp for hp in range(FACES.stop) if dying.is_dying(hp))
    return _step(
        f"Drop to {from_hp} HP",
        (("stat", "hp"), ("dying", "recovery-check"), ("dying", "healing")),
        f"Subtract damage from HP. At {from_hp} HP or less, a creature is dying: it falls prone and is helpless. At"
        " the end of each of its turns, and whenever a strike damages it, roll a d6 as its recovery check. On"
        f" {eliminated} or less, it is eliminated: remove it from the board.",
        f"{example.target.name} is dying after {counted(example.target.stats.hp - from_hp, 'point')} of damage."
        if example and example.target.stats.hp is not None
        else "",
        die=die_drawing(
            "d-recovery",
            "The d6 of a recovery check",
            (
                RollResult("eliminated", eliminated, "worst"),
                RollResult("still dying", len(D6) - eliminated, "good"),
            ),
        ),
    )


def _end() -> GameStep:
    claimed = STANDARD.scoring[0].vp
    return _step(
        "Score and end",
        (("victory-condition", STANDARD.key), ("round-limit", "round-limit")),
        f"When a round ends, score {counted(claimed, 'victory point')} (VP) for each objective that you have"
        f" claimed. After round {round_limit.FIRST_CHECK} and each later one, roll a d6 and add the rounds played:"
        f" on {round_limit.TARGET} or more, the game ends. The side with more points in play then scores"
        f" {scoring.MOST_POINTS_BONUS} VP, or {scoring.LAST_STANDING_BONUS} if no enemy is in play. The most VP"
        " win.",
    )


def _percent(faces: int) -> str:
    return f"{faces / len(FACES):.0%}"


@require_safe
def first_game(request: HttpRequest) -> HttpResponse:
    """Lead two new players through a game in ten steps. At most two queries."""
    examples = find_examples()
    steps = game_steps(examples)
    return render(
        request, "compendium/first_game.html", {"steps": steps, "terms": terms_of(steps), "creatures": examples.cards}
    )
