"""PettingZoo environments of Classic."""

from cornerwise.aec_env import Makers

_makers = Makers("classic_v0", lambda: "classic")
env, raw_env, parallel_env = _makers.env, _makers.raw_env, _makers.parallel_env

__all__ = ["env", "parallel_env", "raw_env"]
