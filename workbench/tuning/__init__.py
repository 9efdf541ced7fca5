"""What other settings would do to a stored run: judged again by the real judging, without a socket or a clock."""

from workbench.tuning.moves import sentences
from workbench.tuning.rescore import Rescored, rescore
from workbench.tuning.rescue import lost_hit, rescue

__all__ = ["Rescored", "lost_hit", "rescore", "rescue", "sentences"]
