"""Pages of cards that nobody printed: what the game's public pages look like, around creatures of our own."""

from html import escape

STATS = {
    "Fight": "+7", "Armor": "16", "Power": "15", "Fort": "+4", "Reflex": "+6", "Will": "+3", "HP": "30", "Speed": "5 ",
}  # fmt: skip
ORC = "This product is licensed under the ORC License."
OGL = 'The entirety of this page is Open Game Content under the <a href="o.html">Open Game License</a>.'


def feature(name: str, top: str = "", text: str = "", uses: str = "") -> str:
    """Return the markup of a feature; texts are escaped."""
    return (
        f'<div class="feature"><div class="feature-uses">{escape(uses)} </div>'
        f'<div class="feature-name">{escape(name)} </div><div class="feature-top">{escape(top)} </div>\n'
        f'<div class="feature-text">{escape(text)}</div></div>'
    )


def card(
    name: str = "Marsh Drummer",
    points: str = "18 pts",
    sign: str = "⛈",
    tags: str = "Medium Toad Beast 2",
    features: str = "",
    foot: str = "Athletics, Stealth",
    **stats: str,
) -> str:
    """Return the markup of a card; name and features are markup already."""
    values = "".join(
        f'<div class="stat"><div class="stat-label">{label}</div><div class="stat-value">{value}</div></div>'
        for label, value in (STATS | stats).items()
        if value != "left out"
    )
    return (
        f'<div class="card"><div class="card-interior"><div class="head"><div class="name">{name}</div>'
        f'<div class="points">{points} <div class="align-symbol">{sign} </div></div>'
        f'<div class="tagline"><div class="other-tags">{tags}</div></div></div>'
        f'<div class="stats-and-features"><div class="stats">{values}</div><div class="features">{features}'
        f'<div class="other-features">{foot}</div></div></div></div></div>'
    )


COLUMNS = ("Fight", "Armor", "Power", "Fort", "Ref", "Will", "HP", "Spd", "Points")
VALUES = ("+7", "16", "15", "+4", "+6", "+3", "30", "5 ", "18")


def sheet(
    name: str = "<h3>Marsh Drummer</h3>",
    sign: str = "⛈",
    tags: str = "Medium Toad Beast 2",
    features: str = "",
    foot: str = "Athletics, Stealth",
    table: str | None = None,
    **stats: str,
) -> str:
    """Return the markup of a sheet; name, features and table are markup already. A stat "left out" has no cell."""
    values = [value for label, default in zip(COLUMNS, VALUES, strict=True)
              if (value := stats.get(label, default)) != "left out"]  # fmt: skip
    if table is None:
        labels, cells = ("".join(f"<{tag}>{text}</{tag}>" for text in texts)
                         for tag, texts in (("th", COLUMNS), ("td", values)))  # fmt: skip
        table = f"<table>\n<tr>{labels}</tr>\n<tr>{cells}</tr></table>"
    foot = f'<div class="other-features">{foot}</div>' if foot else ""
    return (
        f'{name}\n<div class="align-symbol">{sign} </div><div class="other-tags">{tags}</div>\n{table}{foot}{features}'
    )


def page(*cards: str, license: str = ORC) -> bytes:
    """Return a page with the cards."""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8"><title>Creature Cards</title></head><body>'
        f'<p>{license}</p><div class="cards">{"".join(cards)}</div></body></html>'
    ).encode()


def item(name: str = "Reed Pipe", tags: str = "Small Item 2", features: str = "", uses: str = "") -> str:
    """Return the markup of an item's card."""
    return (
        f'<div class="minicard"><div class="card-interior"><div class="head"><div class="feature-uses">{uses} </div>'
        f'<div class="name">{name}</div><div class="tagline"><div class="other-tags">{tags}</div></div></div>'
        f'<div class="stats-and-features"><div class="features">{features}</div></div></div></div>'
    )
