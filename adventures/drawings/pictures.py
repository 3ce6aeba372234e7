"""Pictures of what people name in adventures, chosen by the words of the name: "Rope Bridge" has a bridge."""

import re
from collections.abc import Mapping

from printing.canvas import CHARACTERS, PLACES

_WORDS = {
    "well": "well spring fountain",
    "ringing-bell": "bell bells chime",
    "stone-wheel": "mill wheel cart wagon coach",
    "tavern-sign": "tavern inn taproom cellar kitchen cask",
    "mountains": "mountain mountains peak pass cliff scree ridge",
    "forest": "forest wood woods trees thicket grove",
    "swamp": "swamp marsh bog reeds mud",
    "hills": "hill hills mound field fields march",
    "oasis": "oasis pool garden orchard",
    "castle": "castle tower gate wall hall court keep palace throne fence",
    "village": "village town market square street house houses yard quarter villages corners",
    "stone-bridge": "bridge ford causeway",
    "campfire": "camp campfire fire",
    "treasure-map": "map maps trail riddle search find",
    "cave-entrance": "cave mine tunnel adit gallery pit shaft chimney corridor grotto",
    "castle-ruins": "ruin ruins rubble collapsed ladders rickety rooftops",
    "greek-temple": "temple shrine chapel monastery altar council",
    "river": "river stream rushing water sluice tide rapids wet drowned",
    "island": "island coast shore boat ship harbor quay nets sea",
    "snowflake-1": "snow ice frost winter glacier",
    "lock-picking": "lock locked door doors key keys drawer vault grate",
    "coins": "coin coins gold counting purse toll tax takers",
    "open-book": "book books archive library ledger letter pages shelves scroll",
    "flying-flag": "flag guild company order",
    "conversation": "crowd guests speech gossip tongue toast",
    "sitting-dog": "dog dogs hound",
    "sword-clash": "guard guards post watch soldiers duel",
    "ram": "sheep ram flock",
    "slime": "cube ooze slime gelatinous",
    "mushroom": "fungus mushroom mushrooms spores",
    "wasp-sting": "wasp wasps bees swarm",
    "fish-monster": "eel eels fish",
    "hourglass": "time clock",
    "curling-vines": "ivy vines roots",
}
_PICTURES: Mapping[str, str] = {word: name for name, words in _WORDS.items() for word in words.split()}


def picture_of(name: str, default: str) -> str:
    """Return the character of the picture for a name: of its last word that has one, else that of ``default``."""
    words = re.findall(r"[a-z]+", name.lower())
    picture = next((_PICTURES[word] for word in reversed(words) if word in _PICTURES), default)
    return PLACES.get(picture) or CHARACTERS[picture]
