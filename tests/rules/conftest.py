"""How hypothesis runs in the tests of the rules."""

import tests.examples  # noqa: F401 - it loads the profile
