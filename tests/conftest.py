"""Settings that all tests share."""

from hypothesis import settings

# An example may be the first to call a kernel, and then waits for it to be compiled.
settings.register_profile("marszoo", deadline=None)
settings.load_profile("marszoo")
