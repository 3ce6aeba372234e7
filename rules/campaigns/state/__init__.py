"""What a campaign's journal adds up to, in parts that can each be told on their own."""
