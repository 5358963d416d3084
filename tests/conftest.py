"""Settings that all tests share."""

import os

from hypothesis import settings

if "PYTEST_XDIST_WORKER" in os.environ:
    # Every core has a process of its own already: threads of torch and NumPy would only wait for each other.
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# An example may be the first to call a kernel, and then waits for it to be compiled.
settings.register_profile("marszoo", deadline=None)
settings.load_profile("marszoo")
