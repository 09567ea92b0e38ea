/** A game of Duo that plays itself on the first page: level 4 against level 5. */
import { Board } from "../board/board.js";
import { parseCell, parseMove } from "../board/cells.js";
import { h } from "../shell/dom.js";
import { isCalm } from "../shell/settings.js";

const MOVES = [
  "e8,d9,e9,f9,e10",
  "j4,i5,j5,k5,j6",
  "g10,g11,h11,h12,i12",
  "g2,f3,g3,g4,h4",
  "h5,f6,g6,h6,f7",
  "h7,i7,h8,g9,h9",
  "j9,i10,j10,j11,k11",
  "k7,k8,k9,l9,k10",
  "e3,c4,d4,e4,e5",
  "d10,f10,d11,e11,f11",
  "i3,j3,k3,i4,k4",
  "a7,a8,b8,b9,c9",
  "b5,b6,b7,c7,d7",
  "g12,g13,f14,g14,h14",
  "c1,d1,e1,f1,d2",
  "m5,n5,l6,m6,n6",
  "h1,i1,j1,k1,h2",
  "i13,j13,j14,k14,l14",
  "l12,m12,m13,n13",
  "m8,n8,n9,n10,n11",
  "l2,m2,n2,m3,n3",
  "a10,a11,a12,a13,a14",
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
