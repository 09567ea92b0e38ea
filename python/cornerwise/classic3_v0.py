"""PettingZoo environments of Classic for three players."""

from cornerwise.aec_env import Makers

_makers = Makers("classic3_v0", lambda: "classic-3")
env, raw_env, parallel_env = _makers.env, _makers.raw_env, _makers.parallel_env

__all__ = ["env", "parallel_env", "raw_env"]
