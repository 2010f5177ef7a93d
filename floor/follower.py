"""Reports that are always of today: an archive of its own, with its own key, and the rows of what it keeps.

To the console it is an archive like any other: it reads everything and is asked for nothing. Rows follow what is on its
own disk, so the file never knows more than the copy beside it can prove.
"""

from pathlib import Path
from typing import Final

from floor.archive import Archive
from floor.read_model import ReadModel, Shifts
from protocol.config import PeerConfig
from protocol.process import Log

ENDING: Final = ".reports.sqlite"


class Following(Archive):
    def __init__(self, config: PeerConfig, log: Log | None = None, shifts: Shifts | None = None) -> None:
        super().__init__(config, log)
        path = Path(config.journal).with_suffix(ENDING)
        try:
            # What was built before goes on with its own hours; a new one has the house's, or those of everybody.
            self.model = ReadModel(path) if path.exists() else ReadModel.begin(path, config.table, shifts or Shifts())
            self.catch_up()
            self.model.finish()
        except BaseException:
            super().close()
            raise

    def catch_up(self) -> int:
        return self.model.follow(self.journal.entries(self.model.seq + 1)) if self.model.seq < self.journal.seq else 0

    def turn(self) -> None:
        super().turn()
        self.catch_up()

    def close(self) -> None:
        self.model.close()
        super().close()
