"""Writing warbands: every function does all of what it says, or refuses and changes nothing."""
