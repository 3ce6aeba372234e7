"""The pages of warbands."""
