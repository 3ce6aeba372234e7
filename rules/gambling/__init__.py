"""Games of dice for stakes, as a tavern has them: what is rolled, what pays what, the odds, and a table that plays.

- ``conditions``: the closed vocabulary of what a roll may show
- ``game``: a game and its document ``muster-table-game/1``: house, equipment, mechanic, dice, payouts, limits
- ``odds``: exact chances, the house's edge, spread and exposure, and what its maker may want to mend
- ``library``: games that come with Muster
- ``play``: a table: players, rounds, cheating, the log, receipts
"""
