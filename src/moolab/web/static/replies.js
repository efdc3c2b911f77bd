/**
 * The rules of replies, in the browser. `rules` are `{ family, symbols, places, repeats }`, codes are
 * texts, and a reply is a text of two numbers, as in "12" for 1 bull, 2 cows.
 */

/** The reply to a guess if the other code is the secret. */
export function score({ family }, guess, secret) {
  let bulls = 0;
  const missed = [];
  const left = [];
  for (let place = 0; place < guess.length; place++) {
    if (guess[place] === secret[place]) bulls += 1;
    else {
      missed.push(guess[place]);
      left.push(secret[place]);
    }
  }
  let cows = 0;
  for (const symbol of missed) {
    const found = left.indexOf(symbol);
    if (found < 0) continue;
    cows += 1;
    // In the APL article's game, a symbol of the secret makes as many cows as there are guesses at it.
    if (family !== "emms") left[found] = null;
  }
  return `${bulls}${cows}`;
}

/** How many codes there are. */
export function size({ symbols, places, repeats }) {
  let count = 1;
  for (let place = 0; place < places; place++) count *= symbols.length - (repeats ? 0 : place);
  return count;
}

/** All codes, in the order of the symbols. */
export function codes({ symbols, places, repeats }) {
  let all = [""];
  for (let place = 0; place < places; place++) {
    all = all.flatMap((code) =>
      [...symbols].filter((symbol) => repeats || !code.includes(symbol)).map((symbol) => code + symbol),
    );
  }
  return all;
}

/** What a page says of its game. */
export function rulesOf({ dataset }) {
  const { family, symbols, places, repeats } = dataset;
  return { family, symbols, places: Number(places), repeats: repeats === "yes" };
}

/** The turns of a board: guesses that have a reply. */
export function turnsOf(table, side) {
  const rows = table.querySelectorAll(`[data-side="${side}"] tr[data-reply]`);
  return [...rows].map(({ dataset }) => ({ guess: dataset.guess, reply: dataset.reply }));
}
