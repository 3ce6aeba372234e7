"""Writing warbands: every function does all of its work, or refuses and changes nothing."""
