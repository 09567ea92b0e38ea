/** A game of Duo that plays itself on the first page. */
import { Board } from "../board/board.js";
import { parseCell, parseMove } from "../board/cells.js";
import { h } from "../shell/dom.js";
import { isCalm } from "../shell/settings.js";

const MOVES = [
  "b9,c9,c10,d10,e10",
  "j5,k5,l5,m5,m6",
  "a6,b6,a7,b7,a8",
  "h2,h3,i3,i4",
  "d5,d6,d7,e7,d8",
  "l7,l8,m8,k9,l9",
  "f2,e3,f3,e4",
  "h5,h6,i6,h7,i7",
  "a10,a11,a12,a13,b13",
  "j1,j2,k2,k3,l3",
  "f11,g11,h11",
  "m10,m11,m12,m13,m14",
  "c14,d14,e14,f14,g14",
  "e8,f8,g8,g9,g10",
  "j11,i12,j12,j13,k13",
  "e1,f1,g1,d2,e2",
  "c2,c3,a4,b4,c4",
  "b1,c1,b2,a3,b3",
  "g4,h4,f5,g5,f6",
  "j8",
  "l12",
  "n1,m2,n2,n3,n4",
  "h8,i8,i9,i10",
];

/** Pieces that are there from the beginning, so that the board is worth a look at once. */
const FIRST = 12;
const PACE = 1800;

export class Showcase {
  #count = FIRST;

  constructor() {
    this.element = h("div", { class: "board-host showcase", "data-colours": 2, "aria-hidden": "true" });
    this.board = new Board(this.element);
    this.board.setUp(14, [{ colour: 1, point: parseCell("e10") }, { colour: 2, point: parseCell("j5") }], 2);
    this.#draw(false);
    this.timer = isCalm() ? 0 : setInterval(() => this.#step(), PACE);
  }

  #step() {
    // After the end it stays for a while, then begins again.
    this.#count = this.#count > MOVES.length + 6 ? 1 : this.#count + 1;
    this.#draw(true);
  }

  /** @param {boolean} animate */
  #draw(animate) {
    const pieces = MOVES.slice(0, this.#count).map((move, index) => ({ colour: (index % 2) + 1, cells: parseMove(move) }));
    this.board.show(pieces, animate);
  }

  close() {
    clearInterval(this.timer);
  }
}
