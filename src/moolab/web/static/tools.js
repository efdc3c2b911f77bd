/**
 * <game-tools>: beside the boards, what one has switched on: notes in pencil, and the sieve.
 *
 * The sieve has a dot for every code, and those that a reply rules out fall through.
 */

import { element } from "./elements.js";
import { Notes } from "./notes.js";
import { codes, rulesOf, score, turnsOf } from "./replies.js";
import { moving, setting } from "./settings.js";
import { lang, say } from "./words.js";

const FALL_MS = 600;

class GameTools extends HTMLElement {
  connectedCallback() {
    this.table = this.closest("game-table");
    this.rules = rulesOf(this.table);
    this.notes = new Notes(this.rules, this.getAttribute("names")?.split(","));
    this.listening = new AbortController();
    document.addEventListener("setting", () => this.draw(), this.listening);
    if (this.table.dataset.finished === "yes") this.notes.forget();
    // The board of the other side may not be there yet.
    queueMicrotask(() => this.draw());
  }

  disconnectedCallback() {
    this.listening.abort();
  }

  draw() {
    const guesser = this.hasAttribute("guesser");
    const parts = [];
    if (setting("notes") && guesser) parts.push(this.notes.table());
    if (setting("sieve") && this.hasAttribute("sieve")) parts.push(element("div", { className: "sieves" }, ...this.sieves()));
    this.hidden = !parts.length;
    this.replaceChildren(...parts);
    const tab = document.getElementById("tab-tools");
    if (tab) {
      tab.parentElement.hidden = this.hidden;
      if (this.hidden && tab.checked) document.getElementById("tab-yours").checked = true;
    }
    this.notes.dimKeys(Boolean(setting("notes")));
  }

  /* ---- the sieve ---- */

  sieves() {
    const boards = this.table.querySelectorAll("[data-code]");
    return Array.from(boards, ({ dataset }) => this.sieve(dataset.side, dataset.code));
  }

  sieve(side, words) {
    const { before, after } = sift(this.rules, turnsOf(this.table, side), side);
    const number = element("b");
    const canvas = element("canvas", { role: "img" });
    canvas.ariaLabel = say("Codes that still fit: {count}", { count: after.size });
    const figure = element("figure", { className: "sieve" }, element("figcaption", {}, `${words}: `, number), canvas);
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
