"""Who asks when a program asks: tokens with scopes, the session of a browser, and writes that happen once."""
