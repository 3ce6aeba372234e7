"""Reading campaigns, with a fixed number of queries. Anything that a person may not see is as if it did not exist."""
