/**
 * <reply-tiles for="ID" guess="crane">: the reply to a guess letter by letter. Each tile is tapped
 * through its marks, and the field has the reply as text, "gy--y", to be typed or pasted as well.
 * With source="ID" instead, the guess is what stands in that field.
 */

import { plain, say } from "./words.js";

const MARKS = {
  "-": ["mark-absent", say("absent")],
  y: ["mark-elsewhere", say("elsewhere")],
  g: ["mark-right", say("right")],
};
const ORDER = Object.keys(MARKS);
/** What is pasted from a shared result, or typed as digits. */
const SAME = { "🟩": "g", "🟧": "g", 2: "g", "🟨": "y", "🟦": "y", 1: "y", "⬛": "-", "⬜": "-", 0: "-" };

class ReplyTiles extends HTMLElement {
  connectedCallback() {
    this.field = document.getElementById(this.getAttribute("for"));
    this.source = document.getElementById(this.getAttribute("source"));
    this.listening = new AbortController();
    this.setAttribute("role", "group");
    this.source?.addEventListener("input", () => this.build(), this.listening);
    this.field.addEventListener("input", () => this.refresh(), this.listening);
    this.build();
    if (this.source) return;
    // What is seen is what is sent; what is typed replaces it.
    this.field.value ||= "-".repeat(this.tiles.length);
    this.refresh();
    this.field.addEventListener("focus", () => this.field.select(), this.listening);
    if (document.activeElement === this.field) this.field.select();
  }

  disconnectedCallback() {
    this.listening?.abort();
  }

  get guess() {
    return this.source?.value.trim() ?? this.getAttribute("guess");
  }

  build() {
    this.setAttribute("aria-label", say("Reply to {code}", { code: this.guess }));
    this.tiles = [...this.guess].map((letter, place) => {
      const tile = document.createElement("button");
      tile.type = "button";
      tile.textContent = letter;
      tile.addEventListener("click", () => this.turn(place));
      return tile;
    });
    this.replaceChildren(...this.tiles);
    this.refresh();
  }

  /** The marks that the field has. */
  get marks() {
    return [...plain(this.field.value).toLowerCase()].map((sign) => SAME[sign] ?? sign).filter((sign) => sign in MARKS);
  }

  turn(place) {
    const { marks } = this;
    const next = ORDER[(ORDER.indexOf(marks[place] ?? "-") + 1) % ORDER.length];
    this.field.value = this.tiles.map((_, n) => (n === place ? next : (marks[n] ?? "-"))).join("");
    this.refresh();
  }

  refresh() {
    const { marks } = this;
    this.tiles.forEach((tile, place) => {
      const [name, said] = MARKS[marks[place]] ?? ["", say("not marked")];
      tile.className = `tile letter ${name}`;
      tile.ariaLabel = `${tile.textContent}: ${said}`;
    });
  }
}

customElements.define("reply-tiles", ReplyTiles);
