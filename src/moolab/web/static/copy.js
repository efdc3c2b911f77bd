/** <copy-button for="ID">: copies the text of a field; empty where scripts may not do that. */
class CopyButton extends HTMLElement {
  connectedCallback() {
    if (!navigator.clipboard) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const field = document.getElementById(this.getAttribute("for"));
      try {
        await navigator.clipboard.writeText(field.value);
        status.textContent = "Copied.";
      } catch {
        field.select();
        status.textContent = "Selected: copy it with your keyboard or menu.";
      }
    });
    const status = document.createElement("span");
    status.setAttribute("role", "status");
    this.replaceChildren(button, " ", status);
  }
}

customElements.define("copy-button", CopyButton);
