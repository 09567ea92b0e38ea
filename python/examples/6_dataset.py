"""Read a dataset into PyTorch: an agent plays against itself, and a small network learns what it searched."""

import argparse
import tempfile
from pathlib import Path

import torch
from torch import nn

from cornerwise import data

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--variant", default="7x7")
arguments.add_argument("--agent", default="mcts:sims=50")
arguments.add_argument("--games", type=int, default=200)
arguments.add_argument("--epochs", type=int, default=3)
arguments.add_argument("--file", type=Path, help="games that are there already, .jsonl or .parquet")
args = arguments.parse_args()
torch.manual_seed(1)
torch.set_num_threads(1)

directory = tempfile.TemporaryDirectory()
file = args.file or Path(directory.name) / "games.parquet"
if args.file is None:
    data.self_play(args.agent, file, variant=args.variant, games=args.games)
dataset = data.Dataset(file, validation=0.1)
print("training", dataset.training)
print("held out", dataset.held_out)


class Network(nn.Module):
    """A policy of 91 planes and the mover's share of the win."""

    def __init__(self, planes: int, globals_: int, channels: int = 32) -> None:
        super().__init__()
        self.stem = nn.Conv2d(planes, channels, 3, padding=1)
        self.globals = nn.Linear(globals_, channels)
        self.body = nn.Conv2d(channels, channels, 3, padding=1)
        self.policy = nn.Conv2d(channels, 91, 3, padding=1)
        self.value = nn.Linear(channels, 1)

    def forward(self, planes: torch.Tensor, globals_: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = torch.relu(self.stem(planes) + self.globals(globals_)[:, :, None, None])
        x = torch.relu(self.body(x)) + x
        return self.policy(x).flatten(1), self.value(x.mean((2, 3)))[:, 0]


def losses(network: Network, batch: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    logits, value = network(batch["planes"], batch["globals"])
    logs = logits.masked_fill(~batch["mask"], -1e9).log_softmax(1)
    cross = -(batch["policy"] * logs.clamp(min=-50)).sum(1)
    known = batch["policy_known"].sum().clamp(min=1)
    return cross.sum() / known, nn.functional.binary_cross_entropy_with_logits(value, batch["results"][:, 0])


first = next(data.torch_batches(dataset, 1))
network = Network(first["planes"].shape[1], first["globals"].shape[1])
optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3)
for epoch in range(args.epochs):
    total = torch.zeros(2)
    count = 0
    for batch in data.torch_batches(dataset, 64, epoch=epoch):
        policy, value = losses(network, batch)
        optimiser.zero_grad()
        (policy + value).backward()
        optimiser.step()
        total += torch.tensor([policy.item(), value.item()])
        count += 1
    policy, value = total / max(count, 1)
    print(f"epoch {epoch}: policy loss {policy:.3f}, value loss {value:.3f}")
