"""How battles are drawn."""
