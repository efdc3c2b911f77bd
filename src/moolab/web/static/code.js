/**
 * <code-pad for="ID" symbols="0123456789" places="4" [repeats]>: keys that fill a text field.
 *
 * Without scripts it is empty, and the field alone does. Symbols that cannot follow are disabled.
 */
class CodePad extends HTMLElement {
  connectedCallback() {
    this.field = document.getElementById(this.getAttribute("for"));
    this.symbols = [...this.getAttribute("symbols")];
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Symbols");
    const names = this.getAttribute("names")?.split(",");
    this.keys = this.symbols.map((symbol, index) => {
      const key = this.key(symbol, (text) => text + symbol);
      if (names) {
        key.classList.add("peg", `peg-${index}`);
        key.ariaLabel = `${names[index]}, ${symbol}`;
      }
      return key;
    });
    this.back = this.key("\u232B", (text) => [...text].slice(0, -1).join(""));
    this.back.ariaLabel = "Delete";
    this.replaceChildren(...this.keys, this.back);
    this.listening = new AbortController();
    this.field.addEventListener("input", () => this.refresh(), { signal: this.listening.signal });
    this.refresh();
  }

  disconnectedCallback() {
    this.listening?.abort();
  }

  key(label, change) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    // A mouse leaves the focus where it is: with the keyboard, one goes on in the field.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      if (button.ariaDisabled === "true") return;
      this.field.value = change(this.field.value);
      this.field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return button;
  }

  refresh() {
    const text = this.field.value;
    const full = [...text].length >= Number(this.getAttribute("places"));
    this.keys.forEach((button, index) => {
      const used = !this.hasAttribute("repeats") && text.includes(this.symbols[index]);
      // Not `disabled`: the key just pressed would lose the focus.
      button.ariaDisabled = String(full || used);
    });
    this.back.ariaDisabled = String(!text);
  }
}

customElements.define("code-pad", CodePad);

/** <code-tiles for="ID" symbols="012345" places="4" [coloured]>: what a field holds, as tiles. */
class CodeTiles extends HTMLElement {
  connectedCallback() {
    this.field = document.getElementById(this.getAttribute("for"));
    this.ariaHidden = "true";
    this.tiles = Array.from({ length: Number(this.getAttribute("places")) }, () => {
      return document.createElement("span");
    });
    this.replaceChildren(...this.tiles);
    this.listening = new AbortController();
    this.field.addEventListener("input", () => this.draw(), { signal: this.listening.signal });
    this.draw();
  }

  disconnectedCallback() {
    this.listening?.abort();
  }

  draw() {
    const text = [...this.field.value.trim()];
    const symbols = [...this.getAttribute("symbols")];
    this.tiles.forEach((tile, place) => {
      const peg = this.hasAttribute("coloured") ? symbols.indexOf(text[place]) : -1;
      tile.className = `tile${peg < 0 ? "" : ` peg peg-${peg}`}${place === text.length ? " next" : ""}`;
      tile.textContent = text[place] ?? "";
    });
  }
}

customElements.define("code-tiles", CodeTiles);

/** The control that was reached by Tab, which has uses for keys. */
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
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (target === reached || target.matches("input, select, textarea")) return;
  const field = document.querySelector("[data-keys]");
  if (!field) return;
  const typed = key.length === 1 && field.dataset.keys.toLowerCase().includes(key.toLowerCase());
  const edited = field.value && ["Backspace", "Enter"].includes(key);
  if (typed || edited) field.focus();
});
