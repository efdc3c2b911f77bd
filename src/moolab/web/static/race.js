/** <race-start milliseconds="...">: 3, 2, 1; then those who race go to their games, others look again. */

import { read } from "./page.js";

/** After this the server says the same. */
const MARGIN_MS = 50;

class RaceStart extends HTMLElement {
  connectedCallback() {
    const begins = performance.now() + Number(this.getAttribute("milliseconds"));
    this.setAttribute("role", "timer");
    const show = () => {
      const left = begins - performance.now();
      if (left > -MARGIN_MS) {
        const number = Math.min(3, Math.max(1, Math.ceil(left / 1000)));
        if (this.textContent !== `${number}`) this.textContent = number;
        this.waiting = setTimeout(show, 1 + (left > 0 ? left % 1000 : left + MARGIN_MS));
        return;
      }
      const form = document.getElementById("go");
      if (form) form.submit();
      else read(location.href, { own: false });
    };
    show();
  }

  disconnectedCallback() {
    clearTimeout(this.waiting);
  }
}

customElements.define("race-start", RaceStart);
