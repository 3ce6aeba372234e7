"""Reading for warbands, each question with a fixed number of queries."""
