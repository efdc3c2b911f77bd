/**
 * Notes in pencil: of each symbol, and of each symbol in each place, whether it is in the code. They
 * stay in this browser until the game is over.
 *
 * <pencil-notes>: the same for pages without other tools, folded away until one wants them. They
 * belong to the address, or to a `name`, which may change.
 */

import { rulesOf } from "./replies.js";
import { choose, setting } from "./settings.js";
import { say } from "./words.js";

const MARKS = ["·", "✕", "✓"];
const MEANINGS = [say("not known"), say("no"), say("yes")];

/** By how many buttons, and rows, a key goes on. */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Notes {
  constructor(rules, names, name = location.pathname) {
    Object.assign(this, { rules, names, memory: `notes ${name}` });
  }

  get marks() {
    return JSON.parse(localStorage.getItem(this.memory) ?? "{}");
  }

  forget() {
    localStorage.removeItem(this.memory);
  }

  mark(name, value) {
    const marks = { ...this.marks, [name]: value };
    if (!value) delete marks[name];
    localStorage.setItem(this.memory, JSON.stringify(marks));
    this.dimKeys();
  }

  /** The keys that type a code show what is known of their symbols, if that is wanted. */
  dimKeys(wanted = true) {
    const marks = wanted ? this.marks : {};
    for (const key of document.querySelectorAll("code-pad [data-symbol]")) {
      key.classList.toggle("out", marks[key.dataset.symbol] === 1);
      key.classList.toggle("in", marks[key.dataset.symbol] === 2);
    }
  }

  /** A table of buttons; Tab leads to one of them, and arrows from one to the next. */
  table() {
    const { symbols, places } = this.rules;
    const table = document.createElement("table");
    table.className = "notes";
    table.createCaption().textContent = say("Notes");
    [...symbols].forEach((symbol, index) => {
      const name = this.names?.[index] ?? symbol;
      const row = table.insertRow();
      const head = document.createElement("th");
      head.scope = "row";
      head.append(this.cell(symbol, name, this.names ? "" : symbol));
      if (this.names) head.firstChild.classList.add("peg", `peg-${index}`);
      row.append(head);
      for (let place = 1; place <= places; place++) {
        const words = say("{symbol} in place {place}", { symbol: name, place });
        row.insertCell().append(this.cell(`${symbol}${place}`, words));
      }
    });
    table.querySelector("button").tabIndex = 0;
    table.addEventListener("keydown", (event) => this.go(event, table));
    return table;
  }

  /** A button that is tapped through the marks; `text` stands there instead of them. */
  cell(name, words, text) {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    const show = () => {
      const value = this.marks[name] ?? 0;
      button.textContent = text ?? MARKS[value];
      button.dataset.mark = value;
      button.ariaLabel = `${words}: ${MEANINGS[value]}`;
    };
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      this.mark(name, ((this.marks[name] ?? 0) + 1) % MARKS.length);
      show();
    });
    show();
    return button;
  }

  go(event, table) {
    const step = STEPS[event.key];
    const { rowIndex } = event.target.closest("tr");
    const { cellIndex } = event.target.closest("th, td");
    const next = step && table.rows[rowIndex + step[1]]?.cells[cellIndex + step[0]]?.firstChild;
    if (step) event.preventDefault();
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

class PencilNotes extends HTMLElement {
  static observedAttributes = ["name"];

  connectedCallback() {
    this.open();
    if (this.dataset.finished === "yes") return this.notes.forget();
    const fold = this.closest("details");
    // Somebody may have opened it before this script came.
    fold.open ||= Boolean(setting("notes"));
    fold.addEventListener("toggle", () => choose("notes", fold.open ? "yes" : ""));
    this.draw();
  }

  attributeChangedCallback() {
    if (!this.notes) return;
    this.open();
    this.draw();
  }

  open() {
    const name = this.getAttribute("name") ?? undefined;
    this.notes = new Notes(rulesOf(this), this.getAttribute("names")?.split(","), name);
  }

  clear() {
    this.notes.forget();
    this.draw();
  }

  draw() {
    const table = this.notes.table();
    // The fold has the same heading.
    table.caption.className = "visually-hidden";
    this.replaceChildren(table);
    // The keys may come later than this.
    queueMicrotask(() => this.notes.dimKeys());
  }
}

customElements.define("pencil-notes", PencilNotes);
