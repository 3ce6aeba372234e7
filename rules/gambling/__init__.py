"""Games of dice for stakes, as a tavern has them: what is rolled, what pays what, the odds, and a table that plays.

- ``conditions``: the closed vocabulary of what a roll may show
- ``game``: a game: house, equipment, mechanic, dice, results with their payouts, limits
- ``patterns``: every roll of a game's dice, counted without listing each
- ``odds``: exact chances, the house's edge, spread and exposure
- ``advice``: what the maker of a game may want to mend
- ``documents``: a game as a document, ``muster-table-game/1``
- ``library``: games that come with Muster
- ``play``: a table: players, rounds, cheating, the log, receipts
"""
