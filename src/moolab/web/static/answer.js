/**
 * <own-code>: the code that the computer looks for, kept in this browser alone. Before the first guess
 * the page asks for it, and then replies by itself, unless one would rather do that.
 *
 * Before the first reply the server gets a seal, at the end the code, and nothing in between.
 */

import { element } from "./elements.js";
import { announce, spoken, tell } from "./page.js";
import { sha256 } from "./sha256.js";
import { pairs, rulesOf, score, turnsOf } from "./replies.js";
import { choose, moving, setting } from "./settings.js";
import { plain, say } from "./words.js";

/** Milliseconds to look at the guess, then at each bull and cow, and at the whole before it is sent. */
const LOOK_MS = 450;
const PAIR_MS = 220;
const WHOLE_MS = 550;
/** To enjoy that one has found the code, before the computer's last guess is replied to. */
const FOUND_MS = 1600;
/** The codes of so many games are remembered. */
const MOST_KEPT = 60;
const MEMORY = "moolab codes";
const SVG = "http://www.w3.org/2000/svg";

export const WAYS = {
  send: say("By itself"),
  mark: say("I reply; the right one is marked"),
  check: say("I reply; tell me at the end"),
  hand: say("I reply by hand"),
};

class OwnCode extends HTMLElement {
  connectedCallback() {
    this.table = this.closest("game-table");
    this.rules = rulesOf(this.table);
    this.listening = new AbortController();
    // At the end, there is nothing to ask.
    this.form = this.table.querySelector(".choose form");
    this.form?.addEventListener("submit", (event) => this.take(event), this.listening);
    const press = (name, act) => this.table.querySelector(`.choose .${name}`)?.addEventListener("click", act);
    press("random", () => this.keep(this.draws()));
    press("hand", () => choose("answer", "hand"));
    document.addEventListener("setting", ({ detail }) => detail === "answer" && this.draw(), this.listening);
    // What else the page has for this table may not be there yet.
    queueMicrotask(() => this.draw());
  }

  disconnectedCallback() {
    clearTimeout(this.waiting);
    this.listening.abort();
  }

  /** Code and nonce as they are sealed, CODE:NONCE; undefined if there are none. */
  get kept() {
    return JSON.parse(localStorage.getItem(MEMORY) ?? "{}")[location.pathname];
  }

  get code() {
    return this.kept?.split(":")[0];
  }

  /** Tell the server what it waits for: the seal, or at the end what was sealed. */
  tell() {
    const { due, seal } = document.getElementById("fair").dataset;
    if (!this.code || !due) return;
    const hash = sha256(this.kept);
    if (due === "seal") tell({ verb: "seal", text: hash }, "fair");
    else if (hash === seal) tell({ verb: "reveal", text: this.kept.replace(":", " ") }, "fair");
  }

  draw() {
    clearTimeout(this.waiting);
    for (const part of this.table.querySelectorAll(".threads, .below")) part.remove();
    for (const key of this.table.querySelectorAll(".right")) key.classList.remove("right");
    delete this.table.dataset.auto;
    const { code } = this;
    const over = this.table.dataset.phase === "over";
    // Of words, the page has the list only before the first reply.
    const known = this.words || !this.rules.marked;
    this.ask(Boolean(this.form && !code && known && setting("answer") !== "hand"));
    this.replaceChildren(...(code ? this.parts(code, over) : []));
    for (const part of this.table.querySelectorAll(".by-hand, .by-itself")) {
      part.hidden = part.className === (code ? "by-hand" : "by-itself");
    }
    if (code) this.answer(code);
    this.tell();
  }

  /** Ask for the code, or go on to the boards. */
  ask(asking) {
    const asked = this.table.classList.contains("choosing");
    this.table.classList.toggle("choosing", asking);
    if (asking) this.form.elements.own.focus();
    else if (asked) {
      const next = this.table.querySelector("#guess, #reply, #bulls");
      next?.focus();
      this.table.show(".pending", ".current");
      announce(spoken(document.getElementById("said")));
    }
  }

  /** What was typed is the code, if it is one. */
  take(event) {
    event.preventDefault();
    event.stopPropagation();
    const { own } = this.form.elements;
    const { symbols, places, repeats } = this.rules;
    const text = [...plain(own.value.trim())]
      .map((one) => [...symbols].find((symbol) => symbol.toLowerCase() === one.toLowerCase()) ?? one)
      .join("");
    const fits = this.words
      ? this.words.includes(text)
      : text.length === places &&
        [...text].every((one) => symbols.includes(one)) &&
        (repeats || new Set(text).size === places);
    if (fits) return this.keep(text);
    const { codes } = this.dataset;
    const error = document.getElementById("own-error");
    error.textContent = this.words
      ? say("My list has no such word. Try another one, such as {example}.", { example: this.draws() })
      : say("A code has {codes}.", { codes });
    own.setAttribute("aria-invalid", "true");
    own.setAttribute("aria-describedby", "own-error");
    own.focus();
    announce(error.textContent);
  }

  /** The words that can be a code; undefined where any symbols can. */
  get words() {
    return this.dataset.words?.split(" ");
  }

  keep(code) {
    const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    const known = Object.entries(JSON.parse(localStorage.getItem(MEMORY) ?? "{}")).slice(1 - MOST_KEPT);
    const all = Object.fromEntries([...known, [location.pathname, `${code}:${nonce}`]]);
    localStorage.setItem(MEMORY, JSON.stringify(all));
    this.draw();
  }

  parts(code, over) {
    const words = element("span", {}, say("Your code:"), " ", this.shown(code));
    if (!over) return [words];
    const turns = turnsOf(this.table, "computer");
    const right = turns.filter(({ guess, reply }) => score(this.rules, guess, code) === reply).length;
    // Where the page has replied, that goes without saying.
    if (right < turns.length || setting("answer") !== "send") {
      words.className = "judged";
      words.append(say(". Your replies: right {right} of {count}.", { right, count: turns.length }));
    }
    return [words];
  }

  /** A code as it stands on the board, in small. */
  shown(code) {
    return element("b", { className: `code turns small p${code.length}` }, ...this.tiles(code));
  }

  tiles(code) {
    const names = this.getAttribute("names")?.split(",");
    return [...code].map((symbol) => {
      const peg = this.rules.symbols.indexOf(symbol);
      const look = names ? ` peg peg-${peg}` : this.rules.marked ? " letter" : "";
      const tile = element("span", { textContent: names ? "" : symbol, className: `tile${look}` });
      if (names) Object.assign(tile, { role: "img", ariaLabel: names[peg] });
      return tile;
    });
  }

  /** Mark the right reply, or send it. */
  answer(code) {
    const row = this.table.querySelector(".pending");
    const way = setting("answer");
    if (!row || !["mark", "send"].includes(way) || this.table.dataset.phase !== "reply") return;
    const { guess } = row.dataset;
    const right = score(this.rules, guess, code);
    const key = document.getElementById(`reply-${right}`);
    const [bulls, cows] = ["bulls", "cows"].map((name) => document.getElementById(name));
    const field = document.getElementById("reply");
    if (key) {
      key.classList.add("right");
      key.ariaDescription = say("right for your code");
    } else if (bulls) {
      bulls.value = right === "100" ? "10" : right[0];
      cows.value = right.slice(bulls.value.length);
    } else {
      field.value = right;
      field.dispatchEvent(new Event("input"));
    }
    if (way !== "send") return;
    this.table.dataset.auto = "yes";
    const send = () => (key ? key.click() : (bulls ?? field).form.requestSubmit());
    const found = this.table.classList.contains("found") ? FOUND_MS : 0;
    const begin = () => (moving() ? this.explain(row, code, send) : send());
    this.waiting = setTimeout(begin, found + (moving() ? this.table.wait() : 0));
  }

  /** Show why a reply is right: mark by mark, or the bulls and then the cows as threads to the code. */
  explain(row, code, done) {
    const { guess } = row.dataset;
    const tiles = row.querySelectorAll(".tile");
    const steps = this.rules.marked ? this.marks(guess, code, tiles) : this.threads(row, guess, code, tiles);
    const next = () => {
      const step = steps.shift();
      step?.();
      this.waiting = setTimeout(step ? next : done, step ? PAIR_MS : WHOLE_MS);
    };
    this.waiting = setTimeout(next, LOOK_MS);
  }

  marks(guess, code, tiles) {
    const names = { g: "right", y: "elsewhere", "-": "absent" };
    return [...score(this.rules, guess, code)].map((mark, place) => () => {
      tiles[place].classList.add(`mark-${names[mark]}`);
    });
  }

  /** Put the code below the guess, and tie what belongs together; each thread is a peg of the reply. */
  threads(row, guess, code, tiles) {
    const below = element("tr", { className: "below", ariaHidden: "true" }, element("th"));
    const cell = element("td", { className: "code" }, ...this.tiles(code));
    below.append(cell);
    const threads = document.createElementNS(SVG, "svg");
    threads.classList.add("threads");
    row.after(below);
    row.closest(".board").append(threads);
    this.table.show(".below");
    const { bulls, cows } = pairs(this.rules, guess, code);
    const pegs = emptyPegs(guess.length);
    row.lastElementChild.append(pegs);
    const tied = [...bulls.map((pair) => ["bull", pair]), ...cows.map((pair) => ["cow", pair])];
    return tied.map(([kind, [from, to]], number) => () => {
      tie(threads, kind, tiles[from], cell.children[to]);
      const peg = pegs.children[number];
      peg.setAttribute("class", kind);
      peg.setAttribute("r", kind === "bull" ? 6 : 5);
    });
  }

  /** A code by chance. */
  draws() {
    const { symbols, places, repeats } = this.rules;
    const by = (most) => crypto.getRandomValues(new Uint32Array(1))[0] % most;
    if (this.words) return this.words[by(this.words.length)];
    const left = [...symbols];
    return Array.from({ length: places }, () => {
      const place = by(left.length);
      return repeats ? left[place] : left.splice(place, 1)[0];
    }).join("");
  }
}

/** A reply that is not known yet, as the macro `pegs` draws it. */
function emptyPegs(places) {
  const [rows, across] = places > 2 ? [2, Math.ceil(places / 2)] : [1, places];
  const svg = document.createElementNS(SVG, "svg");
  const size = { width: 16 * across, height: 16 * rows };
  const drawn = { ...size, class: "pegs", viewBox: `0 0 ${size.width} ${size.height}` };
  for (const [name, value] of Object.entries(drawn)) svg.setAttribute(name, value);
  for (let peg = 0; peg < places; peg++) {
    const circle = document.createElementNS(SVG, "circle");
    const [x, y] = [peg % across, Math.floor(peg / across)];
    const look = { class: "miss", cx: 16 * x + 8, cy: 16 * y + 8, r: 1.5 };
    for (const [name, value] of Object.entries(look)) circle.setAttribute(name, value);
    svg.append(circle);
  }
  return svg;
}

/** Draw a thread between two tiles. */
function tie(threads, kind, above, below) {
  const line = document.createElementNS(SVG, "line");
  const { left, top } = threads.getBoundingClientRect();
  for (const [number, tile] of [above, below].entries()) {
    const box = tile.getBoundingClientRect();
    line.setAttribute(`x${number + 1}`, (box.left + box.right) / 2 - left);
    line.setAttribute(`y${number + 1}`, (number ? box.top : box.bottom) - top);
    tile.classList.add("tied");
  }
  line.classList.add(kind);
  threads.append(line);
}

customElements.define("own-code", OwnCode);
