"""Reading accounts: what people have, as counts and as files, and their second factors."""
