"""The pages of Muster that the search finds by what players call them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from compendium.selectors.site_search.index import KnownEntry, SearchedWords
from rules.text import plain

PAGE = "page"
"""The group of pages in the index."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page: the name of its address with the argument, its name, a sentence about it, and its other names."""

    address_name: str
    name: str
    about: str
    others: str = ""
    argument: str = ""

    @property
    def key(self) -> str:
        """Its key in the index."""
        return f"{self.address_name}/{self.argument}" if self.argument else self.address_name

    @property
    def href(self) -> str:
        """Its address."""
        return reverse(self.address_name, args=[self.argument] if self.argument else [])


PAGES: tuple[FoundPage, ...] = (
    FoundPage(
        "warbands:list",
        "Warbands",
        "Your warbands, and the builder for new ones.",
        "my warbands, my lists, my armies, warband builder, list builder, army builder, build a warband, new warband",
    ),
    FoundPage(
        "warbands:random-box",
        "Random box",
        "A box of random creatures, and the best warbands in it.",
        "random warband, random army, random list, random creatures, open a box",
    ),
    FoundPage(
        "warbands:paste",
        "Paste a list",
        "A warband from a list in plain text.",
        "import a list, import a warband, upload a list, text list",
    ),
    FoundPage(
        "warbands:collection",
        "Your collection",
        "The figures that you own, for warbands of these alone.",
        "my collection, collection, my figures, figures, my miniatures, owned figures, owned miniatures",
    ),
    FoundPage(
        "warbands:matchup",
        "Matchup",
        "How the members of two warbands fare against each other.",
        "compare warbands, who wins, win chance, odds, match up",
    ),
    FoundPage(
        "compendium:homebrew-list",
        "My creatures",
        "The creatures that you made.",
        "homebrew, homebrew creatures, custom creatures, custom monsters, own creatures, my monsters",
    ),
    FoundPage(
        "compendium:homebrew-new",
        "New creature",
        "Make a creature of your own.",
        "make a creature, create a creature, create a monster, monster maker, creature builder, new monster",
    ),
    FoundPage(
        "compendium:homebrew-convert",
        "Convert a creature",
        "Turn a stat block of Pathfinder into a card.",
        "convert, converter, conversion, pathfinder converter, pf2e converter, pf2e conversion, "
        "import from pathfinder, import pathfinder creatures, stat block, foundry import",
    ),
    FoundPage("compendium:creature-list", "Creatures", "Every creature.", "bestiary, monsters, monster list, units"),
    FoundPage("compendium:item-list", "Items", "Every item.", "equipment, gear, item shop, shop, item list"),
    FoundPage("compendium:feat-list", "Feats", "Every feat.", "feat list"),
    FoundPage("compendium:spell-list", "Spells", "Every spell.", "spell list, spellbook"),
    FoundPage(
        "compendium:glossary", "Glossary", "Every rule and term.", "rules, rulebook, rule book, rules reference, terms"
    ),
    FoundPage("compendium:compare", "Compare creatures", "Up to four cards side by side.", "compare, comparison"),
    FoundPage(
        "battles:list",
        "Battles",
        "Your battles, and new ones.",
        "my battles, my games, play a battle, start a battle, track a battle, battle tracker, play a game",
    ),
    FoundPage("battles:new", "New battle", "Set up a battle for two to four sides.", "new game, start a game"),
    FoundPage(
        "battles:solo",
        "Play alone",
        "Battles against sides that Muster plays.",
        "solo, solo battle, solo game, single player, one player, against the computer, versus the computer",
    ),
    FoundPage(
        "adventures:list",
        "Adventures",
        "Chases, duels, exploration and other scenes between battles.",
        "chase, chase scene, duel, dueling, duels, heist, infiltration, hexcrawl, hex crawl, hex map, "
        "hexploration, exploration, travel, overland travel, wilderness, social encounter, social scene, influence, "
        "research, investigation, reputation, leadership, vehicle, vehicles, wagon, ship, victory point adventure",
    ),
    FoundPage(
        "gambling:list", "Table games", "Games of dice for stakes.", "dice games, gambling, tavern games, bar games"
    ),
    FoundPage(
        "compendium:first-game",
        "First game",
        "The rules of a first battle, step by step.",
        "tutorial, how to play, learn to play, learn the game, getting started, quick start, beginner, new player",
    ),
    FoundPage(
        "campaigns:list",
        "Campaigns",
        "Your campaigns.",
        "my campaigns, league, leagues, tournament, swiss pairing, swiss, round robin, standings",
    ),
    FoundPage("campaigns:new", "New campaign", "Begin a campaign.", "start a campaign, create a campaign"),
    FoundPage(
        "campaigns:calendar",
        "Calendar",
        "The dates of your campaigns.",
        "campaign calendar, schedule, dates, next game, appointments",
    ),
    FoundPage(
        "campaigns:join-code",
        "Join a campaign",
        "Enter the code of an invitation.",
        "join code, invite code, invitation, invite",
    ),
    FoundPage(
        "compendium:print-hub",
        "Print",
        "Roster sheets, cards and table aids as PDF.",
        "print cards, printing, pdf, print and play, printable cards, print a warband",
    ),
    FoundPage(
        "compendium:print",
        "Reference sheet",
        "Actions, conditions, terrain and the turn on one page to print.",
        "cheat sheet, quick reference, rules summary, player aid, reference card",
        "reference-sheet",
    ),
    FoundPage(
        "compendium:print", "Condition tokens", "Round tokens to print.", "tokens, markers", argument="condition-tokens"
    ),
    FoundPage(
        "compendium:print", "Terrain tiles", "Terrain to print and cut out.", "print terrain, tiles", "terrain-tiles"
    ),
    FoundPage("compendium:print", "Condition cards", "Cards of conditions to print.", argument="conditions"),
    FoundPage("compendium:print", "Objective cards", "Cards of objectives to print.", argument="objectives"),
    FoundPage("compendium:print", "Item cards", "Cards of items to print.", argument="items"),
    FoundPage("compendium:print", "Blank cards", "Empty cards to print and fill in.", "empty cards", "blank"),
    FoundPage(
        "account_login",
        "Sign in",
        "Sign in to your account.",
        "log in, login, my account, account, settings, delete account, delete my account",
    ),
    FoundPage("account_signup", "Sign up", "Make an account.", "register, create an account, new account"),
    FoundPage("account_reset_password", "Forgotten password", "A new password by email.", "password, reset password"),
    FoundPage("about", "About Muster", "What Muster is, and who makes it.", "about, contact"),
    FoundPage("privacy", "Privacy", "What Muster stores.", "cookies, data protection, gdpr"),
    FoundPage("licences", "Licenses", "Whose the content is.", "license, copyright, ogl, orc license"),
)
BY_KEY = {page.key: page for page in PAGES}


def page_entries() -> Iterator[tuple[KnownEntry, SearchedWords]]:
    """Yield an index's data about the pages."""
    for page in PAGES:
        names = (page.name, *(name.strip() for name in page.others.split(",") if name.strip()))
        yield (
            KnownEntry(PAGE, PAGE, page.key, page.name, "Page of Muster"),
            SearchedWords(names, plain(" · ".join((*names, page.about)))),
        )
