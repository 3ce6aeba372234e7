"""How hypothesis runs in the tests of solo play."""

import tests.examples  # noqa: F401 - it loads the profile
