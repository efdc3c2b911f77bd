/** <count-down seconds="180">: the seconds that are left; at the end the page is asked for again. */
class CountDown extends HTMLElement {
  connectedCallback() {
    const end = Date.now() + 1000 * Number(this.getAttribute("seconds"));
    this.setAttribute("role", "timer");
    this.setAttribute("aria-live", "off");
    const show = () => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      this.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (left) return;
      clearInterval(this.ticking);
      if (Number(this.getAttribute("seconds"))) location.reload();
    };
    show();
    this.ticking = setInterval(show, 1000);
  }

  disconnectedCallback() {
    clearInterval(this.ticking);
  }
}

customElements.define("count-down", CountDown);
