/** The sentences of scripts, in the language of the page: it brings those that are not English. */

const known = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** The language, for what browsers write themselves. */
export const { lang } = document.documentElement;

/** A sentence, with the values that its braces name; what follows a bar is for translators. */
export function say(text, values = {}) {
  const [said] = (known[text] ?? text).split("|");
  return said.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** What was typed, in the signs of a plain keyboard: full-width ones become usual ones, small ones stay. */
export const plain = (text) => text.replace(/[^\u00b2\u00b3\u00b9\u2070-\u209f]+/g, (part) => part.normalize("NFKC"));
