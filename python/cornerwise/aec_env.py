"""The environments of PettingZoo: players in turn, and all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from cornerwise import _native
from cornerwise._options import Array, Observations, Options, fresh_seed
from cornerwise._rendering import FPS, MODES, Rendering


class _Table:
    """What both forms have in common: the game, its players and spaces."""

    metadata: ClassVar[dict[str, Any]]
    possible_agents: list[str]
    agents: list[str]
    render_mode: str | None
    _waiting = 0
    """Actions beside those of moves, for those who wait."""

    def _sit_down(
        self, name: str, variant: str | _native.Variant, render_mode: str | None, theme: str, edge: int, options: Any
    ) -> None:
        if options.get("opponents") is not None:
            raise _native.OptionError("environments of several agents have no hidden opponents")
        # An attribute of the object, since every module has its name.
        self.metadata = {  # type: ignore[misc]
            "name": name,
            "render_modes": MODES,
            "render_fps": FPS,
            "is_parallelizable": True,
        }
        self.render_mode = render_mode
        self._rendering = Rendering(render_mode, theme, edge)
        self._options = Options.of(variant, **options)
        self._make()
        count = self._setup.action_count + self._waiting
        observation: spaces.Space[Any] = self._observations.space
        if isinstance(observation, spaces.Dict) and "action_mask" in observation.spaces:
            observation = spaces.Dict({k: v for k, v in observation.spaces.items() if k != "action_mask"})
        self.possible_agents = [f"player_{number}" for number in range(self._setup.player_count)]
        self._number = {agent: number for number, agent in enumerate(self.possible_agents)}
        mask = spaces.Box(0, 1, (count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict(observation=observation, action_mask=mask) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.agents = []

    def _make(self) -> None:
        self._setup = self._options.setup()
        self._observations = Observations(self._options)
        self._game = _native.Environment(self._setup)
        self._is_seeded = False

    def _begin(self, seed: int | None) -> None:
        if seed is None and not self._is_seeded:
            seed = fresh_seed()
        self._is_seeded = True
        self._game.reset(seed)
        self.agents = self.possible_agents[:]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent sees; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; always the same object."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and its legal actions; while it waits there are none."""
        data, numbers, mask = self._game.observe(self._number[agent], self._waiting)
        observation = self._observations.make(data, numbers, mask)
        if isinstance(observation, dict):
            observation.pop("action_mask", None)
        return {"observation": observation, "action_mask": mask}

    def sample_legal(self) -> int:
        """A random legal action of who is to play; which one depends on the seed."""
        action = self._game.sample_action()
        if action is None:
            raise _native.IllegalMoveError("the game is over")
        return action

    @property
    def board(self) -> _native.Board:
        """The game as a board; changing it does not change the environment."""
        return self._game.board()

    def action_table(self, player: int = 0) -> Array:
        """A row for each placement, as a player's first colour sees it: action, piece, orientation, column and row of the
        first cell."""
        owners = self._setup.variant.owners
        return self._setup.action_rows(owners.index(player))

    def symmetry_permutations(self) -> Array:
        """For each symmetry that keeps the start cells, the identity first: the action that each action becomes, -1 for those
        that are no placement. Whoever waits stays so."""
        images = self._setup.symmetries()
        if self._waiting:
            waiting = np.full((len(images), 1), self._setup.action_count)
            images = np.concatenate([images, waiting], axis=1)
        return images

    def render(self) -> Any:
        """Draw the board as the render mode says."""
        return self._rendering.render(self.board)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._rendering.close()

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("_setup", "_observations", "_game"):
            del state[name]
        return {"attributes": state, "game": self._game.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state["attributes"])
        seeded = self._is_seeded
        self._make()
        self._is_seeded = seeded
        self._game.restore(state["game"])


class BlokusAECEnv(_Table, AECEnv[str, Any, Any]):
    """Players move in turn; those who cannot move any more are skipped, and all end together with the final rewards."""

    def __init__(
        self,
        name: str,
        variant: str | _native.Variant,
        *,
        render_mode: str | None = None,
        theme: str = "light",
        edge: int = 480,
        **options: Any,
    ) -> None:
        super().__init__()
        self._sit_down(name, variant, render_mode, theme, edge, options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; after a seed, games without one are the next of its series."""
        self._begin(seed)
        agents = self.agents
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agent_selection = agents[self._game.to_play or 0]
        self._skip_agent_selection = None
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Play an action of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise _native.IllegalMoveError("an agent that can move plays an action, not None")
        game = self._game
        game.step(int(action))
        agents, totals = self.agents, self._cumulative_rewards
        totals[agent] = 0.0
        self.rewards = dict(zip(agents, game.rewards(), strict=True))
        for other, reward in self.rewards.items():
            totals[other] += reward
        player = game.to_play
        if player is None:
            self.terminations = dict.fromkeys(agents, True)
            result = {"scores": game.scores, "win_shares": game.win_shares}
            self.infos = {other: dict(result) for other in agents}
            if game.was_illegal:
                self.infos[agent]["illegal"] = True
            # Everybody sees the end, beginning with the agent after the one that has moved.
            player = (self._number[agent] + 1) % len(agents)
        self.agent_selection = agents[player]
        if self.render_mode == "human":
            self.render()


class BlokusParallelEnv(_Table, ParallelEnv[str, Any, Any]):
    """All players act in each step. Those whose turn it is not have one legal action, the last one, which does nothing."""

    _waiting = 1

    def __init__(
        self,
        name: str,
        variant: str | _native.Variant,
        *,
        render_mode: str | None = None,
        theme: str = "light",
        edge: int = 480,
        **options: Any,
    ) -> None:
        self._sit_down(name, variant, render_mode, theme, edge, options)

    @property
    def noop(self) -> int:
        """The action of those who wait."""
        return self._setup.action_count

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; after a seed, games without one are the next of its series."""
        self._begin(seed)
        if self.render_mode == "human":
            self.render()
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], Any]:
        """Play the action of the player whose turn it is; the others' are not looked at."""
        if not self.agents:
            raise _native.IllegalMoveError("the game is over; reset it first")
        game, agents = self._game, self.agents
        mover = agents[game.to_play or 0]
        if mover not in actions:
            raise _native.IllegalMoveError(f"{mover} is to play, and has no action")
        game.step(int(actions[mover]))
        over = game.is_over
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        if over:
            for info in infos.values():
                info |= {"scores": game.scores, "win_shares": game.win_shares}
            if game.was_illegal:
                infos[mover]["illegal"] = True
        observations = {agent: self.observe(agent) for agent in agents}
        rewards = dict(zip(agents, game.rewards(), strict=True))
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            infos,
        )


class Makers:
    """The three functions of a PettingZoo module."""

    def __init__(self, name: str, variant: Callable[..., str]) -> None:
        self.name, self.variant = name, variant

    def _split(self, keywords: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        own = {key: keywords.pop(key) for key in ("size", "colours") if key in keywords}
        return self.variant(**own), keywords

    def raw_env(self, **keywords: Any) -> BlokusAECEnv:
        """The environment without wrappers."""
        variant, keywords = self._split(keywords)
        return BlokusAECEnv(self.name, variant, **keywords)

    def env(self, **keywords: Any) -> AECEnv[str, Any, Any]:
        """The environment, which tells those who step before a reset."""
        return wrappers.OrderEnforcingWrapper(self.raw_env(**keywords))

    def parallel_env(self, **keywords: Any) -> BlokusParallelEnv:
        """The environment in which all players act in each step."""
        variant, keywords = self._split(keywords)
        return BlokusParallelEnv(self.name, variant, **keywords)
