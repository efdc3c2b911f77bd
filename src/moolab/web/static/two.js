/**
 * The line between two players: moves go out through a WebSocket, and what happens comes in.
 *
 * A move is kept until the server has answered it, over a reload, too, and sent again when the line
 * is back, with the version that it was made for: the server never takes it twice. Where WebSockets
 * are blocked, moves are sent as forms, and what happens comes as server-sent events.
 */
import { listenTo } from "./events.js";
import { showReaction } from "./reaction.js";
import { heard, send as sendForm, sentence, trouble } from "./page.js";
import { say } from "./words.js";

const PAUSES_MS = [300, 1000, 2000, 4000];
const PATIENCE_MS = 8000;
const BLOCKED_AFTER = 2;
const DELETED = 4410;

const live = () => document.getElementById("live");
const place = `unsent ${location.pathname}`;

let socket = null;
let opened = false;
let failures = 0;
let retry = null;
let patience = null;
let unsent = recall();
let form = null;

/* ---- the line ---- */

function connect() {
  clearTimeout(retry);
  const url = new URL(live().dataset.socket, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  socket = new WebSocket(url);
  socket.onopen = () => {
    opened = true;
    failures = 0;
    trouble("");
    send();
  };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  // The page that is loaded then says what became of the game.
  socket.onclose = ({ code }) => (code === DELETED ? location.reload() : lost());
}

function lost() {
  hangUp();
  failures += 1;
  if (!opened && failures === BLOCKED_AFTER) return fallBack();
  if (opened && (unsent || failures > 1)) {
    trouble(
      unsent
        ? say("The connection is lost. Your move is kept, and sent as soon as it is back.")
        : say("The connection is lost. This page goes on as soon as it is back."),
    );
  }
  retry = setTimeout(connect, PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1]);
}

function hangUp() {
  clearTimeout(patience);
  clearTimeout(retry);
  socket.onclose = null;
  socket.close();
}

function fallBack() {
  listenTo(live().dataset.fallback, ({ data }) => hear(JSON.parse(data)));
}

function hear({ version, presence, reaction, made, message }) {
  if (made !== undefined) settle(made, message);
  if (presence !== undefined) document.getElementById("presence").textContent = presence;
  if (reaction !== undefined) showReaction(reaction);
  if (version !== undefined) heard(version);
}

/* ---- the move ---- */

function send() {
  if (!unsent || socket.readyState !== WebSocket.OPEN) return;
  socket.send(JSON.stringify(unsent));
  // A line may be dead without anybody having said so.
  patience = setTimeout(lost, PATIENCE_MS);
}

function settle(made, message) {
  clearTimeout(patience);
  keep(null);
  if (made) form?.reset();
  // The page that answers the form says what is wrong, and where.
  else if (form?.isConnected) sendForm(form);
  else trouble(sentence(message));
  form?.removeAttribute("aria-busy");
  form = null;
}

function keep(move) {
  unsent = move;
  try {
    if (move) sessionStorage.setItem(place, JSON.stringify(move));
    else sessionStorage.removeItem(place);
  } catch {
    // Where nothing may be stored, a reload forgets it.
  }
}

function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(place));
  } catch {
    return null;
  }
}

document.addEventListener(
  "submit",
  (event) => {
    if (!opened || !event.target.matches("[data-move]")) return;
    event.preventDefault();
    event.stopPropagation();
    if (unsent) return;
    form = event.target;
    const { verb, text, after } = Object.fromEntries(new FormData(form));
    trouble("");
    keep({ move: text ? `${verb} ${text}` : verb, after: after && Number(after) });
    form.setAttribute("aria-busy", "true");
    if (socket.readyState === WebSocket.OPEN) send();
    else lost();
  },
  { capture: true },
);

addEventListener("online", () => {
  if (!opened) return;
  hangUp();
  connect();
});
addEventListener("pagehide", () => hangUp());
addEventListener("pageshow", (event) => event.persisted && connect());

connect();
