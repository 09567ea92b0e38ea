/**
 * The table: board, tray and hand together, for whoever may play on a position.
 *
 * @import { Point } from "../board/cells.js"
 * @import { PositionState, VariantInfo, Why } from "../shell/types.js"
 *
 * @typedef {object} Player
 * @property {(move: string) => Promise<void>} play
 * @property {(move: string) => Promise<Why>} why
 */
import { Board } from "../board/board.js";
import { cellName, moveName, parseCell } from "../board/cells.js";
import { grip, settled, shapeKey } from "../board/shapes.js";
import { announce, note } from "../shell/announcer.js";
import { button } from "../shell/button.js";
import { capital, h, say } from "../shell/dom.js";
import { bindKeys } from "../shell/keys.js";
import { onSettings, settings } from "../shell/settings.js";
import { play as sound } from "../shell/sounds.js";
import { Hand } from "./hand.js";
import { Legal, lastMoves, piecesOn } from "./position.js";
import { tableKeys } from "./table-keys.js";
import { TablePointer } from "./table-pointer.js";
import { Tools } from "./tools.js";
import { Tray } from "./tray.js";

export class Table {
  /** @type {VariantInfo | null} */
  variant = null;
  /** @type {PositionState | null} */
  position = null;
  active = false;
  /** A piece that a hint names. @type {string | null} */
  hinted = null;
  /** The colour whose tray is shown. */
  trayColour = 1;
  legal = new Legal({});
  /** What the dots on the board are for, so that they are drawn again only when that changes. */
  #dotted = "";
  #shows = 0;
  /** A piece that was placed, until the server has said so. @type {{ number: number, piece: import("../board/board.js").PlacedPiece } | null} */
  #sent = null;

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.host = h("div", { class: "board-host", tabIndex: 0, role: "application", "aria-label": "Board. Letters take pieces, arrows move them, Enter places. Question mark shows all keys." });
    this.hand = new Hand(() => this.#draw());
    this.board = new Board(this.host);
    const pointer = new TablePointer(this);
    this.board.reports = { ...pointer.reports(), candidate: (index) => this.stressed?.(index) };
    this.tray = new Tray(this.hand, {
      take: (piece) => this.toggle(piece),
      grab: (piece, event) => pointer.grab(piece, event),
    });
    this.tools = new Tools({ turn: (way) => this.turn(way), place: () => this.place(), drop: () => this.hand.drop() });
    this.host.append(this.tools.element);
    this.turners = h(
      "div",
      { class: "turners", role: "toolbar", "aria-label": "Turn the piece in hand" },
      button({ label: "Turn left", icon: "rotateLeft", key: "E", press: () => this.turn("left") }),
      button({ label: "Mirror", icon: "flip", key: "M", press: () => this.turn("mirror") }),
      button({ label: "Turn right", icon: "rotateRight", key: "R", press: () => this.turn("right") }),
    );
    this.trayTitle = h("h2");
    this.own = h("section", { class: "own" }, h("header", {}, this.trayTitle, this.turners), this.tray.element);
    const resized = new ResizeObserver(() => this.#draw());
    resized.observe(this.host);
    const endings = [bindKeys(tableKeys(this)), onSettings(() => this.#draw()), () => resized.disconnect()];
    this.close = () => endings.forEach((end) => end());
  }

  /** @type {((index: number | null) => void) | undefined} */
  stressed;

  /**
   * @param {VariantInfo} variant
   * @param {PositionState} position
   * @param {boolean} active whether this visitor may place a piece now
   */
  show(variant, position, active) {
    if (this.variant?.name !== variant.name || this.board.size !== variant.size) {
      const starts = variant.colours.map(({ colour, start }) => ({ colour, point: parseCell(start) }));
      this.board.setUp(variant.size, starts, variant.colours.length);
      this.host.dataset.colours = String(variant.colours.length === 2 ? 2 : 4);
      this.hand.size = variant.size;
      this.hand.forget();
    }
    const first = this.position === null || this.variant !== variant;
    this.variant = variant;
    if (this.position !== position) this.legal = new Legal(position.legal);
    this.position = position;
    this.#shows += 1;
    this.active = active;
    if (this.#sent?.number !== position.number) this.#sent = null;
    this.board.show([...piecesOn(position.board), ...(this.#sent ? [this.#sent.piece] : [])], !first);
    this.board.mark(lastMoves(position));
    this.board.describe(this.#description(variant, position));
    if (active && position.turn) this.trayColour = position.turn.colour;
    const left = position.colours[this.trayColour - 1].left;
    if (!active || (this.hand.piece && !left.includes(this.hand.piece))) this.hand.drop();
    this.#draw();
  }

  /**
   * @param {VariantInfo} variant
   * @param {PositionState} position
   */
  #description(variant, position) {
    const { turn } = position;
    const whose = turn ? `${variant.colours[turn.colour - 1].name} to play` : "game over";
    return `Board of ${variant.size} by ${variant.size} cells, ${position.number} pieces placed, ${whose}`;
  }

  #draw() {
    const { position, hand, board } = this;
    if (!position) return;
    const state = position.colours[this.trayColour - 1];
    say(this.trayTitle, `${capital(state.name)}’s pieces`);
    for (const turner of this.turners.querySelectorAll("button")) turner.disabled = !hand.piece;
    this.tray.update(state, this.variant?.pieces ?? state.left, this.active && !this.#sent, this.hinted);
    const { cells } = hand;
    const fits = cells !== null && this.legal.has(moveName(cells));
    board.ghost(cells && { colour: state.colour, cells, fits });
    board.root.classList.toggle("taking", hand.piece !== null);
    this.tools.update(hand, board, fits);
    this.#dots(state.corners.map(parseCell), state.colour);
  }

  /**
   * @param {Point[]} corners
   * @param {number} colour
   */
  #dots(corners, colour) {
    const form = shapeKey(this.hand.form);
    const wanted = this.active && settings.dots && !this.#sent;
    const key = wanted ? `${this.#shows} ${this.hand.piece} ${form}` : "";
    if (key === this.#dotted) return;
    this.#dotted = key;
    if (!wanted) {
      this.board.dot([], [], colour);
      return;
    }
    const targets = this.hand.piece ? this.legal.of(this.hand.piece).filter((move) => move.form === form) : [];
    this.board.dot(corners, targets.map(({ hold }) => hold), colour);
  }

  /** @param {string} piece */
  take(piece) {
    if (!this.active || !this.position?.colours[this.trayColour - 1].left.includes(piece)) return;
    this.hand.take(piece);
    // Keys now belong to the piece, not to the button that it was taken with.
    this.host.focus({ preventScroll: true });
    const count = this.legal.of(piece).length;
    announce(count ? `Piece ${piece}, ${count} places` : `Piece ${piece} fits nowhere`);
  }

  /** @param {string} piece */
  toggle(piece) {
    if (this.hand.piece === piece) this.hand.drop();
    else this.take(piece);
  }

  /** @param {"right" | "left" | "mirror"} way */
  turn(way) {
    this.hand.turn(way);
    this.announcePlace();
  }

  /** Places the piece in hand, or says why it cannot be there. */
  async place() {
    const { cells } = this.hand;
    const { position } = this;
    if (!cells || !position?.turn || !this.active || this.#sent) return;
    const move = moveName(cells);
    if (!this.legal.has(move)) {
      await this.#explain(move);
      return;
    }
    // The piece is shown at once; the server's answer is what counts.
    const piece = { colour: position.turn.colour, cells };
    this.#sent = { number: position.number, piece };
    this.board.show([...piecesOn(position.board), piece]);
    this.hand.drop();
    sound("place");
    try {
      await this.player.play(move);
    } catch (error) {
      this.#sent = null;
      if (this.variant && this.position === position) this.show(this.variant, position, this.active);
      note(capital(/** @type {Error} */ (error).message), "wrong");
    }
  }

  /** @param {string} move */
  async #explain(move) {
    sound("wrong");
    const why = await this.player.why(move).catch((error) => ({ message: error.message, cells: [], touching: [] }));
    note(capital(why.message), "wrong");
    const cells = [...why.cells, ...why.touching];
    this.board.flash((cells.length ? cells : move.split(",")).map(parseCell));
  }

  /**
   * Holds a move out for the player to place or to change.
   *
   * @param {readonly Point[]} cells
   * @param {string} piece
   */
  propose(cells, piece) {
    this.take(piece);
    const shape = settled(cells);
    const [x, y] = grip(shape);
    const left = Math.min(...cells.map((cell) => cell[0]));
    const bottom = Math.min(...cells.map((cell) => cell[1]));
    this.hand.hold(shape, [left + x, bottom + y]);
  }

  /** Says where the piece in hand is, for those who do not see it. */
  announcePlace() {
    const { cells, at } = this.hand;
    if (cells && at) announce(`${cellName(at)}${this.legal.has(moveName(cells)) ? ", fits" : ""}`);
  }
}
