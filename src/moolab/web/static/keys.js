/**
 * The calculator's keys, clicked or typed, as fast as anybody can.
 *
 * Keys that are pressed while others are on their way wait, and then go together. Keys of the real
 * keyboard count only while the calculator has the focus; its page says which they are.
 */

const TYPED = {
  "*": "x", Enter: "ENTER", Backspace: "CLx", Escape: "CLx", r: "R/S", f: "f", g: "g", ",": ".",
};
const SAME = "0123456789.+-/";

const waiting = [];
const calculator = () => document.getElementById("calculator");
const live = () => document.getElementById("live");
/** What #live was when keys were sent last. */
let sent = null;

function press(face) {
  waiting.push(face);
  send();
}

function send() {
  if (!waiting.length || live().hasAttribute("aria-busy")) return;
  sent = live();
  const form = document.getElementById("commands");
  const button = Object.assign(document.createElement("button"), {
    name: "move", value: `press ${waiting.splice(0).join(" ")}`, hidden: true,
  });
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".key");
  if (!key) return;
  event.preventDefault();
  press(key.value.replace("press ", ""));
});

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !calculator().contains(target)) return;
  // On a key that has the focus, Enter presses that key.
  if (key === "Enter" && target !== calculator()) return;
  const face = SAME.includes(key) ? key : TYPED[key];
  if (!face) return;
  event.preventDefault();
  press(face);
});

new MutationObserver(() => {
  if (live().hasAttribute("aria-busy")) return;
  // Not busy any more, and still the same: keys got lost, so that those after them make no sense.
  if (live() === sent) waiting.length = 0;
  sent = null;
  send();
}).observe(document.getElementById("main"), {
  childList: true, subtree: true, attributes: true, attributeFilter: ["aria-busy"],
});
