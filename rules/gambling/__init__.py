"""Tavern games of dice for stakes: rolls, payouts, odds, and tables that play.

- ``conditions``: the closed vocabulary of results
- ``game``: a game and its document ``muster-table-game/1``: house, equipment, mechanic, dice, payouts, limits
- ``odds``: exact chances, the house's edge, spread and exposure, and warnings for its maker
- ``library``: the ready games of Muster
- ``play``: a table: players, rounds, cheating, the log, receipts
"""
