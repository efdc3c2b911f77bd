/**
 * <own-code>: the code that the computer looks for, kept in this browser alone, where one likes that.
 *
 * The page then knows the right replies: it marks them, sends them, or says at the end how many were
 * right. Before the first reply the server gets a seal, at the end the code, and nothing in between.
 */

import { tell } from "./page.js";
import { sha256 } from "./sha256.js";
import { pairs, rulesOf, score, turnsOf } from "./replies.js";
import { choose, moving, setting } from "./settings.js";
import { say } from "./words.js";

/** Milliseconds to look at the guess, then at each bull and cow, and at the whole before it is sent. */
const LOOK_MS = 500;
const PAIR_MS = 260;
const WHOLE_MS = 600;
const WAYS = {
  mark: say("Show me the right reply"),
  send: say("Reply for me"),
  check: say("I reply; tell me at the end"),
};

class OwnCode extends HTMLElement {
  connectedCallback() {
    this.table = this.closest("game-table");
    this.rules = rulesOf(this.table);
    // What else the page has for this table may not be there yet.
    queueMicrotask(() => this.draw());
  }

  disconnectedCallback() {
    clearTimeout(this.waiting);
  }

  get place() {
    return `code ${location.pathname}`;
  }

  /** Code and nonce as they are sealed, CODE:NONCE; null if there are none. */
  get kept() {
    return sessionStorage.getItem(this.place);
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
    const { code } = this;
    if (code) this.replaceChildren(...this.parts(code));
    else if (this.table.dataset.phase === "over") this.replaceChildren();
    else this.replaceChildren(this.button(say("Note down your code"), () => this.ask()));
    if (code) this.answer(code);
    this.tell();
  }

  button(textContent, onclick, type = "button") {
    return Object.assign(document.createElement("button"), { type, textContent, onclick });
  }

  parts(code) {
    const turns = turnsOf(this.table, "computer");
    const right = turns.filter(({ guess, reply }) => score(this.rules, guess, code) === reply).length;
    const words = document.createElement("span");
    const label = Object.assign(document.createElement("span"), { className: "label" });
    const head = say("Your code:");
    label.textContent = `${head} `;
    words.append(label, this.shown(code));
    if (this.table.dataset.phase === "over") {
      const values = { right, count: turns.length };
      words.append(say(". Your replies: right {right} of {count}.", values));
      return [words];
    }
    return [words, this.button(say("Change"), () => this.ask(code))];
  }

  /** A code as it stands on the board, in small. */
  shown(code) {
    const whole = document.createElement("b");
    whole.className = `code turns small p${code.length}`;
    whole.append(...this.tiles(code));
    return whole;
  }

  tiles(code) {
    const names = this.getAttribute("names")?.split(",");
    return [...code].map((symbol) => {
      const tile = Object.assign(document.createElement("span"), { textContent: names ? "" : symbol });
      const peg = this.rules.symbols.indexOf(symbol);
      tile.className = names ? `tile peg peg-${peg}` : "tile";
      if (names) Object.assign(tile, { role: "img", ariaLabel: names[peg] });
      return tile;
    });
  }

  /** Mark the right reply, or send it. */
  answer(code) {
    const guess = this.table.querySelector(".pending")?.dataset.guess;
    const way = setting("answer");
    if (!guess || way === "check" || this.table.dataset.phase !== "reply") return;
    const right = score(this.rules, guess, code);
    const key = document.getElementById(`reply-${right}`);
    const fields = ["bulls", "cows"].map((name) => document.getElementById(name));
    if (key) {
      key.classList.add("right");
      key.ariaDescription = say("right for your code");
    } else if (fields[0]) {
      const bulls = right === "100" ? "10" : right[0];
      [fields[0].value, fields[1].value] = [bulls, right.slice(bulls.length)];
    }
    if (way !== "send") return;
    const send = () => (key ? key.click() : fields[0]?.form.requestSubmit());
    if (moving()) this.explain(guess, code, send);
    else this.waiting = setTimeout(send);
  }

  /** Put the code below the guess, and draw what belongs together: the bulls, then the cows. */
  explain(guess, code, done) {
    const row = this.table.querySelector(".pending");
    const below = document.createElement("tr");
    below.className = "below";
    below.ariaHidden = "true";
    below.append(document.createElement("th"), document.createElement("td"));
    below.lastChild.className = "code";
    below.lastChild.append(...this.tiles(code));
    const threads = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    threads.classList.add("threads");
    row.after(below);
    row.closest(".board").append(threads);
    this.table.show(".below");
    const { bulls, cows } = pairs(this.rules, guess, code);
    const left = [...bulls.map((pair) => ["bull", pair]), ...cows.map((pair) => ["cow", pair])];
    const next = () => {
      if (!left.length) {
        this.waiting = setTimeout(done, WHOLE_MS);
        return;
      }
      const [kind, [from, to]] = left.shift();
      tie(threads, kind, row.querySelectorAll(".tile")[from], below.querySelectorAll(".tile")[to]);
      this.waiting = setTimeout(next, PAIR_MS);
    };
    this.waiting = setTimeout(next, LOOK_MS);
  }

  ask(code = "") {
    const { places, symbols, repeats } = this.rules;
    const names = this.getAttribute("names");
    const dialog = document.createElement("dialog");
    dialog.className = "sheet";
    dialog.ariaLabel = say("Your code");
    dialog.innerHTML = `<form method="dialog">
      <h2></h2>
      <p class="about"></p>
      <div class="field"><label for="own"></label><div class="joined turns">
        <span class="slots"><input id="own" class="entry code" autocomplete="off" autocapitalize="off"
          spellcheck="false" required><code-tiles for="own"></code-tiles></span>
        <button type="button" class="random"></button></div>
        <p class="error" id="own-error"></p><code-pad for="own"></code-pad></div>
      <div class="field"><label for="way"></label><select id="way"></select></div>
      <div class="actions"><button class="primary"></button>
        <button value="forget" formnovalidate></button></div></form>`;
    const words = {
      h2: say("Your code stays in this browser"),
      "label[for=own]": say("Your code"),
      ".random": say("Random"),
      "label[for=way]": say("Replies"),
      ".primary": say("Keep it"),
    };
    for (const [part, text] of Object.entries(words)) dialog.querySelector(part).textContent = text;
    const [field, way] = [dialog.querySelector("#own"), dialog.querySelector("#way")];
    const form = dialog.querySelector("form");
    for (const [value, words] of Object.entries(WAYS)) way.append(new Option(words, value));
    field.value = code;
    const { due, seal } = document.getElementById("fair").dataset;
    dialog.querySelector(".about").textContent = seal
      ? say("It is sealed, so it stays as it is. The page uses it to find the right replies.")
      : due
        ? say(
            "The page uses it to find the right replies. The server gets its seal now, and the code itself after the game.",
          )
        : say("The page uses it to find the right replies.");
    const sealed = Boolean(seal && code);
    field.readOnly = sealed;
    if (sealed) for (const part of dialog.querySelectorAll("code-tiles, code-pad, .random")) part.remove();
    for (const part of dialog.querySelectorAll("code-tiles, code-pad")) {
      part.setAttribute("symbols", symbols);
      part.setAttribute("places", places);
      part.toggleAttribute("repeats", repeats);
      if (names) part.setAttribute("names", names);
    }
    dialog.querySelector(".turns").classList.add(`p${places}`);
    way.value = setting("answer");
    // Without a code that is sealed, its owner could not show it after the game.
    const forgets = code && !sealed;
    dialog.querySelector("[value=forget]").textContent = forgets ? say("Forget it") : say("Cancel");
    dialog.querySelector(".random")?.addEventListener("click", () => {
      field.value = this.draws();
      field.dispatchEvent(new Event("input"));
    });
    form.addEventListener("submit", (event) => {
      event.stopPropagation();
      if (event.submitter?.value === "forget") {
        if (forgets) sessionStorage.removeItem(this.place);
        return;
      }
      const text = [...field.value.trim()]
        .map((one) => [...symbols].find((symbol) => symbol.toLowerCase() === one.toLowerCase()))
        .join("");
      const fits = text.length === places && (repeats || new Set(text).size === places);
      if (!fits) {
        event.preventDefault();
        const { codes } = this.dataset;
        dialog.querySelector("#own-error").textContent = say("A code has {codes}.", { codes });
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", "own-error");
        field.focus();
        return;
      }
      const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
        .map((byte) => byte.toString(16).padStart(2, "0"))
        .join("");
      if (text !== this.code) sessionStorage.setItem(this.place, `${text}:${nonce}`);
      choose("answer", way.value);
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      for (const key of document.querySelectorAll(".right")) key.classList.remove("right");
      this.draw();
    });
    document.querySelector("main").append(dialog);
    dialog.showModal();
  }

  /** A code by chance. */
  draws() {
    const { places, repeats } = this.rules;
    const left = [...this.rules.symbols];
    return Array.from({ length: places }, () => {
      const [number] = crypto.getRandomValues(new Uint32Array(1));
      const place = number % left.length;
      return repeats ? left[place] : left.splice(place, 1)[0];
    }).join("");
  }
}

/** Draw a thread between two tiles. */
function tie(threads, kind, above, below) {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
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
