import { element } from "./elements.js";

/**
 * <brought-table>: keeps what stands in the form around it until its tab is closed.
 *
 * The server keeps nothing, so that a page that is loaded again would begin anew.
 */
const PLACE = "moolab table";

class BroughtTable extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    if (!restored) this.restore();
    restored = true;
  }

  /** Send what was there before to a page that has nothing. */
  restore() {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "[]");
    if (this.form.elements.text.value || !kept.some(([name, value]) => name === "text" && value)) return;
    // The answers so far are many fields of one name, which this page does not have.
    const fields = new Map([...this.form.elements].map((field) => [field.name, field]));
    for (const [name, value] of kept) {
      if (fields.has(name)) fields.get(name).value = value;
      else this.append(element("input", { type: "hidden", name, value }));
    }
    this.form.requestSubmit();
  }
}

/** A page that is sent and comes back without a table was asked for. */
let restored = false;

addEventListener("pagehide", () => {
  const { form } = document.querySelector("brought-table");
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  sessionStorage.setItem(PLACE, JSON.stringify(fields));
});

customElements.define("brought-table", BroughtTable);
