"""A limit on the time that somebody's code may take.

>>> with deadline(5.0):
...     agent.propose(view)
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

TOO_SLOW = "too slow"
"""How its message begins."""


class TooSlow(Exception):
    """An agent has taken longer than it may."""


@contextlib.contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raise :class:`TooSlow` if what is inside takes longer, while it runs where the system can interrupt it, else after it.

    Compiled code is interrupted when it returns.
    """
    if seconds is None:
        yield
        return
    message = f"{TOO_SLOW}: more than {seconds:.3g} s for one question"
    begin = time.perf_counter()

    def ring(*_: Any) -> None:
        raise TooSlow(message)

    # Signals reach the main thread only, and not every system has this one.
    alarm = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGALRM, ring) if alarm else None
    try:
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before)
    if time.perf_counter() - begin > seconds:
        raise TooSlow(message)
