/**
 * <end-card>: how a game has ended. It comes from below, takes the focus, can be closed to look at the
 * board, and asks for what takes long to compute, for which it has left room.
 */

import { element } from "./elements.js";
import { say } from "./words.js";

/** Which end was seen before, and whether it was closed: what happens elsewhere brings it again. */
let before = { path: "", folded: false };

class EndCard extends HTMLElement {
  connectedCallback() {
    this.toggle ??= element("button", { type: "button", className: "fold quiet", onclick: () => this.fold(!this.folded) });
    this.querySelector(".foot").append(this.toggle);
    if (!this.hidden) this.arrive();
  }

  disconnectedCallback() {
    // The game goes on: its next end is a new one.
    queueMicrotask(() => document.querySelector("end-card") || (before.path = ""));
  }

  /** Come into sight, once; the focus goes to what has been won or lost. */
  arrive() {
    const known = before.path === location.pathname;
    const { folded } = before;
    before.path = location.pathname;
    this.fold(known && folded);
    if (!known) {
      this.classList.add("arriving");
      queueMicrotask(() => this.take());
    }
    if (this.dataset.later) this.ask(this.dataset.later);
  }

  take() {
    const { activeElement } = document;
    const free = activeElement === document.body || activeElement.matches("main") || this.parentElement?.contains(activeElement);
    if (free) this.querySelector("h2").focus({ preventScroll: true });
    const rows = [...document.querySelectorAll(".board .last")].filter((one) => one.offsetParent);
    const row = rows.at(-1) ?? document.querySelector(".four .board");
    if (!row) return;
    // The last guess, or the line of four, stands right above the card, which may still be on its way.
    const { top, bottom } = row.getBoundingClientRect();
    const by = bottom + 8 - (innerHeight - this.offsetHeight);
    if (by > 0 || top < 0) scrollBy({ top: by });
  }

  /** Where the page itself plays: show how a game has ended, or that another one has begun. */
  tell(ending) {
    this.hidden = !ending;
    if (!ending) {
      before.path = "";
      return;
    }
    this.className = `end-${ending.outcome}`;
    this.querySelector(".giant").textContent = ending.figure;
    this.querySelector("h2").replaceChildren(...ending.title);
    this.arrive();
  }

  get folded() {
    return this.classList.contains("folded");
  }

  fold(folded) {
    this.classList.toggle("folded", folded);
    before.folded = folded;
    this.toggle.textContent = folded ? say("Show the result") : say("Look at the board");
    this.toggle.ariaExpanded = String(!folded);
  }

  async ask(address) {
    const [figure, remark] = [this.querySelector(".coming b"), this.querySelector(".remark")];
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(response.statusText);
      const found = await response.json();
      figure.textContent = found.skill;
      remark.innerHTML = found.remark;
      figure.closest(".coming").classList.replace("coming", "come");
    } catch {
      // Without it, the card is complete as well.
      figure.textContent = "–";
    }
  }
}

document.addEventListener("keydown", ({ key, target }) => {
  const card = target.closest("end-card:not(.folded)");
  if (key !== "Escape" || !card) return;
  card.fold(true);
  card.toggle.focus();
});

// What leads to the board closes the card that lies over it.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("end-card a[href^='#']");
  if (link) link.closest("end-card").fold(true);
});

customElements.define("end-card", EndCard);
