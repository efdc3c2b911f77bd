/**
 * <offline-game>: games that need no server. The rules of replies are those of replies.js, which the
 * tests compare with the server's.
 */

import "./notes.js";
import { element } from "./elements.js";
import { codes, rulesOf, score } from "./replies.js";
import { plain } from "./words.js";

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

/** A reply as the server draws it: bulls filled, cows as rings, dots for the rest. */
function pegs(reply, places) {
  const across = Math.ceil(places / 2);
  const drawn = Array.from({ length: places }, (_, n) => {
    const [kind, radius] = n < reply[0] ? ["bull", 6] : n < Number(reply[0]) + Number(reply[1]) ? ["cow", 5] : ["miss", 1.5];
    return `<circle class="${kind}" cx="${16 * (n % across) + 8}" cy="${16 * Math.floor(n / across) + 8}" r="${radius}"/>`;
  });
  return `<svg class="pegs" viewBox="0 0 ${16 * across} 32" width="${16 * across}" height="32" aria-hidden="true">${drawn.join("")}</svg>`;
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
    this.tries = Number(this.dataset.tries);
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
    Object.assign(this, JSON.parse(kept));
    this.tell(...[this.told].flat());
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
    const code = plain(this.field.value.trim());
    const typed = mode === "mine" || this.all.includes(code);
    if (!typed) return this.tell(this.said.wrong);
    if (mode === "puzzle") return this.answer(code);
    const reply = mode === "find" ? score(this.rules, code, this.secret) : this.reply();
    if (!reply) return this.tell(this.said[mode]);
    this.turns = [...this.turns, { guess: mode === "mine" ? this.guess : code, reply }];
    const { left } = this;
    const count = { n: left.length };
    const known = left.length === 1 ? this.said.one : this.said.left;
    if (reply === this.win) {
      this.over = true;
      this.tell(mode === "mine" ? this.said.got : this.said.won, { n: this.turns.length });
    } else if (mode === "find" && this.turns.length >= this.tries) {
      this.over = true;
      this.tell(this.said.lost, { code: this.secret });
    } else if (!left.length) this.tell(this.said.none);
    else if (mode === "find") this.tell(known, count);
    else if (mode === "mine") {
      this.guess = draw(left);
      this.tell(this.said.mine);
    } else this.tell(`${known} ${this.said.try}`, { ...count, code: advise(this.rules, left) });
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
    this.tell(this.over ? this.said.solved : this.said.broken, { code, n: broken.join(", ") });
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

  /** How the game has ended, for the card that says it. */
  get ending() {
    const won = this.puzzle || this.turns.at(-1)?.reply === this.win;
    const title = this.querySelector("#told").cloneNode(true).childNodes;
    const outcome = this.mode === "mine" ? "drawn" : won ? "won" : "lost";
    return this.over && { outcome, title, figure: won && !this.puzzle ? this.turns.length : "" };
  }

  /** Say a sentence; codes in it are seen as they are on the board. */
  tell(text, values = {}) {
    this.told = [text, values];
    const parts = text.split(/\{(\w+)\}/).map((part, index) => {
      if (index % 2 === 0) return part;
      if (part !== "code" || !this.names) return String(values[part]);
      return element("span", { className: `turns small p${this.rules.places}` }, ...this.tiles(values.code));
    });
    this.querySelector("#told").replaceChildren(...parts);
  }

  tiles(code) {
    return [...code].map((symbol) => {
      const tile = document.createElement("span");
      tile.className = "tile";
      if (!this.names) tile.textContent = symbol;
      else {
        const peg = this.rules.symbols.indexOf(symbol);
        tile.classList.add("peg", `peg-${peg}`);
        tile.setAttribute("role", "img");
        tile.setAttribute("aria-label", this.names[peg]);
      }
      return tile;
    });
  }

  /** A row of the board; without a reply it waits for one, without a guess it is still to come. */
  row(number, guess, reply) {
    const tiles = guess ? this.tiles(guess) : Array.from({ length: this.rules.places }, () => element("span", { className: "tile" }));
    const said = element("td");
    if (reply) {
      said.innerHTML = pegs(reply, this.rules.places);
      said.append(element("span", { className: "visually-hidden", textContent: `${reply[0]} + ${reply[1]}` }));
    }
    const row = element(
      "tr",
      {},
      element("th", { scope: "row", textContent: number }),
      element("td", { className: "code" }, ...tiles),
      said,
    );
    if (guess) row.dataset.guess = guess;
    if (reply) row.dataset.reply = reply;
    else if (guess) row.className = "pending";
    return row;
  }

  show() {
    const { mode, turns, over, puzzle, secret, guess, told } = this;
    localStorage.setItem(this.place("mode"), mode);
    localStorage.setItem(this.place(mode), JSON.stringify({ turns, over, puzzle, secret, guess, told }));
    const part = (selector) => this.querySelector(selector);
    const rows = turns.map(({ guess, reply }, index) => this.row(index + 1, guess, reply));
    if (mode === "mine" && !over) rows.push(this.row(turns.length + 1, guess, ""));
    part("#turns").replaceChildren(...rows);
    part("#typing th").textContent = puzzle ? "=" : turns.length + 1;
    const free = mode === "find" && !over ? this.tries - turns.length - 1 : 0;
    part("#to-come").replaceChildren(
      ...Array.from({ length: free }, (_, index) => this.row(turns.length + 2 + index, "", "")),
    );
    for (const typing of ["#typing", "code-pad"]) part(typing).hidden = mode === "mine" || over;
    part("#replying").hidden = over || !["mine", "help"].includes(mode);
    part("#notes").hidden = mode === "mine" || mode === "help";
    part("#take-back").hidden = mode === "puzzle" || mode === "find";
    part(".go").hidden = over;
    part("end-card").tell(this.ending);
  }
}

customElements.define("offline-game", OfflineGame);
