"""The state of a campaign's journal, in independent parts."""
