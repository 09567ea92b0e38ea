"""Pictures of environments."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from cornerwise import _native

MODES = ["human", "rgb_array", "ansi"]
FPS = 2


class Rendering:
    """How an environment is drawn."""

    def __init__(self, mode: str | None, theme: str, edge: int) -> None:
        if mode is not None and mode not in MODES:
            raise _native.OptionError(f'unknown render mode "{mode}"; there are {", ".join(MODES)}')
        if theme not in ("light", "dark"):
            raise _native.OptionError(f'unknown theme "{theme}"; there are light and dark')
        if not 16 <= edge <= 4096:
            raise _native.OptionError(f"a picture of {edge} pixels a side; it can have 16 to 4096")
        self.mode, self.theme, self.edge = mode, theme, edge
        self._window: Any = None

    def render(self, board: _native.Board) -> Any:
        """The picture, or the text, or nothing but a window."""
        if self.mode == "ansi":
            return board.text(ansi=True)
        if self.mode is None:
            return None
        pixels = board.rgb(self.theme, self.edge)
        if self.mode == "rgb_array":
            return pixels
        self._show(np.transpose(pixels, (1, 0, 2)))
        return None

    def _show(self, pixels: Any) -> None:
        try:
            pygame = importlib.import_module("pygame")
        except ImportError as error:
            raise _native.OptionError("render mode human needs pygame: pip install cornerwise[video]") from error
        if self._window is None:
            pygame.display.init()
            pygame.display.set_caption("Cornerwise")
            self._window = pygame.display.set_mode((self.edge, self.edge))
        self._window.blit(pygame.surfarray.make_surface(pixels), (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            pygame = importlib.import_module("pygame")
            pygame.display.quit()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        # A window stays where it is.
        return {**self.__dict__, "_window": None}
