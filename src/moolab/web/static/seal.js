/**
 * <seal-check game="ID" commitment="..." [sealed="CODE:NONCE"]>: whether the computer has kept its code.
 *
 * The browser notes the commitment when it first sees it, and compares with that at the end: so
 * the server could not change it meanwhile.
 */
class SealCheck extends HTMLElement {
  connectedCallback() {
    this.noted = note(this.getAttribute("game"), this.getAttribute("commitment"));
    // Browsers hash on secure pages only; the command beside it works everywhere.
    if (!this.hasAttribute("sealed") || !crypto.subtle) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Check it";
    const verdict = document.createElement("p");
    verdict.setAttribute("role", "status");
    button.addEventListener("click", async () => (verdict.textContent = await this.verdict()));
    this.replaceChildren(button, verdict);
  }

  async verdict() {
    const sealed = new TextEncoder().encode(this.getAttribute("sealed"));
    const found = hex(await crypto.subtle.digest("SHA-256", sealed));
    return found === this.noted
      ? "✓ It fits: this code was fixed before your first guess."
      : `✗ It does not fit: the seal was ${this.noted}, but this gives ${found}.`;
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

function hex(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

customElements.define("seal-check", SealCheck);
