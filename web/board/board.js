/**
 * The board: draws what it is told and reports where it is pointed at. It knows no rules.
 *
 * @import { Point } from "./cells.js"
 *
 * @typedef {object} PlacedPiece
 * @property {number} colour from 1
 * @property {readonly Point[]} cells
 *
 * @typedef {object} Ghost a piece that is not placed yet
 * @property {number} colour
 * @property {readonly Point[]} cells
 * @property {boolean} fits
 *
 * @typedef {object} Candidate a move that is worth a look
 * @property {number} colour
 * @property {readonly Point[]} cells
 * @property {string} label
 *
 * @typedef {object} Reports
 * @property {(point: Point | null, event: PointerEvent) => void} [hover]
 * @property {(point: Point, event: PointerEvent) => void} [press]
 * @property {(point: Point | null, event: PointerEvent) => void} [drag]
 * @property {(point: Point | null, event: PointerEvent) => void} [release]
 * @property {(candidate: number | null) => void} [candidate]
 * @property {(turns: number, event: WheelEvent) => void} [wheel]
 * @property {(event: MouseEvent) => void} [menu]
 */
import { cellName, isOn } from "./cells.js";
import { outline } from "./outline.js";
import { drawnPiece } from "./piece.js";
import { svg } from "./svg.js";
import { Wheel } from "./wheel.js";

/** Space for the coordinates, in cells. */
const MARGIN = 0.8;
const RIM = 0.3;

export class Board {
  /** @type {number} */
  #size = 0;
  /** @type {Map<string, SVGGElement>} */
  #drawn = new Map();
  #ghostKey = "";

  /**
   * @param {HTMLElement} host
   * @param {Reports} [reports]
   */
  constructor(host, reports = {}) {
    this.host = host;
    this.reports = reports;
    this.root = svg("svg", { class: "board", role: "img" });
    this.layers = {
      ground: svg("g", { class: "ground" }),
      pieces: svg("g", { class: "pieces" }),
      marks: svg("g", { class: "marks" }),
      dots: svg("g", { class: "dots" }),
      candidates: svg("g", { class: "candidates" }),
      ghost: svg("g", { class: "ghost" }),
      flash: svg("g", { class: "flash" }),
    };
    this.root.append(...Object.values(this.layers));
    host.append(this.root);
    this.#listen();
  }

  get size() {
    return this.#size;
  }

  /** @param {string} text what the board shows, for those who do not see it */
  describe(text) {
    this.root.setAttribute("aria-label", text);
  }

  /**
   * An empty board.
   *
   * @param {number} size
   * @param {readonly { colour: number, point: Point }[]} starts
   * @param {number} colours how many there are
   */
  setUp(size, starts, colours) {
    this.#size = size;
    this.#drawn.clear();
    const whole = size + MARGIN + RIM;
    this.root.setAttribute("viewBox", `${-MARGIN} ${-RIM} ${whole} ${whole}`);
    this.root.dataset.colours = String(colours === 2 ? 2 : 4);
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    const cells = [];
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) cells.push(outline([[x, y]], 0.03, 0.08));
    }
    this.layers.ground.append(
      svg("rect", { class: "frame", x: -MARGIN, y: -RIM, width: whole, height: whole, rx: 0.35 }),
      svg("path", { class: "cells", d: cells.join("") }),
      ...this.#coordinates(),
      ...starts.map(({ colour, point }) => {
        const [x, y] = this.#middle(point);
        return svg("circle", { class: `origin c${colour}`, cx: x, cy: y, r: 0.2, "data-cell": cellName(point) });
      }),
    );
  }

  #coordinates() {
    const texts = [];
    for (let i = 0; i < this.#size; i++) {
      const column = cellName([i, 0])[0];
      texts.push(
        svg("text", { class: "coordinate", x: i + 0.5, y: this.#size + 0.32 }, column),
        svg("text", { class: "coordinate", x: -0.4, y: this.#size - 0.5 - i }, String(i + 1)),
      );
    }
    return texts;
  }

  /**
   * The pieces on the board. Those that were there stay as they are; new ones appear.
   *
   * @param {readonly PlacedPiece[]} pieces
   * @param {boolean} [animate]
   */
  show(pieces, animate = true) {
    const wanted = new Map(pieces.map((piece) => [`${piece.colour}:${piece.cells.join(" ")}`, piece]));
    for (const [key, element] of this.#drawn) {
      if (wanted.has(key)) continue;
      element.remove();
      this.#drawn.delete(key);
    }
    for (const [key, { colour, cells }] of wanted) {
      if (this.#drawn.has(key)) continue;
      const element = drawnPiece(this.#down(cells), colour, animate ? "new" : "");
      element.dataset.cells = cells.map(cellName).join(",");
      this.layers.pieces.append(element);
      this.#drawn.set(key, element);
    }
    const taken = new Set(pieces.flatMap(({ cells }) => cells.map(cellName)));
    for (const origin of this.layers.ground.querySelectorAll(".origin")) {
      origin.toggleAttribute("hidden", taken.has(/** @type {SVGElement} */ (origin).dataset.cell ?? ""));
    }
  }

  /**
   * Marks the latest moves.
   *
   * @param {readonly PlacedPiece[]} pieces
   */
  mark(pieces) {
    this.layers.marks.replaceChildren(
      ...pieces.map(({ colour, cells }) => svg("path", { class: `mark c${colour}`, d: outline(this.#down(cells), 0.05, 0.12) })),
    );
  }

  /**
   * @param {readonly Point[]} corners where the colour can connect
   * @param {readonly Point[]} targets where the piece in hand can be held
   * @param {number} colour
   */
  dot(corners, targets, colour) {
    const circle = (/** @type {Point} */ point, /** @type {string} */ kind, /** @type {number} */ r) => {
      const [cx, cy] = this.#middle(point);
      return svg("circle", { class: `${kind} c${colour}`, cx, cy, r });
    };
    this.layers.dots.replaceChildren(
      ...corners.map((point) => circle(point, "corner", 0.12)),
      ...targets.map((point) => circle(point, "target", 0.2)),
    );
  }

  /** @param {Ghost | null} ghost */
  ghost(ghost) {
    const key = ghost ? `${ghost.colour}:${ghost.fits}:${ghost.cells.join(" ")}` : "";
    if (key === this.#ghostKey) return;
    this.#ghostKey = key;
    this.root.classList.toggle("holding", ghost !== null);
    if (!ghost) {
      this.layers.ghost.replaceChildren();
      return;
    }
    const cells = this.#down(ghost.cells);
    const piece = drawnPiece(cells, ghost.colour, ghost.fits ? "fits" : "misfits");
    piece.append(svg("path", { class: "rim", d: outline(cells, 0.02, 0.14) }));
    if (!ghost.fits) {
      piece.append(svg("path", { class: "cross", d: cells.map(([x, y]) => `M${x + 0.32} ${y + 0.32}l.36.36m0-.36l-.36.36`).join("") }));
    }
    this.layers.ghost.replaceChildren(piece);
  }

  /**
   * Moves that somebody suggests, the best one last in the list of elements so that it lies on top.
   *
   * @param {readonly Candidate[]} candidates
   */
  suggest(candidates) {
    const groups = candidates.map(({ colour, cells, label }, index) => {
      const down = this.#down(cells);
      const [x, y] = down[Math.floor(down.length / 2)];
      const group = svg(
        "g",
        { class: `candidate c${colour} rank${index}` },
        svg("path", { d: outline(down, 0.06, 0.14) }),
        svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.42 }),
        svg("text", { x: x + 0.5, y: y + 0.52 }, label),
      );
      group.addEventListener("pointerenter", () => this.reports.candidate?.(index));
      group.addEventListener("pointerleave", () => this.reports.candidate?.(null));
      return group;
    });
    this.layers.candidates.replaceChildren(...groups.reverse());
  }

  /**
   * Shows one of the suggested moves alone.
   *
   * @param {number | null} index
   */
  stress(index) {
    this.root.classList.toggle("stressing", index !== null);
    for (const group of this.layers.candidates.children) group.classList.toggle("stressed", group.classList.contains(`rank${index}`));
  }

  /**
   * Flashes cells where a rule was broken.
   *
   * @param {readonly Point[]} points
   */
  flash(points) {
    const on = points.filter((point) => isOn(point, this.#size));
    this.layers.flash.replaceChildren(...this.#down(on).map((cell) => svg("path", { d: outline([cell], 0.02, 0.1) })));
    setTimeout(() => this.layers.flash.replaceChildren(), 1400);
  }

  /**
   * The cell under a place of the window, which may be off the board by a little.
   *
   * @param {number} x
   * @param {number} y
   * @returns {Point | null}
   */
  pointAt(x, y) {
    const box = this.root.getBoundingClientRect();
    const unit = box.width / (this.#size + MARGIN + RIM);
    const column = Math.floor((x - box.left) / unit - MARGIN);
    const row = this.#size - 1 - Math.floor((y - box.top) / unit - RIM);
    const near = (/** @type {number} */ i) => i >= -1 && i <= this.#size;
    return near(column) && near(row) ? [column, row] : null;
  }

  /**
   * Where a cell's middle is in the window.
   *
   * @param {Point} point
   */
  windowPlace(point) {
    const box = this.root.getBoundingClientRect();
    const unit = box.width / (this.#size + MARGIN + RIM);
    const [x, y] = this.#middle(point);
    return { x: box.left + (x + MARGIN) * unit, y: box.top + (y + RIM) * unit, unit };
  }

  /** @param {Point} point */
  #middle([column, row]) {
    return [column + 0.5, this.#size - row - 0.5];
  }

  /**
   * @param {readonly Point[]} cells
   * @returns {Point[]}
   */
  #down(cells) {
    return cells.map(([column, row]) => [column, this.#size - 1 - row]);
  }

  #listen() {
    let held = false;
    this.root.addEventListener("pointermove", (event) => {
      const point = this.pointAt(event.clientX, event.clientY);
      if (held) this.reports.drag?.(point, event);
      else if (event.pointerType === "mouse") this.reports.hover?.(point, event);
    });
    this.root.addEventListener("pointerleave", (event) => {
      if (!held && event.pointerType === "mouse") this.reports.hover?.(null, event);
    });
    this.root.addEventListener("pointerdown", (event) => {
      const point = this.pointAt(event.clientX, event.clientY);
      if (event.button !== 0 || !point) return;
      held = true;
      // Wherever it is let go, it is told here.
      this.root.setPointerCapture(event.pointerId);
      this.reports.press?.(point, event);
    });
    const end = (/** @type {PointerEvent} */ event) => {
      if (!held) return;
      held = false;
      const point = event.type === "pointercancel" ? null : this.pointAt(event.clientX, event.clientY);
      this.reports.release?.(point, event);
      if (!point && event.pointerType === "mouse") this.reports.hover?.(null, event);
    };
    this.root.addEventListener("pointerup", end);
    this.root.addEventListener("pointercancel", end);
    const wheel = new Wheel();
    this.root.addEventListener(
      "wheel",
      (event) => {
        // With Ctrl, the browser makes the page larger or smaller.
        if (event.ctrlKey || !this.reports.wheel || !this.root.classList.contains("holding")) return;
        event.preventDefault();
        const turns = wheel.turns(event);
        if (turns) this.reports.wheel(turns, event);
      },
      { passive: false },
    );
    this.root.addEventListener("contextmenu", (event) => {
      if (!this.root.classList.contains("holding")) return;
      event.preventDefault();
      this.reports.menu?.(event);
    });
  }
}
