/** Words between the people of a room, where its maker allowed them. */
/** @import { RoomState } from "../shell/types.js" */
import { button } from "../shell/button.js";
import { fill, h } from "../shell/dom.js";

export class Chat {
  #shown = "";

  /** @param {(type: string, fields?: Record<string, unknown>) => void} act */
  constructor(act) {
    const input = h("input", { "aria-label": "Message", maxLength: 300, placeholder: "Say something" });
    this.list = h("ul", { class: "chat-list", "aria-live": "polite" });
    this.element = h(
      "section",
      { class: "chat panel", hidden: true, "aria-label": "Chat" },
      this.list,
      h(
        "form",
        {
          class: "row",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const text = input.value.trim();
            if (text) act("chat", { text });
            input.value = "";
          },
        },
        input,
        button({ label: "Send", icon: "chat", press: () => input.form?.requestSubmit() }),
      ),
    );
  }

  /** @param {RoomState} state */
  update({ options, chat }) {
    this.element.hidden = !options.chat;
    // Only the latest are kept, so that their number says nothing.
    const key = `${chat.length}:${chat.at(-1)?.at}`;
    if (key === this.#shown) return;
    this.#shown = key;
    fill(this.list, chat.map(({ name, text }) => h("li", {}, h("strong", {}, name), " ", text)));
    this.list.scrollTop = this.list.scrollHeight;
  }
}
