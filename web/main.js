/** The page: a header, and the view that the address asks for. */
import { patterns } from "./board/piece.js";
import { announcer } from "./shell/announcer.js";
import { h } from "./shell/dom.js";
import { header } from "./shell/header.js";
import { handleKey } from "./shell/keys.js";
import { nowhere } from "./shell/nowhere.js";
import { startRouter } from "./shell/router.js";
import { apply } from "./shell/settings.js";
import { StartView } from "./start/start.js";

apply();
const place = h("div", { id: "view" });
document.body.append(patterns(), header(), place, announcer);
document.addEventListener("keydown", handleKey);
// The first page comes with this one; the other views are loaded when they are asked for.
await startRouter(place, [
  { pattern: /^\/room\/([^/]+)$/, open: async ([, id]) => (await import("./room/view.js")).RoomView.open(decodeURIComponent(id)) },
  { pattern: /^\/new$/, open: async (_, query) => (await import("./start/new-game.js")).NewGame.open(query) },
  { pattern: /^\/analysis$/, open: async (_, query, fragment) => (await import("./analysis/view.js")).AnalysisView.open(query, fragment) },
  { pattern: /^\/$/, open: () => StartView.open() },
  { pattern: /^/, open: nowhere },
]);
// From here on a press does something; tools of the browser and the tests read when that was.
performance.mark("usable");
// Most visitors play next.
void import("./room/view.js");
