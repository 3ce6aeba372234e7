"""What had to be assumed so that the older rules can be played: their source is a page with its tables missing."""

from __future__ import annotations

OLDER_ASSUMPTIONS = (
    "Armor Class starts at 10.",
    "A total equal to the Armor Class hits. A maneuver succeeds with a total equal to the CMD.",
    "Each range increment beyond the first is a -2 penalty.",
    "Ranged attacks and combat maneuvers provoke from those who threaten. Both can be switched off.",
    "Casting on the defensive, and casting after being hurt, each take a concentration check against DC 15.",
    "A turn has at most 5 free actions.",
    "Readying takes the standard action and ends the turn. A readied action is one standard or move action.",
    "One that delays has its whole turn when it acts.",
    "Penalties add up, and so do bonuses without a type.",
    "Withdrawing takes a full-round action and goes up to twice the speed.",
    "Equal totals of initiative act in the order in which they rolled. The game master can change that.",
    "Opportunity attacks come back at the beginning of each round.",
    "Half of a Strength bonus and half of a spell’s damage are rounded down.",
    "A composite bow adds the whole Strength modifier to damage.",
    "A spell rolls its damage once for all its targets.",
    "Temporary hit points are lost first.",
    "On combat maneuvers and concentration checks, a 1 does not always fail and a 20 does not always succeed.",
    "A spell with an attack roll threatens on a 20 and doubles its damage.",
    "Without a melee attack on its sheet, a creature strikes unarmed with base attack and Strength for 1d3.",
    "There are nine sizes, from Fine to Colossal, with reach 5 feet up to Medium and 10 feet above.",
    "A fight ends when the game master says so.",
)
