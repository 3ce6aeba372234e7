"""Reading accounts: people's data, as counts and as files, and their second factors."""
