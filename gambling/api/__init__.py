"""Table games for programs: games with their odds, and tables, as the pages have them."""
