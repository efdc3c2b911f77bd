/**
 * <daily-clock today="2026-11-23" [said="Next codes in"]>: how long until the next codes come, at
 * midnight where the player is, after what is said instead of what stands there without scripts. If it is another day there than the page has, the page of that day is asked for.
 */

/** Whether this is a page of whatever day it is, not one of a certain day. */
const isOfToday = () => ["/", "/daily", "/puzzles"].includes(location.pathname);

const dayOf = (moment) =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

function untilMidnight() {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.ceil((midnight - now) / 1000);
}

class DailyClock extends HTMLElement {
  connectedCallback() {
    const here = dayOf(new Date());
    const asked = new URLSearchParams(location.search).get("today");
    // The server may know of no such day, so it is asked only once.
    if (here !== this.getAttribute("today") && asked !== here && isOfToday()) {
      location.replace(`${location.pathname}?today=${here}`);
      return;
    }
    const time = document.createElement("span");
    time.className = "clock";
    // As a fraction of a minute is of no interest, nobody is told of each second.
    time.setAttribute("role", "timer");
    time.setAttribute("aria-live", "off");
    if (this.hasAttribute("said")) this.textContent = this.getAttribute("said");
    this.append(" ", time);
    const show = () => {
      const left = untilMidnight();
      const parts = [left / 3600, (left / 60) % 60, left % 60];
      time.textContent = parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
      if (dayOf(new Date()) !== here && isOfToday()) location.replace(location.pathname);
    };
    show();
    this.ticking = setInterval(show, 1000);
  }

  disconnectedCallback() {
    clearInterval(this.ticking);
  }
}

customElements.define("daily-clock", DailyClock);
