/** Steppers for the rules of a game: buttons beside numbers, and the notation that they make. */

import { say } from "./words.js";

const field = (name) => document.querySelector(`[name="${name}"]`);

function note() {
  const family = field("repeats").checked ? "mm" : "ab";
  field("other").value = `${family}${field("places").value}x${field("symbols").value}`;
}

function button(input, label, text, step) {
  return Object.assign(document.createElement("button"), {
    type: "button",
    textContent: text,
    ariaLabel: step > 0 ? say("More: {what}", { what: label }) : say("Fewer: {what}", { what: label }),
    onclick() {
      input.stepUp(step);
      note();
    },
  });
}

for (const name of ["places", "symbols"]) {
  const input = field(name);
  const label = input.labels[0].textContent;
  const box = document.createElement("span");
  box.className = "steps";
  input.replaceWith(box);
  box.append(button(input, label, "\u2212", -1), input, button(input, label, "+", 1));
  input.addEventListener("input", note);
}
field("repeats").addEventListener("input", note);
