"""What holds for every test."""

import os

from hypothesis import settings

# Tests draw without a screen, unless somebody wants to watch.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# No deadline: on a shared machine the first, slow example of a test says nothing about the code.
settings.register_profile("etg", deadline=None)
settings.load_profile("etg")
