/**
 * A code that is typed, tapped or dragged. The text of a field is the code, and without scripts the
 * field alone does.
 *
 * <code-tiles for="ID" symbols="012345" places="4" [names]> shows it as tiles, of which one is chosen
 * to be filled next; <code-pad for="ID" symbols="0123456789" places="4" [repeats] [names]> has keys.
 */

import { element } from "./elements.js";
import "./settings.js";
import { plain, say } from "./words.js";

/** Stands in the field for a place that is left empty before one that is filled. */
const HOLE = "_";
/** Pixels that a finger moves before it drags. */
const SLACK = 8;
const HOLD_MS = 500;
const KEYBOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const MARKS = {
  g: { name: "mark-right", said: say("{letter}, right") },
  y: { name: "mark-elsewhere", said: say("{letter}, elsewhere") },
  "-": { name: "mark-absent", said: say("{letter}, absent") },
};

/** The field to which keys go, of those that are seen. */
export const keyed = () => [...document.querySelectorAll("[data-keys]")].find((field) => field.offsetParent);

const tilesOf = (field) => document.querySelector(`code-tiles[for="${field.id}"]`);

function write(field, text) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Call back when a button is held; what follows is no click then. */
function onHold(element, act, { signal }) {
  let waiting;
  let held = false;
  const stop = () => clearTimeout(waiting);
  element.addEventListener(
    "pointerdown",
    (event) => {
      held = false;
      waiting = setTimeout(() => {
        held = true;
        act(event);
      }, HOLD_MS);
    },
    { signal },
  );
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    element.addEventListener(end, stop, { signal });
  }
  element.addEventListener(
    "click",
    (event) => {
      if (held) event.stopImmediatePropagation();
      held = false;
    },
    { signal, capture: true },
  );
  element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
}

class CodePart extends HTMLElement {
  connectedCallback() {
    this.field = document.getElementById(this.getAttribute("for"));
    this.symbols = [...this.getAttribute("symbols")];
    this.places = Number(this.getAttribute("places"));
    this.names = this.getAttribute("names")?.split(",");
    this.listening = new AbortController();
    this.build();
    this.field.addEventListener("input", () => this.refresh(), this.listening);
    this.refresh();
  }

  disconnectedCallback() {
    this.listening?.abort();
  }

  /** The symbol that a key types; pegs have the first letters of their colours, too. */
  typedBy(key) {
    const letter = plain(key).toLowerCase();
    const symbol = this.symbols.find((one) => one.toLowerCase() === letter);
    if (symbol || !this.names) return symbol;
    const pegs = this.symbols.filter((_, number) => this.names[number][0] === letter);
    return pegs.length === 1 ? pegs[0] : undefined;
  }

  /** How a symbol looks: as a peg, or as itself. */
  dress(element, symbol, className = "") {
    const peg = this.names ? this.symbols.indexOf(symbol) : -1;
    element.className = `${className}${peg < 0 ? "" : ` peg peg-${peg}`}`.trim();
    element.textContent = peg < 0 ? (symbol ?? "") : "";
    return peg < 0 ? symbol : this.names[peg];
  }
}

class CodePad extends CodePart {
  build() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", say("Symbols"));
    this.keys = this.symbols.map((symbol) => {
      const key = this.key(() => this.type(symbol));
      key.ariaLabel = this.dress(key, symbol);
      key.dataset.symbol = symbol;
      this.drag(key, symbol);
      return key;
    });
    this.back = this.key(() => this.erase());
    this.back.textContent = "\u232B";
    this.back.ariaLabel = say("Delete");
    if (this.hasAttribute("letters")) this.layOut();
    else this.replaceChildren(...this.keys, this.back);
    // Where fingers type, these keys are the keyboard.
    if (matchMedia("(pointer: coarse)").matches) this.field.inputMode = "none";
  }

  /** Letters stand as on a keyboard, in the colours of their marks. */
  layOut() {
    const keyOf = (letter) => this.keys.find((key) => key.dataset.symbol === letter);
    // Each letter that was tried, followed by its marks.
    const boards = Number(this.getAttribute("boards"));
    const tried = this.getAttribute("marks").match(new RegExp(`.{${1 + boards}}`, "gu")) ?? [];
    for (const [letter, ...marks] of tried) {
      const known = marks.filter((mark) => mark in MARKS);
      if (boards === 1 || known.every((mark) => mark === "-")) this.mark(keyOf(letter), letter, known[0]);
      else this.divide(keyOf(letter), letter, marks);
    }
    const rows = KEYBOARD.map((letters) => [...letters].map(keyOf).filter(Boolean));
    const others = this.keys.filter((key) => !KEYBOARD.join("").includes(key.dataset.symbol));
    rows.at(-1).push(...others, this.back);
    this.replaceChildren(
      ...rows.map((keys) => {
        const row = document.createElement("div");
        row.append(...keys);
        return row;
      }),
    );
  }

  mark(key, letter, mark) {
    key.classList.add(MARKS[mark].name);
    key.ariaLabel = MARKS[mark].said.replace("{letter}", letter);
  }

  /** A field for each board, in the colour of its mark and as high as that is good. */
  divide(key, letter, marks) {
    const fields = marks.map((mark) => element("i", { className: MARKS[mark]?.name ?? "" }));
    key.append(element("span", { className: "fields", ariaHidden: "true" }, ...fields));
    const words = { g: say("right"), y: say("elsewhere"), "-": say("absent") };
    const said = marks.map((mark, board) => words[mark] && say("board {number} {mark}", { number: board + 1, mark: words[mark] }));
    key.ariaLabel = `${letter}: ${said.filter(Boolean).join(", ")}`;
  }

  key(press) {
    const button = document.createElement("button");
    button.type = "button";
    // A mouse leaves the focus where it is: with the keyboard, one goes on in the field.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => button.ariaDisabled !== "true" && press());
    return button;
  }

  type(symbol) {
    tilesOf(this.field).put(symbol);
  }

  erase() {
    tilesOf(this.field).erase();
  }

  /** A key can be drawn to any place. */
  drag(key, symbol) {
    key.addEventListener("pointerdown", ({ pointerId, clientX, clientY, button }) => {
      if (button || key.ariaDisabled === "true") return;
      const dragging = new AbortController();
      let ghost = null;
      const over = (event) =>
        tilesOf(this.field)?.placeAt(event.clientX, event.clientY) ?? -1;
      const move = (event) => {
        if (event.pointerId !== pointerId) return;
        const [dx, dy] = [event.clientX - clientX, event.clientY - clientY];
        if (!ghost && Math.hypot(dx, dy) < SLACK) return;
        if (!ghost) {
          ghost = key.cloneNode(true);
          ghost.classList.add("dragged");
          ghost.ariaHidden = "true";
          ghost.tabIndex = -1;
          key.before(ghost);
          key.setPointerCapture(pointerId);
        }
        ghost.style.translate = `${dx}px ${dy}px`;
        tilesOf(this.field)?.aim(over(event));
      };
      const drop = (event) => {
        if (event.pointerId !== pointerId) return;
        dragging.abort();
        tilesOf(this.field)?.aim(-1);
        if (!ghost) return;
        ghost.remove();
        // A click may follow, which is none.
        key.addEventListener("click", (click) => click.stopImmediatePropagation(), {
          capture: true,
          once: true,
          signal: AbortSignal.timeout(100),
        });
        if (event.type === "pointerup" && over(event) >= 0) {
          tilesOf(this.field).put(symbol, over(event));
        }
      };
      addEventListener("pointermove", move, dragging);
      addEventListener("pointerup", drop, dragging);
      addEventListener("pointercancel", drop, dragging);
    });
  }

  refresh() {
    const text = this.field.value;
    // Keys that are only looked at have no tiles.
    const full = tilesOf(this.field)?.full ?? true;
    for (const key of this.keys) {
      const used = !this.hasAttribute("repeats") && text.includes(key.dataset.symbol);
      // Not `disabled`: the key just pressed would lose the focus.
      key.ariaDisabled = String(full || used);
    }
    this.back.ariaDisabled = String(!text);
  }
}

class CodeTiles extends CodePart {
  build() {
    this.ariaHidden = "true";
    this.tiles = Array.from({ length: this.places }, (_, place) => {
      const tile = document.createElement("span");
      tile.addEventListener("mousedown", (event) => event.preventDefault());
      onHold(tile, () => this.keep(place), this.listening);
      tile.addEventListener("click", () => {
        this.place = place;
        this.field.focus();
        this.refresh();
      });
      return tile;
    });
    this.replaceChildren(...this.tiles);
    this.kept = this.keeps ? JSON.parse(sessionStorage.getItem(this.memory) ?? "[]") : [];
    this.field.addEventListener("keydown", (event) => this.press(event), this.listening);
    this.field.addEventListener(
      "beforeinput",
      (event) =>
        !event.isComposing && event.data?.length === 1 && !this.typedBy(event.data) && event.preventDefault(),
      this.listening,
    );
    this.field.addEventListener("input", (event) => event.isComposing || this.heed(), this.listening);
    this.field.addEventListener("compositionend", () => this.compose(), this.listening);
    if (!this.field.value && this.kept.some(Boolean)) this.write([...this.kept]);
    this.settle();
    if (this.keeps) this.offerRows();
  }

  /** Make earlier guesses buttons that copy them into this row. */
  offerRows() {
    for (const row of this.closest("table")?.querySelectorAll("tr[data-guess]") ?? []) {
      const { guess } = row.dataset;
      const button = document.createElement("button");
      button.type = "button";
      button.title = say("Copy into the row");
      const words = [...guess].map((symbol) => this.names?.[this.symbols.indexOf(symbol)] ?? symbol);
      button.ariaLabel = say("Copy {code}", { code: words.join(this.names ? ", " : "") });
      button.addEventListener("click", () => {
        this.write([...guess]);
        this.settle();
        this.refresh();
        this.field.focus();
      });
      const cell = row.querySelector(".code");
      button.append(...cell.childNodes);
      cell.append(button);
    }
  }

  /** Whether another guess follows, for which something can be kept. */
  get keeps() {
    return this.field.id === "guess";
  }

  /** Where pegs are remembered that stay for the next guess. */
  get memory() {
    return `kept ${location.pathname}`;
  }

  /** What stands at each place, "" where nothing does. */
  get code() {
    const text = [...this.field.value.trim()].map((symbol) => (symbol === HOLE ? "" : symbol));
    return Array.from({ length: Math.max(this.places, text.length) }, (_, n) => text[n] ?? "");
  }

  /** Whether a key has no place to go to. */
  get full() {
    return this.place >= this.places;
  }

  write(code) {
    const text = code.map((symbol) => symbol || HOLE).join("");
    this.writing = true;
    write(this.field, text.replace(/_+$/, ""));
    this.writing = false;
  }

  /** Read what an input method has put together; what is no symbol is left out, as if it was typed. */
  compose() {
    const signs = [...plain(this.field.value)];
    this.write(signs.map((sign) => (sign === HOLE ? sign : this.typedBy(sign))).filter(Boolean));
    this.settle();
    this.refresh();
  }

  /** Take over what is in the field now, typed or restored. */
  heed() {
    const text = plain(this.field.value);
    if (text !== this.field.value) this.field.value = text;
    this.field.setCustomValidity(this.field.value.includes(HOLE) ? say("Fill every place.") : "");
    if (!this.writing) this.settle();
  }

  /** Choose the first place that is empty. */
  settle() {
    const empty = this.code.indexOf("");
    this.place = empty < 0 ? this.places : empty;
  }

  put(symbol, place = this.place) {
    if (place >= this.places) return;
    const code = this.code;
    code[place] = symbol;
    const next = code.indexOf("", place + 1);
    const empty = next < 0 ? code.indexOf("") : next;
    this.place = empty < 0 ? this.places : empty;
    this.write(code);
  }

  erase() {
    const code = this.code;
    if (!code[this.place]) this.place = Math.max(0, Math.min(this.place, code.length) - 1);
    code[this.place] = "";
    this.write(code);
  }

  /** Keep what stands at a place for the next guess, or no more. */
  keep(place = this.code[this.place] ? this.place : this.place - 1) {
    const symbol = this.code[place];
    if (!symbol || !this.keeps) return;
    this.kept[place] = this.kept[place] ? "" : symbol;
    sessionStorage.setItem(this.memory, JSON.stringify(this.kept));
    this.refresh();
  }

  /** Do what a key stands for; whether it was one for here. */
  press(event) {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || event.isComposing) return false;
    const symbol = this.typedBy(key);
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 }[key];
    if (symbol) this.put(symbol);
    else if (key === "Backspace") this.erase();
    else if (step) this.place = Math.max(0, Math.min(this.place + step, this.places - 1));
    else return false;
    if (step) this.refresh();
    event.preventDefault();
    return true;
  }

  placeAt(x, y) {
    return this.tiles.findIndex((tile) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect();
      return x >= left && x <= right && y >= top && y <= bottom;
    });
  }

  /** Show where a key would be dropped; -1 for nowhere. */
  aim(place) {
    this.tiles.forEach((tile, n) => tile.classList.toggle("aim", n === place));
  }

  refresh() {
    const code = this.code;
    this.tiles.forEach((tile, place) => {
      const kept = code[place] && this.kept[place] === code[place];
      const look = this.hasAttribute("letters") ? " letter" : "";
      const marks = `tile${look}${place === this.place ? " next" : ""}${kept ? " kept" : ""}`;
      this.dress(tile, code[place], marks);
    });
    // The field has symbols, which nobody has seen.
    if (this.names) {
      const words = code.map((symbol) => this.names[this.symbols.indexOf(symbol)] ?? say("empty"));
      this.field.ariaDescription = words.join(", ");
    }
  }
}

// The tiles first, as the keys ask them.
customElements.define("code-tiles", CodeTiles);
customElements.define("code-pad", CodePad);

/** The control that was reached by Tab, which has uses for Enter. */
let reached = null;

document.addEventListener("focusin", ({ target }) => {
  // Asked now, as the first key makes the focus visible wherever it is.
  reached = target.tabIndex >= 0 && target.matches(":focus-visible") ? target : null;
});

/**
 * Whatever else has the focus, keys go to the field with `data-keys`, the symbols to type there: it
 * takes the focus, and the browser does with the key what it always does in a field.
 */
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  const field = keyed();
  if (!field || document.querySelector("dialog[open], #more:popover-open")) return;
  const typed = key.length === 1 && field.dataset.keys.toLowerCase().includes(plain(key).toLowerCase());
  const edited = field.value && target !== reached && ["Backspace", "Enter"].includes(key);
  if (!typed && !edited) return;
  field.focus();
  tilesOf(field)?.press(event);
});
