import { say } from "./words.js";

/** <copy-button for="ID">: copies the text of a field, or shares it where browsers can. */
class CopyButton extends HTMLElement {
  connectedCallback() {
    this.status = document.createElement("span");
    this.status.setAttribute("role", "status");
    const buttons = [this.button(say("Copy"), () => this.copy())];
    if (navigator.share) buttons.push(this.button(say("Share"), () => this.share()));
    this.replaceChildren(...buttons.flatMap((button) => [button, " "]), this.status);
  }

  get field() {
    return document.getElementById(this.getAttribute("for"));
  }

  button(text, press) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", press);
    return button;
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.field.value);
      this.status.textContent = say("Copied.");
    } catch {
      // Only pages that come over TLS, or from this machine, have a clipboard.
      this.status.textContent = this.copySelected()
        ? say("Copied.")
        : say("Selected: copy it with your keyboard or menu.");
    }
  }

  copySelected() {
    const before = document.activeElement;
    this.field.focus();
    this.field.select();
    const copied = document.execCommand("copy");
    if (copied) before?.focus();
    return copied;
  }

  share() {
    const { value } = this.field;
    const data = /^https?:\S+$/.test(value) ? { url: value } : { text: value };
    // Whoever changes their mind wants to hear no more of it.
    navigator.share(data).catch(() => {});
  }
}

customElements.define("copy-button", CopyButton);
