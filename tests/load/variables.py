"""What the long load and its people have in common."""

WORLD = "LOAD_WORLD"
"""The environment variable with the path of the file of people."""
ANSWERS = "LOAD_ANSWERS"
"""The environment variable with the path of the file that takes the times of all answers."""
AT_TABLE = "LOAD_AT_TABLE"
"""The environment variable with the number of people who sit at battles."""
CSRF = "c" * 32
