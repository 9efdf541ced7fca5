"""The spine: search, read, judge, render. Each stage takes what the one before it left."""

from workbench.gather.run import Run
from workbench.gather.stages import Gathered, gather, perform

__all__ = ["Gathered", "Run", "gather", "perform"]
