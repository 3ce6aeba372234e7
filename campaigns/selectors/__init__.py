"""Reading campaigns, with a fixed number of queries. What a person may not see is as little there as what never was."""
