/**
 * The page of a room: a game with its players, or the seats before it.
 *
 * @import { AgentCatalogue, RoomState, VariantInfo } from "../shell/types.js"
 */
import { parseMove } from "../board/cells.js";
import { analysisPath } from "../analysis/link.js";
import { Table } from "../play/table.js";
import { announce, note } from "../shell/announcer.js";
import { api } from "../shell/api.js";
import { button } from "../shell/button.js";
import { copied } from "../shell/clipboard.js";
import { confirmed } from "../shell/dialog.js";
import { capital, fill, h, say } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { bindKeys } from "../shell/keys.js";
import { navigate } from "../shell/router.js";
import { Socket } from "../shell/socket.js";
import { single } from "../shell/single.js";
import { play as sound } from "../shell/sounds.js";
import { Chat } from "./chat.js";
import { Ending } from "./ending.js";
import { Hints } from "./hints.js";
import { Lobby } from "./lobby.js";
import { Moves } from "./moves.js";
import { seatName, signed } from "./names.js";
import { Players } from "./players.js";
import { Status, whoseTurn } from "./status.js";

export class RoomView {
  /** @type {RoomState | null} */
  #state = null;
  /** @type {VariantInfo | null} */
  #variant = null;
  /** @type {AgentCatalogue | null} */
  #offer = null;
  /** Whether the next state is the first one of a connection; a server that was started again may count anew. */
  #fresh = true;
  /** The undos and redos that are under way. @type {Promise<void>} */
  #turning = Promise.resolve();
  /** Who waits for a state. @type {{ version: number, resolve: () => void }[]} */
  #awaited = [];
  /** @type {(() => void)[]} */
  #endings = [];

  /**
   * A visitor has a secret before the socket asks for one.
   *
   * @param {string} id
   */
  static async open(id) {
    await api.session().catch(() => {});
    const view = new RoomView(id);
    await view.#check();
    return view;
  }

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    const act = (/** @type {string} */ type, /** @type {Record<string, unknown>} */ fields = {}) => {
      this.act(type, fields);
    };
    this.table = new Table({
      play: async (move) => {
        await this.socket.ask({ type: "move", ...this.#number(), move });
      },
      why: async (move) => (await this.socket.ask({ type: "why", move })).why,
    });
    this.status = new Status(act);
    this.players = new Players();
    this.moves = new Moves((move) => this.table.board.suggest(move ? [{ colour: move.colour, cells: parseMove(move.move), label: String(move.number) }] : []));
    this.hints = new Hints(this.table, async (strength) => (await this.socket.ask({ type: "hint", ...this.#number(), strength })).hint);
    this.lobby = new Lobby(act);
    this.chat = new Chat(act);
    this.ending = new Ending({ rematch: () => this.#rematch(), review: () => this.#analyse(true), again: () => navigate("/new") });
    this.wish = h("div", { class: "wish panel", hidden: true });
    this.offline = h("p", { class: "offline", hidden: true, role: "status" }, "The connection was lost. Trying again …");
    this.buttons = this.#makeButtons();
    this.watching = h("span", { class: "quiet spectators", hidden: true });
    const save = h("a", { class: "button bare", href: `/api/rooms/${id}/game.blksgf`, download: `cornerwise-${id}.blksgf`, title: "Save the game", "aria-label": "Save the game" }, icon("save"));
    this.actions = h("div", { class: "actions", role: "toolbar", "aria-label": "Game" }, Object.values(this.buttons), save, this.watching);
    this.own = this.table.own;
    this.element = h(
      "main",
      { class: "game" },
      h("h1", { class: "unseen" }, "Game"),
      h("section", { class: "stage" }, this.table.host),
      h(
        "div",
        { class: "side" },
        this.offline,
        this.status.element,
        this.players.scores,
        this.lobby.element,
        this.ending.element,
        this.wish,
        this.own,
        this.actions,
        // Below the button that asks for it, which so stays under the pointer.
        this.hints.element,
        h("div", { class: "rest" }, this.players.element, this.moves.element, this.chat.element),
      ),
    );
    this.socket = new Socket(`/rooms/${encodeURIComponent(id)}/socket`, {
      message: (message) => {
        if (message.type === "state") this.#update(message.state);
        else if (message.type === "crowd") this.#gather(message);
      },
      state: (connected) => {
        this.offline.hidden = connected;
        this.#fresh = true;
        // A server that was started again may count anew, so that nobody waits for what it had said.
        this.#awaited.splice(0).forEach(({ resolve }) => resolve());
      },
    });
    this.#endings.push(
      bindKeys({
        hint: () => (this.#state?.you.can_hint ? void this.hints.more() : false),
        undo: () => (this.#state?.you.can_undo ? void this.#turnBack("undo") : false),
        redo: () => (this.#state?.you.can_redo ? void this.#turnBack("redo") : false),
        now: () => this.status.controls.moveNow(),
        pause: () => this.status.controls.pause(),
        step: () => this.status.controls.step(),
        slower: () => this.status.controls.faster(-1),
        faster: () => this.status.controls.faster(1),
        status: () => this.#readOut(),
      }),
    );
  }

  /** A room that does not exist is told as such, and not looked for again and again. */
  async #check() {
    try {
      await this.#update(await api.room(this.id));
    } catch (error) {
      if (/** @type {any} */ (error).code !== "not-found") return;
      this.close();
      fill(this.element, h("section", { class: "panel lost" }, h("h1", {}, "There is no such room"), button({ text: "To the start", class: "main", press: () => navigate("/") })));
    }
  }

  /** Which state of the game an action is meant for; pieces that were set up before it do not count. */
  #number() {
    return { number: this.#state?.moves.length };
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} fields
   */
  async act(type, fields = {}) {
    try {
      return await this.socket.ask({ type, ...fields });
    } catch (error) {
      // What was meant for a position that is gone is no longer wanted.
      if (/** @type {any} */ (error).code !== "late") note(capital(/** @type {Error} */ (error).message), "wrong");
      return null;
    }
  }

  /**
   * Undoes or plays again. Each press counts, however fast they come: the next one is sent when the one before is seen.
   *
   * @param {"undo" | "redo"} type
   */
  #turnBack(type) {
    this.#turning = this.#turning.then(async () => {
      const you = this.#state?.you;
      if (!(type === "undo" ? you?.can_undo : you?.can_redo)) return;
      const answer = await this.act(type, this.#number());
      if (answer) await this.#seen(answer.version);
    });
    return this.#turning;
  }

  /**
   * Waits for the state with a version, or a later one.
   *
   * @param {number} version
   * @returns {Promise<void>}
   */
  #seen(version) {
    if ((this.#state?.version ?? 0) >= version) return Promise.resolve();
    return new Promise((resolve) => this.#awaited.push({ version, resolve }));
  }

  /** @param {RoomState} state */
  async #update(state) {
    this.#variant ??= await api.variant(state.variant);
    this.#offer ??= await api.offer();
    const before = this.#state;
    if (before && state.version < before.version && !this.#fresh) return;
    this.#fresh = false;
    this.#state = state;
    const variant = this.#variant;
    // Whose pieces are shown large: the colour that one plays now, or will play next.
    const own = state.seats.filter(({ yours }) => yours).flatMap(({ colours }) => colours);
    const next = nextOf(own, state.position.turn?.colour ?? 1, variant.colours.length);
    if (next) this.table.trayColour = next;
    this.element.dataset.colours = String(variant.colours.length === 2 ? 2 : 4);
    this.table.show(variant, state.position, state.you.can_move);
    const tray = state.phase !== "over" && own.length > 0;
    this.own.hidden = !tray;
    this.status.update(state, variant);
    this.#showPeople(state, variant);
    this.moves.update(state.moves, variant);
    this.ending.update(state, variant);
    this.hints.update(state);
    this.chat.update(state);
    this.#wish(state);
    this.#showButtons(state);
    document.title = `${state.you.to_move ? "Your turn" : whoseTurn(state, variant)} · Cornerwise`;
    this.#tell(before, state, variant);
    const seen = this.#awaited.filter(({ version }) => version <= state.version);
    this.#awaited = this.#awaited.filter((waiting) => !seen.includes(waiting));
    seen.forEach(({ resolve }) => resolve());
  }

  /**
   * Shows who is there, which is told apart from the game.
   *
   * @param {{ spectators: number, connected: boolean[] }} crowd
   */
  #gather({ spectators, connected }) {
    if (!this.#state || !this.#variant) return;
    const seats = this.#state.seats.map((seat, at) => ({ ...seat, connected: connected[at] }));
    const state = { ...this.#state, spectators, seats };
    this.#state = state;
    this.#showPeople(state, this.#variant);
    this.#showButtons(state);
  }

  /**
   * @param {RoomState} state
   * @param {VariantInfo} variant
   */
  #showPeople(state, variant) {
    this.players.update(state, variant, this.own.hidden ? 0 : this.table.trayColour);
    if (this.#offer) this.lobby.update(state, variant, this.#offer);
  }

  /**
   * @param {RoomState | null} before
   * @param {RoomState} state
   * @param {VariantInfo} variant
   */
  #tell(before, state, variant) {
    if (!before) return;
    const name = (/** @type {number} */ colour) => capital(variant.colours[colour - 1].name);
    const words = state.moves.slice(before.moves.length).map(({ colour, piece, move, passed }) => {
      const out = passed.map((other) => `${name(other)} has no move and is out.`);
      return [`${name(colour)} placed ${piece} at ${move.replaceAll(",", " ")}.`, ...out].join(" ");
    });
    const last = state.moves.at(-1);
    if (words.length && last && !state.seats[last.player - 1]?.yours) sound("other");
    if (state.moves.length < before.moves.length) words.push("Taken back.");
    if (state.phase === "over" && before.phase !== "over") {
      sound("end");
      words.push(`Game over. ${state.position.result?.text ?? ""}`);
    } else if (state.you.to_move) words.push("Your turn.");
    const passed = words.length && last ? last.passed : [];
    if (passed.length && state.phase !== "over") {
      sound("pass");
      note(`${passed.map(name).join(" and ")} ${passed.length > 1 ? "have" : "has"} no move left and must pass from now on.`);
    }
    if (words.length) announce(words.join(" "));
    if (state.next && !before.next && (state.you.made || state.you.seats.length)) navigate(`/room/${state.next}`);
  }

  #readOut() {
    const state = this.#state;
    const variant = this.#variant;
    if (!state || !variant) return;
    const scores = state.position.players.map(({ player, score }) => `${seatName(state.seats[player - 1])} ${signed(score, variant)}`);
    announce(`${whoseTurn(state, variant)}. ${scores.join(", ")}. ${state.position.legal_count} legal moves.`);
  }

  /** The buttons stay while states come in, so that fast presses all find theirs. */
  #makeButtons() {
    return {
      hint: button({ text: "Hint", icon: "hint", press: () => this.hints.more() }),
      undo: button({ text: "Undo", icon: "undo", press: () => this.#turnBack("undo") }),
      redo: button({ text: "Redo", icon: "redo", press: () => this.#turnBack("redo") }),
      resign: button({ label: "Resign", icon: "flag", press: () => this.#resign() }),
      analyse: button({ label: "Analyse this position", icon: "analyse", press: () => this.#analyse(false) }),
      link: button({ label: "Copy a link to this game", icon: "link", press: () => copied(`${location.origin}/room/${this.id}`, "The link to this game") }),
    };
  }

  /** @param {RoomState} state */
  #showButtons({ you, options, phase, redo, spectators }) {
    const { buttons } = this;
    const playing = phase === "playing";
    const seated = you.seats.length > 0;
    buttons.hint.hidden = !(playing && options.hints && seated);
    buttons.hint.disabled = !you.can_hint;
    buttons.undo.hidden = !(seated || you.can_undo);
    buttons.undo.disabled = !you.can_undo;
    buttons.redo.hidden = !(you.can_redo || redo > 0);
    buttons.redo.disabled = !you.can_redo;
    buttons.resign.hidden = !(playing && seated);
    this.watching.hidden = spectators === 0;
    say(this.watching, `${spectators} watching`);
  }

  /** @param {RoomState} state */
  #wish(state) {
    const wish = state.undo;
    this.wish.hidden = !wish;
    if (!wish) return;
    const mine = state.you.seats.some((seat) => wish.needs.includes(seat));
    const answer = (/** @type {boolean} */ agree) => () => this.act("answer", { ...this.#number(), agree });
    fill(
      this.wish,
      h("div", { class: "says" }, h("strong", {}, mine ? `${seatName(state.seats[wish.player - 1])} asks to take back.` : "Waiting for the others to agree to taking back.")),
      h("span", { class: "spring" }),
      mine && button({ text: "Agree", class: "slim main", press: answer(true) }),
      mine && button({ text: "Decline", class: "slim", press: answer(false) }),
    );
  }

  async #resign() {
    const { you, position } = this.#state ?? {};
    if (!you?.seats.length) return;
    const seat = you.seats.find((player) => player === position?.turn?.player) ?? you.seats[0];
    if (await confirmed("Resign?", "The game counts as lost for you.", "Resign")) await this.act("resign", { seat });
  }

  #rematch = single(() => this.act("rematch"));

  /** @param {boolean} review */
  #analyse(review) {
    const state = this.#state;
    if (!state) return;
    const names = state.seats.map(seatName);
    navigate(analysisPath({ variant: state.variant, setup: state.setup ?? null, moves: state.moves.map(({ move }) => move) }, { names, review }));
  }

  close() {
    this.socket.close();
    this.players.close();
    this.table.close();
    this.#endings.forEach((end) => end());
  }
}

/**
 * Which of some colours plays next.
 *
 * @param {number[]} own
 * @param {number} turn
 * @param {number} count of all colours
 */
function nextOf(own, turn, count) {
  for (let step = 0; step < count; step++) {
    const colour = ((turn - 1 + step) % count) + 1;
    if (own.includes(colour)) return colour;
  }
  return null;
}
