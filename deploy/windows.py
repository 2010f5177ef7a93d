"""How each command with a window runs it: until it is closed, a signal comes, or what feeds it has failed."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from PySide6.QtCore import QSocketNotifier
from PySide6.QtGui import QGuiApplication

from looks.window import Feed, Window
from protocol.process import Stop


def run(
    application: QGuiApplication,
    window: Window,
    feed: Feed | None,
    *,
    size: tuple[int, int] | None,
    place: tuple[int, int] | None,
    ends: Sequence[int] = (),
    leave: Callable[[], None] = lambda: None,
) -> int:
    """The status: 1 if the console has shut it out for good, which stands on the screen until somebody ends it. `ends`
    are descriptors that end it, too. `leave` is called before the feed is closed.
    """
    with ExitStack() as at_the_end:
        at_the_end.callback(window.close)
        at_the_end.callback(leave)
        stop = Stop()
        at_the_end.callback(stop.close)
        # Qt quits from its own loop, never from the signal's handler: that may run in the middle of painting, and
        # quitting closes the windows at once.
        wakers = [QSocketNotifier(descriptor, QSocketNotifier.Type.Read) for descriptor in (stop.descriptor, *ends)]
        for waker in wakers:
            waker.activated.connect(application.quit)
        window.show(size, place)
        if feed is not None:
            window.start(feed)
        application.exec()
    window.check()
    return int(bool(feed is not None and feed.ended))
