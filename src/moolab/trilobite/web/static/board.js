/**
 * Keys for the board of trilobite, while the focus is on it: a column's name drops a stone there,
 * arrows go from column to column, the one down drops. Left and right step through stones, too.
 */

import { plain, say } from "./words.js";

const ways = { ArrowLeft: -1, ArrowRight: 1 };

/** Whether a key is a column's name, or its letter where no column is called by one. */
function named(column, key, board) {
  const letters = board.querySelectorAll("button").length > 9 ? "" : "abcdefghi";
  return column.value === key || (key.length === 1 && letters.indexOf(key) + 1 === Number(column.value));
}

function onBoard(event, board) {
  const columns = [...board.querySelectorAll("button:enabled")];
  const here = columns.indexOf(event.target);
  const ends = { Home: 0, End: columns.length - 1 };
  const next = columns[ends[event.key] ?? here + (ways[event.key] ?? NaN)];
  const dropped =
    event.key === "ArrowDown" ? event.target : columns.find((column) => named(column, plain(event.key).toLowerCase(), board));
  (dropped ?? next)?.focus();
  dropped?.click();
  return dropped || next;
}

function onSteps(event) {
  const step = document.getElementById({ ArrowLeft: "back", ArrowRight: "forth" }[event.key]);
  // A key that is held down goes as fast as the pages come, and stops when it is let go.
  if (event.repeat && busy()) return step;
  step?.focus();
  step?.click();
  return step;
}

/** On a board that is set up, arrows go from cell to cell, X and O put a stone there. */
function onCells(event) {
  const put = document.getElementById(`put-${plain(event.key).toUpperCase()}`);
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  const [, column, row] = event.target.id.match(/^cell-(\d+)-(\d+)$/) ?? [];
  if (!column || !(put || x || y)) return false;
  if (put) {
    put.checked = true;
    event.target.click();
  } else document.getElementById(`cell-${Number(column) + x}-${Number(row) + y}`)?.focus();
  return true;
}

const busy = () => document.getElementById("live").hasAttribute("aria-busy");
/** Ids of the steps that wait until the page shows where the last one led. */
const waiting = [];

function waits(event) {
  const step = event.target.closest("#back, #forth");
  if (!step || !busy()) return;
  event.preventDefault();
  waiting.push(step.id);
}

document.addEventListener("click", waits, { capture: true });

new MutationObserver(() => {
  if (waiting.length && !busy()) document.getElementById(waiting.shift())?.click();
}).observe(document.getElementById("main"), {
  childList: true, subtree: true, attributes: true, attributeFilter: ["aria-busy"],
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const board = event.target.closest("form.board");
  const steps = event.target.closest(".steps");
  const cells = event.target.closest(".cells");
  if ((board && onBoard(event, board)) || (steps && onSteps(event)) || (cells && onCells(event))) event.preventDefault();
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.board")) return;
  const announcer = document.getElementById("announcer");
  const said = say("You: column {column}.", { column: event.submitter.value });
  announcer.textContent = `${said} ${document.querySelector(".thinking").textContent}`;
});
