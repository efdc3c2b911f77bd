/**
 * <game-tools>: beside the boards, what one has switched on: notes in pencil, and the sieve.
 *
 * The notes of a game stay in this browser until it is over. The sieve has a dot for every code, and
 * those that a reply rules out fall through.
 */

import { codes, rulesOf, score, turnsOf } from "./replies.js";
import { moving, setting } from "./settings.js";
import { lang, say } from "./words.js";

const MARKS = ["·", "✕", "✓"];
const MEANINGS = [say("not known"), say("no"), say("yes")];
const FALL_MS = 600;

const tag = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

class GameTools extends HTMLElement {
  connectedCallback() {
    this.table = this.closest("game-table");
    this.rules = rulesOf(this.table);
    this.listening = new AbortController();
    document.addEventListener("setting", () => this.draw(), this.listening);
    if (this.table.dataset.finished === "yes") localStorage.removeItem(this.memory);
    // The board of the other side may not be there yet.
    queueMicrotask(() => this.draw());
  }

  disconnectedCallback() {
    this.listening.abort();
  }

  get memory() {
    return `notes ${location.pathname}`;
  }

  draw() {
    const guesser = this.hasAttribute("guesser");
    const parts = [];
    if (setting("notes") && guesser) parts.push(this.notes());
    if (setting("sieve") && this.hasAttribute("sieve")) parts.push(tag("div", { className: "sieves" }, ...this.sieves()));
    this.hidden = !parts.length;
    this.replaceChildren(...parts);
    const tab = document.getElementById("tab-tools");
    if (tab) {
      tab.parentElement.hidden = this.hidden;
      if (this.hidden && tab.checked) document.getElementById("tab-yours").checked = true;
    }
    this.dimKeys();
  }

  /* ---- notes ---- */

  get marks() {
    return JSON.parse(localStorage.getItem(this.memory) ?? "{}");
  }

  mark(name, value) {
    const marks = { ...this.marks, [name]: value };
    if (!value) delete marks[name];
    localStorage.setItem(this.memory, JSON.stringify(marks));
    this.dimKeys();
  }

  dimKeys() {
    const marks = setting("notes") ? this.marks : {};
    for (const key of document.querySelectorAll(".dock code-pad [data-symbol]")) {
      key.classList.toggle("out", marks[key.dataset.symbol] === 1);
      key.classList.toggle("in", marks[key.dataset.symbol] === 2);
    }
  }

  notes() {
    const { symbols, places } = this.rules;
    const names = this.getAttribute("names")?.split(",");
    const table = tag("table", { className: "notes" });
    table.append(tag("caption", {}, say("Notes")));
    [...symbols].forEach((symbol, index) => {
      const name = names?.[index] ?? symbol;
      const row = table.insertRow();
      const head = tag("th", { scope: "row" }, this.cell(symbol, name, symbol));
      if (names) head.firstChild.classList.add("peg", `peg-${index}`);
      row.append(head);
      for (let place = 1; place <= places; place++) {
        row.insertCell().append(this.cell(`${symbol}${place}`, say("{symbol} in place {place}", { symbol: name, place })));
      }
    });
    return table;
  }

  /** A button that is tapped through the marks; `text` stands there instead of them. */
  cell(name, words, text) {
    const button = tag("button", { type: "button" });
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

  /* ---- the sieve ---- */

  sieves() {
    const boards = this.table.querySelectorAll("[data-code]");
    return Array.from(boards, ({ dataset }) => this.sieve(dataset.side, dataset.code));
  }

  sieve(side, words) {
    const { before, after } = sift(this.rules, turnsOf(this.table, side), side);
    const number = tag("b");
    const canvas = tag("canvas", { role: "img" });
    canvas.ariaLabel = say("Codes that still fit: {count}", { count: after.size });
    const figure = tag("figure", { className: "sieve" }, tag("figcaption", {}, `${words}: `, number), canvas);
    requestAnimationFrame((start) => {
      const paint = painter(canvas, allCodes(this.rules), before, after);
      const frame = (now) => {
        const done = moving() && before !== after ? Math.min(1, (now - start) / FALL_MS) : 1;
        const shown = Math.round(before.size + (after.size - before.size) * done);
        number.textContent = shown.toLocaleString(lang);
        paint(done);
        if (done < 1 && canvas.isConnected) requestAnimationFrame(frame);
      };
      frame(start);
    });
    return figure;
  }
}

const known = { rules: "", all: [], sides: {} };

/** All codes of a game, listed once. */
function allCodes(rules) {
  const name = location.pathname + JSON.stringify(rules);
  if (known.rules !== name) Object.assign(known, { rules: name, all: codes(rules), sides: {} });
  return known.all;
}

/** Which codes fit the turns, and which did before the last look. */
function sift(rules, turns, side) {
  const all = allCodes(rules);
  const old = known.sides[side];
  const said = turns.map(({ guess, reply }) => `${guess} ${reply}`);
  const text = said.join();
  if (old?.text === text) return { before: old.codes, after: old.codes };
  let left = all;
  for (const { guess, reply } of turns) {
    left = left.filter((code) => score(rules, guess, code) === reply);
  }
  const after = new Set(left);
  const before = old && text.startsWith(old.text) ? old.codes : new Set(all);
  known.sides[side] = { text, codes: after };
  return { before: old || turns.length < 2 ? before : after, after };
}

/** Draws the dots of a sieve, as far as those that fall have fallen. */
function painter(canvas, all, before, after) {
  const across = Math.ceil(Math.sqrt(all.length));
  const pitch = Math.max(2, Math.min(9, Math.floor(canvas.clientWidth / across) || 2));
  const ratio = devicePixelRatio;
  const side = across * pitch;
  canvas.width = side * ratio;
  canvas.height = Math.ceil(all.length / across) * pitch * ratio;
  const style = getComputedStyle(canvas);
  const paper = canvas.getContext("2d");
  paper.scale(ratio, ratio);
  const [dot, gone] = [style.color, style.borderTopColor];
  return (done) => {
    paper.clearRect(0, 0, side, canvas.height);
    all.forEach((code, number) => {
      const [x, y] = [(number % across) * pitch, Math.floor(number / across) * pitch];
      // So few that they may be larger than their places.
      const big = Math.max(0.75 * pitch, after.size < 300 ? 4 : 0);
      paper.globalAlpha = 1;
      if (after.has(code)) {
        paper.fillStyle = dot;
        paper.fillRect(x, y, big, big);
        return;
      }
      paper.fillStyle = gone;
      paper.fillRect(x + pitch / 3, y + pitch / 3, pitch / 4, pitch / 4);
      if (done === 1 || !before.has(code)) return;
      paper.fillStyle = dot;
      paper.globalAlpha = 1 - done;
      paper.fillRect(x, y + 60 * done * done, big, big);
    });
  };
}

customElements.define("game-tools", GameTools);
