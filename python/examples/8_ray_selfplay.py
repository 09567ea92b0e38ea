"""Self-play over a cluster with Ray: `pip install cornerwise[ray]`.

Run it again after an interruption: chunks that are there are kept. `--here` plays on this machine without Ray, with the same
games in the end.
"""

import argparse
from pathlib import Path

from cornerwise.distributed import SelfPlay, show_progress

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("--variant", default="duo")
arguments.add_argument("--agent", default="mcts:sims=100")
arguments.add_argument("--games", type=int, default=100)
arguments.add_argument("--chunk", type=int, default=10, help="games of a chunk")
arguments.add_argument("--directory", type=Path, default=Path("selfplay"))
arguments.add_argument("--out", type=Path, default=Path("selfplay.parquet"))
arguments.add_argument("--here", action="store_true")
args = arguments.parse_args()

job = SelfPlay(args.agent, variant=args.variant, games=args.games, chunk_games=args.chunk)
run = job.run if args.here else job.run_on_ray
run(args.directory, show_progress)
print(f"{job.merge(args.directory, args.out)} games in {args.out}")
