/**
 * <game-clock seconds="83.2" running>: the time that is left. The server decides when it is over; then
 * the page is asked for again.
 */

import { read } from "./page.js";

/** After this the server says the same. */
const MARGIN_MS = 100;

const shown = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
};

class GameClock extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "timer");
    if (!this.hasAttribute("running")) return;
    const end = performance.now() + 1000 * Number(this.getAttribute("seconds"));
    const show = () => {
      const left = end - performance.now();
      this.textContent = shown(left / 1000);
      this.classList.toggle("short", left < 10_000);
      if (left > -MARGIN_MS) this.waiting = setTimeout(show, left > 0 ? left % 1000 || 1000 : MARGIN_MS);
      else read(location.href, { own: false });
    };
    show();
  }

  disconnectedCallback() {
    clearTimeout(this.waiting);
  }
}

customElements.define("game-clock", GameClock);
