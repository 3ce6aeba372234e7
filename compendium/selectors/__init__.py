"""Reading the compendium, each question with a fixed number of queries."""
