/** What the board of a duel does beyond its forms: it follows the turns, and has keys and settings. */

import { element } from "./elements.js";
import { keyed } from "./code.js";
import { WAYS } from "./answer.js";
import "./marks.js";
import { announce, spoken } from "./page.js";
import "./tools.js";
import { choose, moving, setting } from "./settings.js";
import { sound } from "./sound.js";
import { plain, say } from "./words.js";

/** Keys, what they do, and on which pages alone. */
const SHORTCUTS = [
  [say("symbols"), say("fill the row, wherever the focus is")],
  [say("first letters"), say("pegs by their colours: R is red"), "code-tiles[names]"],
  ["← →", say("choose a place")],
  ["Backspace", say("delete")],
  ["Enter", say("guess or reply")],
  ["K", say("keep the symbol for the next guess")],
  [say("an earlier guess"), say("pressed, it is copied into the row")],
  ["H", say("hint"), "#hint"],
  ["U", say("undo"), "#undo"],
  ["?", say("these keys")],
];

/** On a phone the reply to one's guess is seen for so long before the other board comes. */
const OWN_MS = 1100;

/** Which version of which game was shown before. */
let before = { path: "", version: "" };

class GameTable extends HTMLElement {
  connectedCallback() {
    const { version } = document.getElementById("live").dataset;
    const path = location.pathname;
    const goesOn = before.path === path && parseInt(before.version) < parseInt(version);
    const opened = before.path !== path;
    before = { path, version };
    // What page.js says is what has changed, but the first guess may have been made elsewhere.
    if (opened) announce(spoken(document.getElementById("said")));
    if (goesOn) {
      this.classList.add("moved");
      sound(this.dataset.outcome || this.dataset.phase);
      if (this.dataset.phase === "reply") this.lookBack();
    }
    queueMicrotask(() => this.show(".pending", ".current"));
  }

  disconnectedCallback() {
    clearTimeout(this.turning);
  }

  /** Where there is room for one board, see one's own reply before the guess of the other side. */
  lookBack() {
    const [own, other] = ["yours", "computer"].map((side) => this.querySelector(`#tab-${side}`));
    if (!own?.parentElement.offsetParent || !this.querySelector(".last")) return;
    own.checked = true;
    this.turning = setTimeout(() => {
      if (own.checked) other.checked = true;
      this.show(".pending");
    }, OWN_MS);
  }

  /** How long the other board is not seen yet, in milliseconds. */
  wait() {
    return this.turning ? OWN_MS : 0;
  }

  /** Bring the row that matters into sight, above the dock. */
  show(...rows) {
    const row = rows.map((selector) => this.querySelector(selector)).find((one) => one?.offsetParent);
    const dock = this.querySelector(":scope > .dock");
    // At the end, the card stands in its place and shows the row itself.
    if (!row || !dock?.offsetParent) return;
    const { left, top, bottom, height } = row.getBoundingClientRect();
    const beside = dock.getBoundingClientRect().left > left + 50;
    const end = beside ? innerHeight : dock.getBoundingClientRect().top;
    // Down as far as it is hidden, or up so that the row before is in sight, too.
    const by = bottom + 8 > end ? bottom + 8 - end : Math.min(0, top - height - 8);
    if (by) scrollBy({ top: by, behavior: moving() ? "smooth" : "instant" });
  }
}

/** The switches of what is shown and heard. */
class GameSettings extends HTMLElement {
  connectedCallback() {
    const parts = [
      this.hasAttribute("coloured") &&
        this.choice("look", say("Pegs"), {
          shapes: say("Colours and shapes"),
          colours: say("Colours"),
        }),
      document.querySelector("own-code") && this.choice("answer", say("Replies to the computer"), WAYS),
      this.hasAttribute("guesser") && this.toggle("notes", say("Notes")),
      this.hasAttribute("sieve") && this.toggle("sieve", say("The sieve: which codes still fit")),
      this.toggle("sound", say("Sound")),
      element("button", { type: "button", textContent: say("Keys"), onclick: explainKeys }),
    ];
    this.replaceChildren(...parts.filter(Boolean));
  }

  toggle(name, words) {
    const box = element("input", {
      type: "checkbox",
      checked: Boolean(setting(name)),
      onchange: () => choose(name, box.checked ? "yes" : ""),
    });
    return element("label", { className: "check" }, box, words);
  }

  choice(name, words, options) {
    const select = element("select", { onchange: () => choose(name, select.value) });
    for (const [value, textContent] of Object.entries(options)) {
      select.append(element("option", { value, textContent, selected: value === setting(name) }));
    }
    return element("label", {}, words, select);
  }
}

function explainKeys() {
  const dialog = element("dialog", { ariaLabel: say("Keys"), className: "sheet" });
  const known = SHORTCUTS.filter(([, , where]) => !where || document.querySelector(where));
  const rows = known.flatMap(([key, what]) => [
    element("dt", {}, element("kbd", {}, key)),
    element("dd", {}, what),
  ]);
  dialog.append(
    element("h2", {}, say("Keys")),
    element("dl", { className: "facts" }, ...rows),
    element("form", { method: "dialog" }, element("button", {}, say("Close"))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.querySelector("main").append(dialog);
  dialog.showModal();
}

const PRESSES = {
  h: () => document.getElementById("hint")?.click(),
  u: () => document.getElementById("undo")?.click(),
  k: () => document.querySelector("code-tiles")?.keep(),
  "?": explainKeys,
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
  if (!event.target.matches("[data-keys], :not(input, select, textarea)")) return;
  if (document.querySelector("dialog[open], .choosing")) return;
  const symbols = keyed()?.dataset.keys.toLowerCase() ?? "";
  const key = plain(event.key).toLowerCase();
  if (symbols.includes(key) || !Object.hasOwn(PRESSES, key)) return;
  event.preventDefault();
  PRESSES[key]();
});

customElements.define("game-settings", GameSettings);
customElements.define("game-table", GameTable);
