/**
 * Hints of three strengths: the piece, then the area, then the move.
 *
 * @import { Hint, RoomState } from "../shell/types.js"
 * @import { Table } from "../play/table.js"
 */
import { parseCell, parseMove } from "../board/cells.js";
import { announce, note } from "../shell/announcer.js";
import { button } from "../shell/button.js";
import { fill, h } from "../shell/dom.js";

export class Hints {
  /** @type {Hint | null} */
  #hint = null;
  #busy = false;

  /**
   * @param {Table} table
   * @param {(strength: number) => Promise<Hint>} ask
   */
  constructor(table, ask) {
    this.table = table;
    this.ask = ask;
    this.element = h("div", { class: "hint panel", hidden: true });
  }

  /** Takes the hint away when its turn is over. @param {RoomState} state */
  update(state) {
    if (this.#hint && (this.#hint.number !== state.moves.length || !state.you.to_move)) this.hide();
  }

  /** Asks for a hint that is stronger than the one that is shown. */
  async more() {
    if (this.#busy) return;
    const strength = Math.min((this.#hint?.strength ?? 0) + 1, 3);
    this.#busy = true;
    fill(this.element, h("span", { class: "thinking" }, "Looking for a good move"));
    this.element.hidden = false;
    try {
      this.#show(await this.ask(strength));
    } catch (error) {
      note(/** @type {Error} */ (error).message, "wrong");
      this.hide();
    } finally {
      this.#busy = false;
    }
  }

  /** @param {Hint} hint */
  #show(hint) {
    const { table } = this;
    this.#hint = hint;
    table.hinted = hint.piece;
    table.hand.changed();
    const { turn } = table.position ?? {};
    if (hint.move) {
      table.board.suggest([]);
      table.propose(parseMove(hint.move), hint.piece);
    } else if (hint.area && turn) {
      table.board.suggest([{ colour: turn.colour, cells: hint.area.map(parseCell), label: "?" }]);
    }
    const text = hint.move ? `Piece ${hint.piece} at ${hint.move.replaceAll(",", " ")}` : hint.area ? `Piece ${hint.piece}, in the area that is marked` : `Try piece ${hint.piece}`;
    const share = typeof hint.share === "number" ? `${Math.round(hint.share * 100)} % of the win expected` : "";
    announce(`${text}. ${share}`);
    fill(
      this.element,
      h("div", { class: "says" }, h("strong", {}, text), share && h("span", { class: "quiet" }, share)),
      h("span", { class: "spring" }),
      hint.strength < 3 && button({ text: "Tell me more", class: "slim", press: () => this.more() }),
      button({ label: "Hide the hint", icon: "drop", press: () => this.hide() }),
    );
    // On a phone it may be below the screen.
    this.element.scrollIntoView({ block: "nearest" });
  }

  hide() {
    this.#hint = null;
    this.element.hidden = true;
    this.table.hinted = null;
    this.table.board.suggest([]);
    this.table.hand.changed();
  }
}
