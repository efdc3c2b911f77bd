/** What players show each other, for some seconds. */

const SHOWN_MS = 8000;

let gone = null;

/** Show a reaction in words; an empty one is gone. */
export function showReaction(text) {
  const place = document.getElementById("reaction");
  if (!place || place.textContent === text) return;
  place.textContent = text;
  clearTimeout(gone);
  gone = setTimeout(() => (document.getElementById("reaction").textContent = ""), SHOWN_MS);
}
