/**
 * Whom the links of this page reach.
 *
 * @import { AgentCatalogue } from "./types.js"
 */
import { h } from "./dom.js";

/** Whether a name is one by which only this machine knows itself. @param {string} host */
export const isOwn = (host) => host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/**
 * Says that a link would reach nobody else, and what to do about it; nothing where it reaches others.
 *
 * @param {AgentCatalogue} offer
 */
export function reachNote({ limits }) {
  if (!isOwn(location.hostname)) return null;
  return h(
    "p",
    { class: "reach", role: "note" },
    h("strong", {}, "Links work on this machine only. "),
    ...(limits.local
      ? ["To play with others in your network, end this server with Ctrl-C, start one for them with ", h("code", { class: "command" }, "cornerwise serve --listen 0.0.0.0:8080"), " and open the page by this machine’s address there, such as ", h("code", {}, "http://192.168.1.20:8080"), "."]
      : ["To share a room, open this page by the server’s name or its address in the network."]),
  );
}
