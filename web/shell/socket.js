/** A WebSocket that comes back by itself, and on which questions have answers. */
import { Refusal } from "./api.js";

/** Waiting times before the next attempt, in milliseconds. */
const PATIENCE = [200, 500, 1000, 2000, 4000];

export class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, { resolve: (message: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #id = 0;
  #attempts = 0;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {string} path
   * @param {{ message: (message: any) => void, state?: (connected: boolean) => void }} reports
   */
  constructor(path, reports) {
    this.path = path;
    this.reports = reports;
    this.#connect();
    this.wake = () => {
      if (!this.#socket && !this.#closed) this.#connect();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  #connect() {
    clearTimeout(this.#timer);
    const address = new URL(`/api${this.path}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#attempts = 0;
      this.reports.state?.(true);
    });
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (this.#socket === socket) this.#lost();
    });
  }

  #lost() {
    this.#socket = null;
    for (const { reject } of this.#waiting.values()) reject(new Refusal("unreachable", "The connection was lost."));
    this.#waiting.clear();
    if (this.#closed) return;
    this.reports.state?.(false);
    const wait = PATIENCE[Math.min(this.#attempts++, PATIENCE.length - 1)];
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** @param {any} message */
  #receive(message) {
    const waiting = this.#waiting.get(message.id);
    if (waiting && ["ack", "error", "hint", "why"].includes(message.type)) {
      this.#waiting.delete(message.id);
      if (message.type === "error") {
        const { code, message: text, ...details } = message.error;
        waiting.reject(new Refusal(code, text, details));
        return;
      }
      waiting.resolve(message);
    }
    this.reports.message(message);
  }

  /**
   * Sends a question; the answer may be a refusal.
   *
   * @param {{ type: string } & Record<string, unknown>} message
   * @returns {Promise<any>}
   */
  ask(message) {
    return new Promise((resolve, reject) => {
      const id = this.send(message);
      if (id === null) reject(new Refusal("unreachable", "The server does not answer; trying again."));
      else this.#waiting.set(id, { resolve, reject });
    });
  }

  /**
   * Sends something whose answers come as messages with the id that is returned.
   *
   * @param {{ type: string } & Record<string, unknown>} message
   * @returns {number | null}
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return null;
    const id = ++this.#id;
    this.#socket.send(JSON.stringify({ id, ...message }));
    return id;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.#socket?.close();
  }
}
