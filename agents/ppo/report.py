"""What a training run shows while it runs: a bar with rates and the time left, and a line for each evaluation."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text


class _Rate(ProgressColumn):
    """Decisions per second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f}/s" if task.speed else "–/s")


class Report:
    """Shows progress on a console. Use it as a context; without a terminal the bars are left out, the lines stay.

    Args:
        console: by default a new one on the standard output.
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} decisions"),
            _Rate(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=self.console,
            transient=True,
            speed_estimate_period=60,
            disable=not self.console.is_terminal,
        )
        self._task = self._progress.add_task("", visible=False)

    def __enter__(self) -> Report:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def stage(self, name: str, total: int, done: int = 0) -> None:
        """Begin a bar of `total` decisions, of which `done` are behind us."""
        self._progress.remove_task(self._task)
        self._task = self._progress.add_task(name, total=total, completed=done)

    def at(self, done: int) -> None:
        self._progress.update(self._task, completed=done)

    def line(self, text: str) -> None:
        self.console.print(text, soft_wrap=True, markup=False)
