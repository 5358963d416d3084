"""The table as text and as a picture."""

from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Content


def render_text(s: Any, content: Content, seat: int = -1, names: Any = None) -> str:
    return f"turn {s['turn']}"


def render_image(s: Any, content: Content, seat: int = -1, names: Any = None) -> npt.NDArray[np.uint8]:
    return np.zeros((600, 800, 3), np.uint8)
