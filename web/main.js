/** The page: a header, and the view that the address asks for. */
import { patterns } from "./board/piece.js";
import { announcer } from "./shell/announcer.js";
import { h } from "./shell/dom.js";
import { header } from "./shell/header.js";
import { handleKey } from "./shell/keys.js";
import { startRouter } from "./shell/router.js";
import { apply } from "./shell/settings.js";
import { NewGame } from "./start/new-game.js";
import { StartView } from "./start/start.js";
import { RoomView } from "./room/view.js";

apply();
const place = h("div", { id: "view" });
document.body.append(patterns(), header(), place, announcer);
document.addEventListener("keydown", handleKey);
await startRouter(place, [
  { pattern: /^\/room\/([^/]+)$/, open: ([, id]) => RoomView.open(decodeURIComponent(id)) },
  { pattern: /^\/new$/, open: (_, query) => new NewGame(query) },
  {
    pattern: /^\/analysis/,
    // Who only plays does not load it.
    open: async (_, query) => new (await import("./analysis/view.js")).AnalysisView(query),
  },
  { pattern: /^/, open: () => new StartView() },
]);
// From here on a press does something; tools of the browser and the tests read when that was.
performance.mark("usable");
