/**
 * The calculator's keys on the real keyboard, while the calculator has the focus; its page says
 * which they are.
 */

import { tell } from "./commands.js";

const TYPED = {
  "*": "x", Enter: "ENTER", Backspace: "CLx", Escape: "CLx", r: "R/S", f: "f", g: "g", ",": ".",
};
const SAME = "0123456789.+-/";

const calculator = () => document.getElementById("calculator");

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !calculator().contains(target)) return;
  // On a key that has the focus, Enter presses that key.
  if (key === "Enter" && target !== calculator()) return;
  const face = SAME.includes(key) ? key : TYPED[key];
  if (!face) return;
  event.preventDefault();
  tell(`press ${face}`);
});
