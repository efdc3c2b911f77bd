/**
 * <offline-game>: games that need no server. The rules of replies are those of replies.js, which the
 * tests compare with the server's.
 */

import "./notes.js";
import { codes, rulesOf, score } from "./replies.js";

/** Guesses that are compared for a good one, against all codes that are left. */
const COMPARED = 60;

const draw = (list) => list[Math.floor(Math.random() * list.length)];
const fits = (rules, turns) => (code) =>
  turns.every(({ guess, reply }) => score(rules, guess, code) === reply);

/** Of some codes that fit, the one that splits all of them into the most parts. */
export function advise(rules, left) {
  const some = left.length > COMPARED ? Array.from({ length: COMPARED }, () => draw(left)) : left;
  const parts = (guess) => new Set(left.map((code) => score(rules, guess, code))).size;
  return some.reduce((best, guess) => (parts(guess) > parts(best) ? guess : best), some[0]);
}

/** Clues from which one code follows, none of which can be left out. */
export function makePuzzle(rules, all) {
  const secret = draw(all);
  let [left, clues] = [all, []];
  while (left.length > 1) {
    const guess = draw(all);
    if (guess === secret) continue;
    const clue = { guess, reply: score(rules, guess, secret) };
    const fewer = left.filter(fits(rules, [clue]));
    if (fewer.length === left.length) continue;
    [left, clues] = [fewer, [...clues, clue]];
  }
  for (const clue of [...clues]) {
    const fewer = clues.filter((other) => other !== clue);
    if (all.filter(fits(rules, fewer)).length === 1) clues = fewer;
  }
  return { secret, clues };
}

class OfflineGame extends HTMLElement {
  connectedCallback() {
    this.rules = rulesOf(this);
    this.all = codes(this.rules);
    this.said = JSON.parse(this.dataset.said);
    this.names = this.getAttribute("names")?.split(",");
    this.field = this.querySelector("#code");
    this.notes = this.querySelector("pencil-notes");
    this.numbers = [...this.querySelectorAll("#bulls, #cows")];
    this.win = `${this.rules.places}0`;
    this.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.move();
    });
    for (const again of this.querySelectorAll("#again, end-card .primary")) {
      again.addEventListener("click", () => this.begin());
    }
    this.querySelector("#take-back").addEventListener("click", () => this.takeBack());
    for (const mode of this.querySelectorAll("[name=mode]")) {
      mode.addEventListener("change", () => this.goOn());
    }
    const last = localStorage.getItem(this.place("mode"));
    if (last) this.querySelector(`[name=mode][value=${last}]`).checked = true;
    this.goOn();
  }

  /** Where something is kept. */
  place(what) {
    return `offline ${this.rules.places} ${this.rules.symbols} ${what}`;
  }

  /** Go on with the game of before in this mode, or begin one. */
  goOn() {
    this.notes.setAttribute("name", this.place(this.mode));
    this.clearFields();
    const kept = localStorage.getItem(this.place(this.mode));
    if (!kept) return this.begin();
    const { told, ...state } = JSON.parse(kept);
    Object.assign(this, state);
    this.tell(told);
    this.show();
  }

  get mode() {
    return this.querySelector("[name=mode]:checked").value;
  }

  get left() {
    return this.all.filter(fits(this.rules, this.turns));
  }

  begin() {
    this.turns = [];
    this.over = false;
    this.puzzle = this.mode === "puzzle" ? makePuzzle(this.rules, this.all) : null;
    if (this.puzzle) this.turns = this.puzzle.clues;
    this.secret = draw(this.all);
    this.guess = this.mode === "mine" ? draw(this.all) : null;
    this.notes.clear();
    this.tell(this.said[this.mode]);
    this.show();
  }

  takeBack() {
    if (this.puzzle || !this.turns.length) return;
    const last = this.turns.at(-1);
    this.turns = this.turns.slice(0, -1);
    this.over = false;
    if (this.mode === "mine") this.guess = last.guess;
    this.tell(this.said[this.mode]);
    this.show();
  }

  move() {
    if (this.over) return this.begin();
    const { mode } = this;
    const code = this.field.value.trim();
    const typed = mode === "mine" || this.all.includes(code);
    if (!typed) return this.tell(this.said.wrong);
    if (mode === "puzzle") return this.answer(code);
    const reply = mode === "find" ? score(this.rules, code, this.secret) : this.reply();
    if (!reply) return this.tell(this.said[mode]);
    this.turns = [...this.turns, { guess: mode === "mine" ? this.guess : code, reply }];
    const { left } = this;
    const count = { n: left.length };
    const known = left.length === 1 ? this.said.one : this.format(this.said.left, count);
    if (reply === this.win) {
      this.over = true;
      const won = mode === "mine" ? this.said.got : this.said.won;
      this.tell(this.format(won, { n: this.turns.length }));
    } else if (!left.length) this.tell(this.said.none);
    else if (mode === "find") this.tell(known);
    else {
      const next = mode === "mine" ? draw(left) : advise(this.rules, left);
      if (mode === "mine") this.guess = next;
      this.tell(mode === "mine" ? this.said.mine : `${known} ${this.format(this.said.try, { code: next })}`);
    }
    this.clearFields();
    this.show();
  }

  clearFields() {
    for (const field of [this.field, ...this.numbers]) field.value = "";
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  answer(code) {
    const broken = this.turns
      .map(({ guess, reply }, index) => score(this.rules, guess, code) !== reply && index + 1)
      .filter(Boolean);
    this.over = !broken.length;
    this.tell(this.over ? this.said.solved : this.format(this.said.broken, { code, n: broken.join(", ") }));
    this.show();
  }

  /** The reply that was typed as two numbers; null if it is none. */
  reply() {
    const typed = this.numbers.map((field) => field.value);
    if (typed.includes("")) return null;
    const [bulls, cows] = typed.map(Number);
    const possible = bulls + cows <= this.rules.places && bulls >= 0 && cows >= 0;
    return possible && Number.isInteger(bulls + cows) ? `${bulls}${cows}` : null;
  }

  format(text, values) {
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  /** How the game has ended, for the card that says it. */
  get ending() {
    const won = this.puzzle || this.turns.at(-1)?.reply === this.win;
    const title = this.querySelector("#told").cloneNode(true).childNodes;
    const outcome = this.mode === "mine" ? "drawn" : won ? "won" : "lost";
    return this.over && { outcome, title, figure: won && !this.puzzle ? this.turns.length : "" };
  }

  tell(text) {
    this.querySelector("#told").textContent = text;
  }

  tiles(code) {
    return [...code].map((symbol) => {
      const tile = document.createElement("span");
      tile.className = "tile";
      tile.textContent = symbol;
      if (this.names) {
        const peg = this.rules.symbols.indexOf(symbol);
        tile.classList.add("peg", `peg-${peg}`);
        tile.setAttribute("role", "img");
        tile.setAttribute("aria-label", this.names[peg]);
      }
      return tile;
    });
  }

  row(number, guess, reply) {
    const row = document.createElement("tr");
    const [turn, code, said] = ["th", "td", "td"].map((name) => document.createElement(name));
    turn.scope = "row";
    turn.textContent = number;
    code.className = "code";
    code.append(...this.tiles(guess));
    if (reply) said.textContent = `${"●".repeat(reply[0])}${"○".repeat(reply[1])} ${reply[0]} + ${reply[1]}`;
    row.append(turn, code, said);
    return row;
  }

  show() {
    const { mode, turns, over, puzzle, secret, guess } = this;
    const told = this.querySelector("#told").textContent;
    localStorage.setItem(this.place("mode"), mode);
    const state = { turns, over, puzzle, secret, guess, told };
    localStorage.setItem(this.place(mode), JSON.stringify(state));
    const rows = turns.map(({ guess, reply }, index) => this.row(index + 1, guess, reply));
    if (mode === "mine" && !this.over) rows.push(this.row(turns.length + 1, this.guess, ""));
    this.querySelector("#turns").replaceChildren(...rows);
    this.querySelector("#typing").hidden = mode === "mine";
    this.querySelector("#replying").hidden = !["mine", "help"].includes(mode);
    this.querySelector("#notes").hidden = mode === "mine" || mode === "help";
    this.querySelector("#take-back").hidden = mode === "puzzle" || mode === "find";
    this.querySelector("end-card").tell(this.ending);
  }
}

customElements.define("offline-game", OfflineGame);
