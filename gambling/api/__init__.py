"""The table game API: games with their odds, and tables, as on the pages."""
