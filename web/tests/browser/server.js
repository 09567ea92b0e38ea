import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BINARY = process.env.CORNERWISE ?? join(import.meta.dirname, "../../../target/debug/cornerwise");

/** The real server, with a database of its own. */
export class Server {
  /** @type {import("node:child_process").ChildProcess | null} */
  #child = null;

  /**
   * @param {number} port
   * @param {string} directory
   * @param {boolean} local whether it is the one of `play`, for this machine alone
   */
  constructor(port, directory, local) {
    this.port = port;
    this.directory = directory;
    this.local = local;
    this.url = `http://127.0.0.1:${port}`;
    /** The address that the server prints, with its key if it has one. */
    this.door = "";
  }

  static async start({ local = false } = {}) {
    const server = new Server(await freePort(), await mkdtemp(join(tmpdir(), "cornerwise-web-")), local);
    try {
      await server.run();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  async run() {
    const hosted = ["serve", "--listen", `127.0.0.1:${this.port}`, "--rate", "1000"];
    const words = [...(this.local ? ["play", "--no-browser", "--port", String(this.port)] : hosted), "--data-dir", this.directory];
    const child = spawn(BINARY, words, { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    let [told, said] = ["", ""];
    child.stdout.on("data", (data) => (told += data));
    child.stderr.on("data", (data) => (said += data));
    for (let wait = 0; wait < 400 * Number(process.env.PATIENCE ?? 1); wait++) {
      if (child.exitCode !== null) throw new Error(`${BINARY} ${words.join(" ")}: ${said}`);
      // It is printed when the server is ready; that of `play` has the key.
      this.door = told.match(/http:\S+/)?.[0] ?? "";
      if (this.door) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server does not answer: ${said}`);
  }

  /** @param {NodeJS.Signals} signal */
  async kill(signal) {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  async stop() {
    await this.kill("SIGTERM");
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
