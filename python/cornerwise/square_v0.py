"""PettingZoo environments of square boards: ``size`` 2 to 20, ``colours`` 2 to 4."""

from cornerwise._options import square
from cornerwise.aec_env import Makers

_makers = Makers("square_v0", square)
env, raw_env, parallel_env = _makers.env, _makers.raw_env, _makers.parallel_env

__all__ = ["env", "parallel_env", "raw_env"]
