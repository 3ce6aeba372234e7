"""Reading campaigns, with a fixed number of queries. What somebody may not see is as little there as what never was."""
