/** What one likes, kept in this browser. */

const USUAL = { look: "shapes", answer: "send", notes: "", sieve: "", sound: "" };

export const setting = (name) => localStorage.getItem(`moolab ${name}`) ?? USUAL[name];

export function choose(name, value) {
  localStorage.setItem(`moolab ${name}`, value);
  apply();
  document.dispatchEvent(new CustomEvent("setting", { detail: name }));
}

/** Whether what moves may move. */
export const moving = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

function apply() {
  Object.assign(document.documentElement.dataset, { look: setting("look"), sieve: setting("sieve") });
}

apply();
