/**
 * <race-lanes events="..." src="...">: how far the others in a race are, kept up to date.
 *
 * The page of the game is swapped after each guess; the line to the server stays. Whoever is done goes
 * on to the next round with the others.
 */

import { listenTo } from "./events.js";

/** Milliseconds between two looks, however many guess in a large race. */
const PAUSE_MS = 1000;

let listening = false;
let waiting = null;

async function look() {
  waiting = null;
  const lanes = document.querySelector("race-lanes");
  if (!lanes) return;
  try {
    const response = await fetch(lanes.getAttribute("src"));
    if (response.ok) lanes.querySelector(".lanes").outerHTML = await response.text();
    const next = lanes.querySelector(".banner a");
    if (next && lanes.closest("[data-finished=yes]")) location.assign(next.href);
  } catch {
    // With the next guess of anybody, it is tried again.
  }
}

class RaceLanes extends HTMLElement {
  connectedCallback() {
    if (listening) return;
    listening = true;
    listenTo(this.getAttribute("events"), () => (waiting ??= setTimeout(look, PAUSE_MS)));
  }
}

customElements.define("race-lanes", RaceLanes);
