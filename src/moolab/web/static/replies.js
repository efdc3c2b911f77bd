/**
 * The rules of replies, in the browser. `rules` are `{ family, symbols, places, repeats, marked }`, codes
 * are texts, and a reply is a text of two numbers, as in "12" for 1 bull, 2 cows, or one of marks, "gy--y".
 */

/** Which place of a guess makes a bull or a cow with which place of the secret: lists of [place, place]. */
export function pairs({ family }, guess, secret) {
  const [bulls, cows, missed, left] = [[], [], [], []];
  for (let place = 0; place < guess.length; place++) {
    if (guess[place] === secret[place]) bulls.push([place, place]);
    else {
      missed.push(place);
      left.push(place);
    }
  }
  for (const place of missed) {
    const found = left.findIndex((other) => secret[other] === guess[place]);
    if (found < 0) continue;
    cows.push([place, left[found]]);
    // In the APL article's game, a symbol of the secret makes as many cows as there are guesses at it.
    if (family !== "emms") left.splice(found, 1);
  }
  return { bulls, cows };
}

/** The reply to a guess if the other code is the secret. */
export function score(rules, guess, secret) {
  const { bulls, cows } = pairs(rules, guess, secret);
  if (rules.marked) {
    const marks = Array(guess.length).fill("-");
    for (const [place] of bulls) marks[place] = "g";
    for (const [place] of cows) marks[place] = "y";
    return marks.join("");
  }
  return `${bulls.length}${cows.length}`;
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
  const { family, symbols, places, repeats, marked } = dataset;
  return { family, symbols, places: Number(places), repeats: repeats === "yes", marked: marked === "yes" };
}

/** The turns of a board: guesses that have a reply. */
export function turnsOf(table, side) {
  const rows = table.querySelectorAll(`[data-side="${side}"] tr[data-reply]`);
  return [...rows].map(({ dataset }) => ({ guess: dataset.guess, reply: dataset.reply }));
}
