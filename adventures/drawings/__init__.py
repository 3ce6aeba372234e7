"""Adventures drawn from values of the rules."""
