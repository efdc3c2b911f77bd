/** <turn-slider label="...">: a slider instead of the steps of the field of dots around it. */

class TurnSlider extends HTMLElement {
  connectedCallback() {
    const field = this.closest("fieldset");
    const steps = [...field.querySelectorAll("[type=radio]")];
    const range = document.createElement("input");
    const said = document.createElement("output");
    const chosen = steps.findIndex((step) => step.checked);
    Object.assign(range, { type: "range", min: 0, max: steps.length - 1, value: chosen });
    range.setAttribute("aria-label", this.getAttribute("label"));
    const show = () => {
      const step = steps[range.value];
      step.checked = true;
      said.textContent = step.closest("label").textContent.trim();
      range.setAttribute("aria-valuetext", said.textContent);
    };
    range.addEventListener("input", show);
    field.querySelector(".steps").hidden = true;
    this.replaceChildren(range, said);
    show();
  }
}

customElements.define("turn-slider", TurnSlider);
