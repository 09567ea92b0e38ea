/**
 * The analysis board: a game with branches, the search, the review, and the set-up editor.
 *
 * @import { AnalysisReport, PositionRequest, PositionState, ReviewEntry, Setup } from "../shell/types.js"
 * @import { TreeNode } from "./tree.js"
 */
import { parseMove } from "../board/cells.js";
import { Table } from "../play/table.js";
import { swatch, signed } from "../room/names.js";
import { announce, note } from "../shell/announcer.js";
import { api } from "../shell/api.js";
import { button } from "../shell/button.js";
import { capital, fill, h, plural, say } from "../shell/dom.js";
import { bindKeys } from "../shell/keys.js";
import { navigate } from "../shell/router.js";
import { single } from "../shell/single.js";
import { WinBar } from "./bar.js";
import { Candidates } from "./candidates.js";
import { Editor } from "./editor.js";
import { openLoad, openShare } from "./files.js";
import { Game } from "./game.js";
import { Graph } from "./graph.js";
import { LineList } from "./line-list.js";
import { found } from "./kept.js";
import { readAnalysis, readTree } from "./link.js";
import { Review } from "./review.js";
import { Search } from "./search.js";
import { Tree } from "./tree.js";

export class AnalysisView {
  /** @type {Game | null} */
  #game = null;
  /** @type {PositionState | null} */
  #position = null;
  /** @type {Map<number, ReviewEntry>} */
  #entries = new Map();
  #searching = false;
  /** @type {AnalysisReport | null} */
  #report = null;
  /** The game that was told to be too large for a link. @type {Game | null} */
  #told = null;

  /**
   * @param {URLSearchParams} query
   * @param {string} fragment
   */
  static async open(query, fragment) {
    const view = new AnalysisView();
    await view.#load(query, fragment);
    return view;
  }

  constructor() {
    document.title = "Analysis · Cornerwise";
    // Whoever binds later is asked first: arrows move the piece in hand of the table, if there is one.
    this.ends = bindKeys({
      previous: () => this.#step(-1),
      next: () => this.#step(1),
      first: () => void this.#go(this.#tree.root),
      last: () => void this.#go(this.#tree.last()),
      search: () => this.#toggle(),
      undo: () => this.#step(-1),
    });
    this.table = new Table({
      play: async (move) => this.#go(this.#tree.add(move)),
      why: (move) => api.why(this.#request(), move),
    });
    this.table.stressed = (index) => this.#stress(index);
    this.search = new Search({
      analysis: (report) => this.#show(report),
      review: (entry, done, of) => this.#reviewed(entry, done, of),
      reviewed: (players) => this.#game && this.review.done(players, this.#game.variant, this.#game.names),
      refused: (message) => note(capital(message), "wrong"),
    });
    this.bar = new WinBar();
    this.candidates = new Candidates({ hover: (index) => this.#stress(index), choose: (move) => this.#go(this.#tree.add(move)) });
    this.graph = new Graph((number) => this.#go(this.#tree.main()[number]));
    this.lines = new LineList((node) => this.#go(node));
    this.review = new Review({ start: (effort) => this.#startReview(effort), stop: () => this.#stopReview() });
    this.editor = new Editor(this.table.board, { done: (setup) => this.#setUp(setup), cancel: () => this.#endEditing() });
    this.summary = h("div", { class: "status" });
    this.comment = h("p", { class: "comment panel", hidden: true, "aria-label": "Comment on the move", role: "note" });
    this.variants = h("select", { "aria-label": "Variant", onchange: () => navigate(`/analysis?variant=${this.variants.value}`) });
    this.searchButton = button({ text: "Search", icon: "analyse", press: () => this.#toggle() });
    this.steps = {
      first: button({ label: "First position", icon: "first", key: "Home", press: () => this.#go(this.#tree.root) }),
      previous: button({ label: "Previous move", icon: "previous", key: "←", press: () => this.#step(-1) }),
      next: button({ label: "Next move", icon: "next", key: "→", press: () => this.#step(1) }),
      last: button({ label: "Last move", icon: "last", key: "End", press: () => this.#go(this.#tree.last()) }),
    };
    this.element = h(
      "main",
      { class: "analysis" },
      h("h1", { class: "unseen" }, "Analysis"),
      h("section", { class: "stage" }, this.table.host),
      h(
        "div",
        { class: "side" },
        this.summary,
        this.bar.element,
        this.editor.element,
        h("div", { class: "actions steps", role: "toolbar", "aria-label": "Moves" }, this.searchButton, h("span", { class: "spring" }), Object.values(this.steps)),
        this.comment,
        this.table.own,
        h(
          "div",
          { class: "rest" },
          this.candidates.element,
          this.graph.element,
          this.lines.element,
          this.review.element,
          h(
            "div",
            { class: "actions", role: "toolbar", "aria-label": "Game" },
            this.variants,
            button({ label: "Set up a position", icon: "edit", press: () => this.#edit() }),
            button({ label: "Open a game", icon: "load", press: () => openLoad((text) => this.#read(text)) }),
            button({ label: "Share and save", icon: "save", press: () => this.#share() }),
            button({ text: "Play from here", icon: "play", press: () => this.#play() }),
          ),
        ),
      ),
    );
  }

  /**
   * @param {URLSearchParams} query
   * @param {string} fragment
   */
  async #load(query, fragment) {
    const { position, names, review, at } = readAnalysis(query);
    let tree = Tree.of(position.moves);
    try {
      tree = readTree(position.moves, found(fragment));
    } catch (error) {
      note(/** @type {Error} */ (error).message, "wrong");
    }
    try {
      await this.#open(position.variant, position.setup ?? null, tree, names, at);
      if (review) this.#startReview("normal");
    } catch (error) {
      // A server that is busy or away is no reason to lose the game.
      if (!["illegal", "malformed", "not-found"].includes(/** @type {any} */ (error).code)) throw error;
      note(capital(/** @type {Error} */ (error).message), "wrong");
      if (position.moves.length || position.setup || position.variant !== "duo") await navigate("/analysis");
    }
  }

  /**
   * @param {string} variant
   * @param {Setup | null} setup
   * @param {Tree} tree
   * @param {readonly string[]} names
   * @param {number | null} at the number of the position to look at; the last one of the main line if it is not said
   */
  async #open(variant, setup, tree, names, at) {
    const game = await Game.open(variant, setup, tree, names);
    this.search.stopReview();
    this.#game = game;
    this.#entries.clear();
    this.element.dataset.colours = String(game.variant.colours.length === 2 ? 2 : 4);
    const main = tree.main();
    this.review.idle(main.length - 1);
    await this.#go(tree.numbered().nodes[at ?? main.length - 1] ?? main[main.length - 1]);
    const usual = [...(await api.variants()).values()].filter(({ usual, name }) => usual && name !== variant);
    fill(this.variants, [game.variant, ...usual].map(({ name, title }) => h("option", { value: name, selected: name === variant }, title)));
  }

  /** The tree of the game, or an empty one before there is a game. */
  get #tree() {
    return this.#game?.tree ?? new Tree();
  }

  /**
   * @param {TreeNode} [node]
   * @returns {PositionRequest}
   */
  #request(node) {
    return this.#game?.request(node) ?? { variant: "duo", moves: [] };
  }

  /** @param {TreeNode} node */
  async #go(node) {
    const position = await this.#game?.go(node);
    if (!position) return;
    this.#position = position;
    this.#update();
  }

  /** @param {number} step */
  #step(step) {
    const { at } = this.#tree;
    const to = step < 0 ? at.parent : at.children[0];
    if (to) this.#go(to);
  }

  #update() {
    const game = this.#game;
    const position = this.#position;
    if (!game || !position) return;
    const { variant, tree } = game;
    const { at } = tree;
    if (position.turn) this.table.trayColour = position.turn.colour;
    this.table.show(variant, position, !position.over && !this.editor.isOpen);
    this.table.own.hidden = position.over;
    const scores = position.colours.map(({ colour, score }) => h("span", { class: "row score" }, swatch(colour, variant), signed(score, variant)));
    const turn = position.turn && capital(variant.colours[position.turn.colour - 1].name);
    fill(
      this.summary,
      h("div", { class: "says" }, h("strong", {}, position.result?.text ?? `${turn} to play`), h("span", { class: "quiet" }, `After ${plural(position.moves.length, "move")} · ${position.legal_count} legal`)),
      h("span", { class: "spring" }),
      scores,
    );
    this.#drawCourse();
    this.steps.first.disabled = this.steps.previous.disabled = !at.parent;
    this.steps.next.disabled = this.steps.last.disabled = !at.children.length;
    announce(`${at.move ? `Move ${position.moves.length}: ${at.move.replaceAll(",", " ")}. ` : "Start. "}${turn ? `${turn} to play` : "Game over"}`);
    this.comment.hidden = !at.comment;
    say(this.comment, at.comment ?? "");
    this.#keep(game);
    this.#show(null);
    if (this.#searching && !position.over) this.search.analyse(this.#request());
  }

  /**
   * Keeps the game in the address, so that a reload shows all of it again.
   *
   * @param {Game} game
   */
  #keep(game) {
    history.replaceState(null, "", game.link());
    if (game.fitsLink() || this.#told === game) return;
    this.#told = game;
    note("This game is too large for a link. Its branches are kept in this tab; save the game to keep them for good.");
  }

  /** The list of moves and the graph. */
  #drawCourse() {
    const game = this.#game;
    if (!game) return;
    const main = game.tree.main();
    this.lines.update(game.tree, game.colours, this.#entries);
    this.graph.update(game.variant, this.#entries, main.length - 1, Math.max(main.indexOf(game.tree.at), 0));
  }

  #toggle() {
    this.#searching = !this.#searching;
    this.searchButton.classList.toggle("main", this.#searching);
    this.searchButton.setAttribute("aria-pressed", String(this.#searching));
    const label = this.searchButton.querySelector("span");
    if (label) label.textContent = this.#searching ? "Stop" : "Search";
    if (this.#searching && !this.#position?.over) this.search.analyse(this.#request());
    else {
      this.search.stop();
      this.#show(this.#report && { ...this.#report, running: false });
    }
  }

  /** @param {AnalysisReport | null} report */
  #show(report) {
    const game = this.#game;
    const position = this.#position;
    if (!game || !position) return;
    this.#report = report;
    const entry = game.isOnMain() ? this.#entries.get(position.moves.length) : undefined;
    const values = report?.values ?? entry?.values ?? (position.over ? position.result?.players.map(({ share }) => share) : null);
    this.bar.update(game.variant, values);
    const colour = position.turn?.colour ?? 1;
    // Without a search, what the review found is shown.
    const candidates = report?.candidates ?? entry?.best ?? [];
    this.candidates.update(report ?? (candidates.length ? { running: false, queued: false, seconds: 0, visits: 0, candidates, line: [] } : null), colour);
    if (!report) this.candidates.state.textContent = candidates.length ? "What the review found." : position.over ? "" : "The search is off.";
    this.candidates.element.hidden = !candidates.length && !this.candidates.state.textContent;
    this.table.board.suggest(candidates.map(({ move }, index) => ({ colour, cells: parseMove(move), label: String(index + 1) })));
  }

  /** @param {number | null} index */
  #stress(index) {
    this.table.board.stress(index);
    for (const [at, row] of [...this.candidates.list.children].entries()) row.classList.toggle("stressed", at === index);
  }

  /** @param {string} effort */
  #startReview(effort) {
    const main = this.#tree.main();
    if (main.length < 2) return;
    this.#entries.clear();
    this.review.progress(0, main.length);
    this.search.review(this.#request(main[main.length - 1]), effort);
  }

  #stopReview() {
    this.search.stopReview();
    this.review.idle(this.#tree.main().length - 1);
  }

  /**
   * @param {ReviewEntry} entry
   * @param {number} done
   * @param {number} of
   */
  #reviewed(entry, done, of) {
    this.#entries.set(entry.number, entry);
    this.review.progress(done, of);
    this.#drawCourse();
    if (entry.number === this.#position?.moves.length && !this.#report) this.#show(null);
  }

  #edit() {
    const { board } = this.table;
    if (!this.#game || !this.#position || this.editor.isOpen) return;
    this.search.stop();
    this.table.show(this.#game.variant, this.#position, false);
    board.suggest([]);
    const { reports } = board;
    board.reports = { press: (point) => this.editor.press(point), drag: (point) => this.editor.drag(point) };
    this.restore = () => (board.reports = reports);
    this.editor.open(this.#game.variant, this.#position);
    this.element.classList.add("editing");
  }

  #endEditing() {
    this.restore?.();
    this.editor.close();
    this.element.classList.remove("editing");
    this.#update();
  }

  /** @param {Setup} setup */
  async #setUp(setup) {
    const { variant, names } = this.#game ?? {};
    this.restore?.();
    this.editor.close();
    this.element.classList.remove("editing");
    if (variant && names) await this.#open(variant.name, setup, new Tree(), names, null);
  }

  /** @param {string} text */
  async #read(text) {
    const [game] = await api.read(text);
    if (!game) throw new Error("There is no game in it.");
    const names = game.players.map((name) => name ?? "");
    const tree = game.nodes.length ? Tree.read(game.nodes) : Tree.of(game.moves);
    tree.root.comment = game.comment ?? null;
    await this.#open(game.variant, game.setup ?? null, tree, names, 0);
  }

  #share() {
    const game = this.#game;
    if (game) openShare({ position: game.request(), gameLink: game.fitsLink() ? game.link() : null, positionLink: game.positionLink(), write: () => game.write() });
  }

  #play = single(async () => {
    const { variant } = this.#game ?? {};
    const position = this.#position;
    if (!variant || !position?.turn) return;
    const me = position.turn.player;
    const { setup, moves } = this.#request();
    try {
      const seats = variant.players.map(({ player }) => (player === me ? { kind: /** @type {const} */ ("me") } : { kind: /** @type {const} */ ("agent"), agent: "level:3" }));
      const room = await api.makeRoom({ variant: variant.name, seats, setup: setup ?? null, moves });
      await navigate(`/room/${room.id}`);
    } catch (error) {
      note(capital(/** @type {Error} */ (error).message), "wrong");
    }
  });

  close() {
    this.search.close();
    this.table.close();
    this.ends();
  }
}
