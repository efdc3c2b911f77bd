import { sha256 } from "./sha256.js";
import { say } from "./words.js";

/**
 * <seal-check game="ID" commitment="..." [sealed="CODE:NONCE"]>: whether a code has been kept.
 *
 * The browser notes the commitment when it first sees it, and compares with that at the end: so
 * the server could not change it meanwhile.
 */
class SealCheck extends HTMLElement {
  connectedCallback() {
    this.noted = note(this.getAttribute("game"), this.getAttribute("commitment"));
    if (!this.hasAttribute("sealed")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = say("Check it");
    const verdict = document.createElement("p");
    verdict.setAttribute("role", "status");
    button.addEventListener("click", () => (verdict.textContent = this.verdict()));
    this.replaceChildren(button, verdict);
  }

  verdict() {
    const found = sha256(this.getAttribute("sealed"));
    return found === this.noted
      ? say("✓ It fits: this code was fixed before your first guess.")
      : say("✗ It does not fit: the seal was {noted}, but this gives {found}.", {
          noted: this.noted,
          found,
        });
  }
}

function note(game, commitment) {
  try {
    const key = `seal ${game}`;
    if (!localStorage.getItem(key)) localStorage.setItem(key, commitment);
    return localStorage.getItem(key);
  } catch {
    return commitment; // nothing may be noted here
  }
}

customElements.define("seal-check", SealCheck);
