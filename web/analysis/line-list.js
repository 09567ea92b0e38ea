/**
 * The moves of a game with its branches and grades.
 *
 * @import { Grade, ReviewEntry, VariantInfo } from "../shell/types.js"
 * @import { Tree, TreeNode } from "./tree.js"
 */
import { parseMove } from "../board/cells.js";
import { pieceIcon } from "../board/piece.js";
import { pieceOf, settled } from "../board/shapes.js";
import { fill, h } from "../shell/dom.js";
import { path } from "./tree.js";

/** @type {Record<Grade, string>} */
const SIGNS = { best: "✓", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

export class LineList {
  /** @param {(node: TreeNode) => void} go */
  constructor(go) {
    this.go = go;
    this.list = h("div", { class: "lines", role: "group", "aria-label": "Moves" });
    this.element = h("section", { class: "move-list" }, this.list);
  }

  /**
   * @param {Tree} tree
   * @param {Map<number, number>} colours of nodes, by their id
   * @param {Map<number, ReviewEntry>} review of the main line
   */
  update(tree, colours, review) {
    const main = new Set(tree.main());
    const chosen = new Set(path(tree.at));
    const line = (/** @type {TreeNode} */ from, /** @type {number} */ depth) => {
      /** @type {Node[]} */
      const items = [];
      /** @type {Node[]} */
      const row = [];
      const flush = () => row.length && items.push(h("div", { class: "moves" }, row.splice(0)));
      for (let node = from, number = depth; node; node = node.children[0], number++) {
        const entry = main.has(node) ? review.get(number) : undefined;
        row.push(this.#move(node, number + 1, colours.get(node.id) ?? 1, entry, chosen.has(node), node === tree.at));
        // The others that could follow here are told once the move of the line is.
        for (const branch of node.parent?.children.slice(1) ?? []) {
          if (node.parent?.children[0] !== node) break;
          flush();
          items.push(h("div", { class: "branch" }, line(branch, number)));
        }
      }
      flush();
      return items;
    };
    const first = tree.root.children[0];
    fill(this.list, first ? line(first, 0) : h("p", { class: "quiet" }, "Play a move, or open a game file."));
    const current = this.list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) {
      const top = current.offsetTop - this.list.offsetTop;
      if (top < this.list.scrollTop || top > this.list.scrollTop + this.list.clientHeight - 40) this.list.scrollTop = top - 60;
    } else this.list.scrollTop = 0;
  }

  /**
   * @param {TreeNode} node
   * @param {number} number
   * @param {number} colour
   * @param {ReviewEntry | undefined} entry
   * @param {boolean} chosen
   * @param {boolean} current
   */
  #move(node, number, colour, entry, chosen, current) {
    const cells = parseMove(node.move ?? "");
    const grade = entry?.grade;
    return h(
      "button",
      {
        type: "button",
        class: `move ${chosen ? "chosen" : ""} ${grade ? `grade-${grade}` : ""}`,
        "aria-current": current ? "step" : undefined,
        title: `${node.move}${grade ? `: ${grade}${entry?.loss ? `, ${Math.round(entry.loss * 100)} % of the win lost` : ""}` : ""}${node.comment ? `\n${node.comment}` : ""}`,
        "aria-label": `Move ${number} ${pieceOf(cells)}, ${node.move}${grade ? `, ${grade}` : ""}`,
        onclick: () => this.go(node),
      },
      h("span", { class: "number" }, `${number} `),
      pieceIcon(settled(cells), colour),
      h("span", {}, pieceOf(cells) ?? ""),
      h("span", { class: "sign" }, grade ? SIGNS[grade] : node.comment ? "…" : ""),
    );
  }
}
