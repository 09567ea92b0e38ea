/**
 * The analysis board: a game with branches, the search, the review, and the set-up editor.
 *
 * @import { AnalysisReport, PositionRequest, PositionState, ReadGame, ReviewEntry, SetUp, VariantInfo } from "../shell/types.js"
 * @import { TreeNode } from "./tree.js"
 */
import { parseMove } from "../board/cells.js";
import { Table } from "../play/table.js";
import { swatch, signed } from "../room/players.js";
import { announce, note } from "../shell/announcer.js";
import { api } from "../shell/api.js";
import { button } from "../shell/button.js";
import { capital, fill, h } from "../shell/dom.js";
import { bindKeys } from "../shell/keys.js";
import { navigate } from "../shell/router.js";
import { WinBar } from "./bar.js";
import { Candidates } from "./candidates.js";
import { Editor } from "./editor.js";
import { openLoad, openShare } from "./files.js";
import { Graph } from "./graph.js";
import { LineList } from "./line-list.js";
import { analysisPath, readAnalysis } from "./link.js";
import { Review } from "./review.js";
import { Search } from "./search.js";
import { Tree, movesTo } from "./tree.js";

export class AnalysisView {
  /** @type {VariantInfo | null} */
  #variant = null;
  /** @type {PositionState | null} */
  #position = null;
  /** @type {SetUp | null} */
  #setup = null;
  /** @type {string[]} */
  #names = [];
  #tree = new Tree();
  /** The colour that made a move, by the node's id. @type {Map<number, number>} */
  #colours = new Map();
  /** Positions that were asked for, by the node. @type {Map<TreeNode, Promise<PositionState>>} */
  #known = new Map();
  /** @type {Map<number, ReviewEntry>} */
  #entries = new Map();
  #searching = false;
  /** @type {AnalysisReport | null} */
  #report = null;

  /** @param {URLSearchParams} query */
  constructor(query) {
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
      reviewed: (players) => this.#variant && this.review.done(players, this.#variant, this.#names),
      refused: (message) => note(capital(message), "wrong"),
    });
    this.bar = new WinBar();
    this.candidates = new Candidates({ hover: (index) => this.#stress(index), choose: (move) => this.#go(this.#tree.add(move)) });
    this.graph = new Graph((number) => this.#go(this.#tree.main()[number]));
    this.lines = new LineList((node) => this.#go(node));
    this.review = new Review({ start: (effort) => this.#startReview(effort), stop: () => this.#stopReview() });
    this.editor = new Editor(this.table.board, { done: (setup) => this.#setUp(setup), cancel: () => this.#endEditing() });
    this.summary = h("div", { class: "status" });
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
        this.candidates.element,
        this.table.own,
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
    );
    this.#load(query);
  }

  /** @param {URLSearchParams} query */
  async #load(query) {
    const { position, names, review, at } = readAnalysis(query);
    this.#names = names;
    try {
      await this.#open(position.variant, position.setup ?? null, Tree.of(position.moves), at);
      const usual = [...(await api.variants()).values()].filter((variant) => variant.usual || variant.name === position.variant);
      fill(this.variants, usual.map(({ name, title }) => h("option", { value: name, selected: name === position.variant }, title)));
      if (review) this.#startReview("normal");
    } catch (error) {
      note(capital(/** @type {Error} */ (error).message), "wrong");
      if (position.moves.length || position.setup) await navigate(`/analysis?variant=duo`);
    }
  }

  /**
   * @param {string} variant
   * @param {SetUp | null} setup
   * @param {Tree} tree
   * @param {number | null} at which move of the main line to look at; the last one if it is not said
   */
  async #open(variant, setup, tree, at) {
    const info = await api.variant(variant);
    this.search.stopReview();
    this.#variant = info;
    this.#setup = setup;
    this.#tree = tree;
    this.#known.clear();
    this.#colours.clear();
    this.#entries.clear();
    this.element.dataset.colours = String(info.colours.length === 2 ? 2 : 4);
    const main = tree.main();
    // One question tells the colours of the whole line, and whether it can be played.
    const whole = await this.#ask(main[main.length - 1]);
    whole.moves.forEach(({ colour }, index) => this.#colours.set(main[index + 1].id, colour));
    this.review.idle(main.length - 1);
    await this.#go(main[Math.min(at ?? main.length - 1, main.length - 1)]);
  }

  /**
   * @param {TreeNode} [node]
   * @returns {PositionRequest}
   */
  #request(node = this.#tree.at) {
    return { variant: this.#variant?.name ?? "duo", setup: this.#setup, moves: movesTo(node) };
  }

  /** @param {TreeNode} node */
  #ask(node) {
    let answer = this.#known.get(node);
    if (!answer) {
      answer = api.position(this.#request(node));
      this.#known.set(node, answer);
    }
    return answer;
  }

  /** @param {TreeNode} node */
  async #go(node) {
    const before = this.#tree.at;
    this.#tree.at = node;
    try {
      const position = await this.#ask(node);
      if (this.#tree.at !== node || !this.#variant) return;
      this.#position = position;
      if (node.parent) this.#colours.set(node.id, position.moves[position.moves.length - 1].colour);
      this.#update();
    } catch (error) {
      this.#known.delete(node);
      this.#tree.at = before;
      this.#tree.remove(node);
      throw error;
    }
  }

  /** @param {number} step */
  #step(step) {
    const { at } = this.#tree;
    const to = step < 0 ? at.parent : at.children[0];
    if (to) this.#go(to);
  }

  #update() {
    const variant = this.#variant;
    const position = this.#position;
    if (!variant || !position) return;
    const { at } = this.#tree;
    if (position.turn) this.table.trayColour = position.turn.colour;
    this.table.show(variant, position, !position.over && !this.editor.isOpen);
    this.table.own.hidden = position.over;
    const scores = position.colours.map(({ colour, score }) => h("span", { class: "row score" }, swatch(colour, variant), signed(score, variant)));
    const turn = position.turn && capital(variant.colours[position.turn.colour - 1].name);
    fill(
      this.summary,
      h("div", { class: "says" }, h("strong", {}, position.result?.text ?? `${turn} to play`), h("span", { class: "quiet" }, `After ${position.number} ${position.number === 1 ? "move" : "moves"} · ${position.legal_count} legal`)),
      h("span", { class: "spring" }),
      scores,
    );
    this.lines.update(this.#tree, this.#colours, this.#entries);
    this.#drawGraph();
    this.steps.first.disabled = this.steps.previous.disabled = !at.parent;
    this.steps.next.disabled = this.steps.last.disabled = !at.children.length;
    announce(`${at.move ? `Move ${position.number}: ${at.move.replaceAll(",", " ")}. ` : "Start. "}${turn ? `${turn} to play` : "Game over"}`);
    history.replaceState(null, "", this.#link(true));
    this.#show(null);
    if (this.#searching && !position.over) this.search.analyse(this.#request());
  }

  #drawGraph() {
    const main = this.#tree.main();
    const at = main.indexOf(this.#tree.at);
    if (this.#variant) this.graph.update(this.#variant, this.#entries, main.length - 1, at < 0 ? 0 : at);
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
    const variant = this.#variant;
    const position = this.#position;
    if (!variant || !position) return;
    this.#report = report;
    const entry = this.#onMain() ? this.#entries.get(position.number) : undefined;
    const values = report?.values ?? entry?.values ?? (position.over ? position.result?.players.map(({ share }) => share) : null);
    this.bar.update(variant, values);
    const colour = position.turn?.colour ?? 1;
    // Without a search, what the review found is shown.
    const candidates = report?.candidates ?? entry?.best ?? [];
    this.candidates.update(report ?? (candidates.length ? { running: false, seconds: 0, visits: 0, candidates } : null), colour);
    if (!report) this.candidates.state.textContent = candidates.length ? "What the review found." : position.over ? "" : "The search is off.";
    this.table.board.suggest(candidates.map(({ move }, index) => ({ colour, cells: parseMove(move), label: String(index + 1) })));
  }

  #onMain() {
    return this.#tree.main().includes(this.#tree.at);
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
    this.lines.update(this.#tree, this.#colours, this.#entries);
    this.#drawGraph();
    if (entry.number === this.#position?.number && !this.#report) this.#show(null);
  }

  #edit() {
    const { board } = this.table;
    if (!this.#variant || !this.#position || this.editor.isOpen) return;
    this.search.stop();
    this.table.show(this.#variant, this.#position, false);
    board.suggest([]);
    const { reports } = board;
    board.reports = { press: (point) => this.editor.press(point), drag: (point) => this.editor.drag(point) };
    this.restore = () => (board.reports = reports);
    this.editor.open(this.#variant, this.#position);
    this.element.classList.add("editing");
  }

  #endEditing() {
    this.restore?.();
    this.editor.close();
    this.element.classList.remove("editing");
    this.#update();
  }

  /** @param {SetUp} setup */
  async #setUp(setup) {
    const name = this.#variant?.name ?? "duo";
    this.restore?.();
    this.editor.close();
    this.element.classList.remove("editing");
    await this.#open(name, setup, new Tree(), null);
  }

  /** @param {string} text */
  async #read(text) {
    const [game] = await api.read(text);
    if (!game) throw new Error("There is no game in it.");
    await this.#openGame(game);
  }

  /** @param {ReadGame} game */
  async #openGame(game) {
    this.#names = game.players.map((name) => name ?? "");
    await this.#open(game.variant, game.setup ?? null, game.nodes.length ? Tree.read(game.nodes) : Tree.of(game.moves), 0);
    await this.#colourBranches();
    const usual = [...this.variants.options].some(({ value }) => value === game.variant);
    if (!usual) this.variants.append(h("option", { value: game.variant }, this.#variant?.title ?? game.variant));
    this.variants.value = game.variant;
  }

  /** Asks for the colours of the moves that are not on the main line. */
  async #colourBranches() {
    const ends = [];
    const open = [this.#tree.root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (!node.children.length) ends.push(node);
      open.push(...node.children);
    }
    for (const end of ends) {
      const { moves } = await this.#ask(end);
      let node = end;
      for (let index = moves.length - 1; node.parent; index--, node = node.parent) this.#colours.set(node.id, moves[index].colour);
    }
    this.lines.update(this.#tree, this.#colours, this.#entries);
  }

  /** @param {boolean} whole the main line, with where one looks; else this position alone */
  #link(whole) {
    const main = this.#tree.main();
    const onMain = this.#onMain();
    const end = whole ? (onMain ? main[main.length - 1] : this.#tree.last()) : this.#tree.at;
    const at = movesTo(this.#tree.at).length;
    const request = this.#request(end);
    return analysisPath(request, { names: this.#names, ...(at < request.moves.length ? { at } : {}) });
  }

  #share() {
    openShare({
      position: this.#request(),
      gameLink: this.#link(true),
      positionLink: this.#link(false),
      write: () => {
        const { variant, setup } = this.#request();
        return api.write({ variant, ...(setup ? { setup } : {}), ...(this.#names.length ? { players: this.#names } : {}), nodes: this.#tree.write() });
      },
    });
  }

  async #play() {
    const variant = this.#variant;
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
  }

  close() {
    this.search.close();
    this.table.close();
    this.ends();
  }
}
