/** The field of the secret as the rules want it: tiles and keys for the usual games, a line for others. */

import "./code.js";

const form = document.querySelector("form:has([name=rules])");
const own = document.getElementById("own");
const line = [...own.children];

function suit() {
  const template = document.querySelector(`template[data-rules="${form.elements.rules.value}"]`);
  const field = template?.content.cloneNode(true);
  if (field) field.querySelector("input").value = own.querySelector("input").value;
  own.replaceChildren(...(field?.children ?? line));
}

form.addEventListener("change", ({ target }) => {
  if (target.name !== "rules") return;
  // What is a code here may be none there.
  own.querySelector("input").value = "";
  suit();
});
suit();
