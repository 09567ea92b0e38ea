"""PettingZoo environments of Classic for two players."""

from cornerwise.aec_env import Makers

_makers = Makers("classic2_v0", lambda: "classic-2")
env, raw_env, parallel_env = _makers.env, _makers.raw_env, _makers.parallel_env

__all__ = ["env", "parallel_env", "raw_env"]
