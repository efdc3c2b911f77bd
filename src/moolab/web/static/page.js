/**
 * What every page does when scripts run: it changes in place instead of being loaded anew.
 *
 * Forms and links in #live, or with data-swap, are sent from here; #live is then taken out of the
 * whole page that comes back. Elements with data-load, data-stream or data-events are served too.
 */

import { RETRY_MS, listenTo } from "./events.js";
import { lang, say } from "./words.js";

/** Asks for the page that a form leads to, and not for its address: one way less. */
const FOLLOW = { "X-Follow": "yes" };

const live = () => document.getElementById("live");
const room = (url) => url.pathname.split("/")[1];

/** The latest version that #live's events have told of. */
let newest = null;
/** The address that #live shows; the back button is recognised by it. */
let shown = new URL(location);
let sending = false;
let reading = new AbortController();

class Refused extends Error {}

/* ---- what is being pressed ---- */

/** The longest that a page waits for a finger, which may have gone unnoticed. */
const PRESS_MS = 5000;

/** Done when nothing is pressed: a button that is swapped under a finger would not be pressed at all. */
let released = Promise.resolve();

addEventListener(
  "pointerdown",
  () => {
    released = new Promise((resolve) => {
      // After the click that follows.
      const end = () => setTimeout(resolve);
      for (const up of ["pointerup", "pointercancel"]) addEventListener(up, end, { once: true });
      setTimeout(resolve, PRESS_MS);
    });
  },
  { capture: true },
);

/* ---- what is said ---- */

/** Tell those who hear the page. */
export function announce(text) {
  const announcer = document.getElementById("announcer");
  announcer.textContent = "";
  // The same words twice are two messages; readers hear only changes.
  setTimeout(() => (announcer.textContent = text), 50);
}

/** What is said to those who hear it. */
export function spoken(element) {
  const copy = element.cloneNode(true);
  for (const hidden of copy.querySelectorAll("[aria-hidden=true], [hidden]")) hidden.remove();
  for (const image of copy.querySelectorAll("[role=img]")) image.replaceWith(image.ariaLabel);
  return copy.textContent.trim();
}

export const sentence = (text) =>
  `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith("\u3002") ? "" : "."}`;

export function trouble(text) {
  document.getElementById("trouble").textContent = text;
}

function explain(error) {
  if (error.name === "AbortError") return;
  trouble(
    error instanceof Refused
      ? error.message
      : say("The server does not answer. What you entered is still here: please try again."),
  );
}

/* ---- what is fetched ---- */

async function fetched(url, options) {
  const response = await fetch(url, options);
  const text = await response.text();
  if (response.headers.get("Content-Type")?.includes("json")) {
    throw new Refused(sentence(JSON.parse(text).error.message));
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  // The page that a move leads to comes with its answer.
  const at = response.headers.get("Content-Location") ?? response.url;
  return { page, response, url: new URL(at, response.url) };
}

function refusal(page, response) {
  const text = page.querySelector("#said, main p")?.textContent.trim();
  return new Refused(text || say("The server refuses that ({status}).", { status: response.status }));
}

/** Show the page that came back; `own` tells what the player did from what happened elsewhere. */
function show({ page, response, url }, { own, form = null, push = false }) {
  const next = page.getElementById("live");
  if (!next || room(url) !== room(location)) {
    if (!response.ok) throw refusal(page, response);
    location.assign(url);
    return;
  }
  trouble("");
  if (push && url.href !== location.href) history.pushState(null, "", url);
  shown = url;
  document.title = page.title;
  const before = live();
  const keep = remembered(before, own ? form : null);
  const focused = document.activeElement;
  const inside = before.contains(focused);
  before.replaceWith(document.adoptNode(next));
  keep();
  if (inside || own) refocus(focused.id, own);
  const said = live().querySelector(".field > .error") ?? document.getElementById("said");
  if (said) announce(spoken(said));
  if (own) others.postMessage({ path: location.pathname, version: live().dataset.version });
  tend();
}

/** What was typed into other forms, and what was unfolded, outlives the swap. */
function remembered(root, sent) {
  const typed = [...root.querySelectorAll("input[id], textarea[id]")].filter(
    // What was refused came back as the server's own text.
    ({ form, value, defaultValue, checked, defaultChecked, ariaInvalid }) =>
      form !== sent &&
      (value !== defaultValue || checked !== defaultChecked || ariaInvalid === "true"),
  );
  const folds = [...root.querySelectorAll("details[id]")];
  const sheets = [...root.querySelectorAll(":popover-open")].filter((one) => !one.contains(sent));
  return () => {
    for (const { id, value, checked } of typed) {
      const field = document.getElementById(id);
      if (!field || !("value" in field)) continue;
      field.value = value;
      field.checked = checked;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    for (const { id, open } of folds) {
      const fold = document.getElementById(id);
      if (fold) fold.open = open;
    }
    for (const { id } of sheets) document.getElementById(id)?.showPopover?.();
  };
}

function refocus(id, own) {
  const same = id && document.getElementById(id);
  const candidates = [
    own && live().querySelector("[aria-invalid=true]"),
    // After a form is sent, the focus goes to the field that it has next.
    own && same?.form?.querySelector("[autofocus]"),
    same,
    live().querySelector("[autofocus]"),
    document.getElementById("main"),
  ];
  for (const element of candidates) {
    if (!element) continue;
    element.focus({ preventScroll: !own });
    if (document.activeElement !== element) continue;
    // What is typed next takes the place of what was refused.
    if (element.ariaInvalid === "true") element.select?.();
    break;
  }
}

/* ---- what the player does ---- */

function busy(submitter, on) {
  for (const element of [live(), submitter]) {
    if (on) element?.setAttribute("aria-busy", "true");
    else element?.removeAttribute("aria-busy");
  }
  // One thing is sent at a time. Not `disabled`: that would throw the focus away.
  for (const button of document.querySelectorAll("[method=post] button:not([type=button])")) {
    if (on) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

function target(form, submitter) {
  // As attributes: the property of a button without one is the page's own address.
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return new URL(action || location.href, location.href);
}

/** Send a form, and show the page that comes back. */
export async function send(form, submitter) {
  const data = new FormData(form, submitter);
  const url = target(form, submitter);
  sending = true;
  reading.abort();
  busy(submitter, true);
  await beside;
  if (data.has("after")) data.set("after", form.elements.after.value);
  const isFile = form.enctype === "multipart/form-data";
  const body = isFile ? data : new URLSearchParams(data);
  try {
    // A move is made even if one leaves the page at once; browsers allow that to what is short.
    const answer = await fetched(url, { method: "POST", body, keepalive: !isFile, headers: FOLLOW });
    await released;
    show(answer, { own: true, form, push: true });
  } catch (error) {
    explain(error);
  } finally {
    sending = false;
    busy(submitter, false);
    catchUp();
  }
}

/** The moves that scripts make by themselves; those of the player wait for them. */
let beside = Promise.resolve();

/**
 * Make a move beside what the player does: of the page, only one part changes, and the version that
 * other moves are made for. If it is not possible, nothing happens.
 */
export function tell(move, part) {
  const ask = async () => {
    const { page, response } = await fetched(location.pathname, {
      method: "POST",
      headers: FOLLOW,
      body: new URLSearchParams(move),
    });
    const next = page.getElementById("live");
    if (!response.ok || !next) return;
    const { version } = next.dataset;
    const keep = remembered(live(), null);
    document.getElementById(part).replaceWith(document.adoptNode(page.getElementById(part)));
    keep();
    live().dataset.version = version;
    for (const field of live().querySelectorAll("[name=after]")) field.value = version;
  };
  beside = beside.then(ask).catch(() => {});
}

/** Show another page, or the same one as it is now. */
export async function read(url, { own = true, form = null, push = false } = {}) {
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  live().setAttribute("aria-busy", "true");
  await beside;
  try {
    const answer = await fetched(url, { signal });
    await released;
    signal.throwIfAborted();
    show(answer, { own, form, push });
  } catch (error) {
    explain(error);
    // Of what happened elsewhere, nothing more may come that would make the page look again.
    if (!own && error.name !== "AbortError") setTimeout(catchUp, RETRY_MS);
  } finally {
    if (!signal.aborted) live().removeAttribute("aria-busy");
  }
}

const ours = (element) => live() && element.closest("#live, [data-swap]");

document.addEventListener("submit", (event) => {
  const form = event.target;
  const method = event.submitter?.formMethod || form.method;
  if (form.dataset.sent || (method === "post" && sending)) {
    event.preventDefault();
  } else if (!ours(form) || form.target) {
    if (method === "post") form.dataset.sent = "once";
  } else if (method === "post") {
    event.preventDefault();
    send(form, event.submitter);
  } else if (method === "get") {
    const url = target(form, event.submitter);
    if (room(url) !== room(location)) return;
    event.preventDefault();
    url.search = new URLSearchParams(new FormData(form, event.submitter));
    read(url, { form, push: true });
  }
});

document.addEventListener("change", ({ target }) => {
  // What other rules are has still to be typed.
  if (target.matches("[data-now] select") && target.value !== "other") target.form.requestSubmit();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const plain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.defaultPrevented || !ours(link)) return;
  const url = new URL(link.href);
  const elsewhere = url.origin !== location.origin || room(url) !== room(location);
  if (elsewhere || url.hash || link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  read(url, { push: true });
});

addEventListener("popstate", () => {
  const { pathname, search } = location;
  if (live() && (pathname !== shown.pathname || search !== shown.search)) read(location.href);
});

addEventListener("pageshow", () => {
  // The back button may bring a page back as it was left: with its form sent.
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

/* ---- what happens elsewhere ---- */

/** The other tabs of this browser. */
const others = new BroadcastChannel("moolab");
others.onmessage = ({ data: { path, version } }) => {
  const behind = path === location.pathname && live() && version !== live().dataset.version;
  if (behind && !sending) read(location.href, { own: false });
};

function catchUp() {
  const behind = newest !== null && live() && newest !== live().dataset.version;
  if (behind && !sending) read(location.href, { own: false });
}

/** Fetch the page again if it shows another version. */
export function heard(version) {
  newest = String(version);
  catchUp();
}

let events = { address: null, close: null };

function listen() {
  const address = live()?.dataset.events ?? null;
  if (events.address === address) return;
  events.close?.();
  newest = null;
  const close = address && listenTo(address, ({ data }) => heard(JSON.parse(data).version));
  events = { address, close };
}

/* ---- what comes later ---- */

function replace(element, html) {
  const inside = element.contains(document.activeElement);
  const content = document.createRange().createContextualFragment(html);
  const first = content.firstElementChild;
  element.replaceWith(content);
  if (inside && first) {
    first.tabIndex = -1;
    first.focus();
  }
  tend();
}

/** The line in which an element says how far that is for which it waits. */
function lineOf(element) {
  const line = element.querySelector(":scope > p.soft");
  if (line) return line;
  element.append(Object.assign(document.createElement("p"), { className: "soft" }));
  return element.lastElementChild;
}

function offerAgain(element, text, again) {
  const line = lineOf(element);
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    textContent: say("Try again"),
    onclick() {
      button.remove();
      again();
    },
  });
  line.textContent = text;
  element.querySelector(":scope > progress")?.remove();
  line.after(button);
  announce(text);
}

async function load(element) {
  element.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(element.dataset.load);
    const html = await response.text();
    if (!response.ok) {
      throw refusal(new DOMParser().parseFromString(html, "text/html"), response);
    }
    replace(element, html);
  } catch (error) {
    const text = error instanceof Refused ? error.message : say("The server does not answer.");
    element.removeAttribute("aria-busy");
    element.replaceChildren();
    offerAgain(element, text, () => load(element));
  }
}

const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    load(target);
  }
});
const awaited = new WeakSet();
const streams = new Map();

function follow(element) {
  const source = new EventSource(element.dataset.stream);
  const stop = (text) => {
    source.close();
    element.removeAttribute("aria-busy");
    offerAgain(element, text, () => follow(element));
  };
  let begun = false;
  source.onopen = () => (begun = true);
  streams.set(element, source);
  element.setAttribute("aria-busy", "true");
  source.addEventListener("progress", (event) => {
    const { done, of, text } = JSON.parse(event.data);
    const line = lineOf(element);
    let bar = element.querySelector("progress");
    if (!bar) {
      bar = document.createElement("progress");
      bar.setAttribute("aria-label", say("Progress"));
      line.after(bar);
    }
    if (of) Object.assign(bar, { max: of, value: done });
    if (text) line.textContent = text;
  });
  source.addEventListener("part", (event) => {
    element.innerHTML = JSON.parse(event.data).html;
  });
  source.addEventListener("result", (event) => {
    source.close();
    streams.delete(element);
    replace(element, JSON.parse(event.data).html);
  });
  source.addEventListener("failed", (event) => {
    stop(sentence(JSON.parse(event.data).error.message));
  });
  // Reconnecting by itself, the browser would have the work done again and again.
  source.onerror = () => {
    stop(begun ? say("The connection was lost.") : say("The server does not answer."));
  };
}

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
const ago = new Intl.RelativeTimeFormat(lang, { style: "short" });

/** Say how long ago something was, as pages know only the time of Greenwich. */
function tellTimes() {
  for (const time of document.querySelectorAll("time[datetime]:not([title])")) {
    const then = new Date(time.dateTime);
    const seconds = (Date.now() - then) / 1000;
    const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? [];
    const count = Math.floor(seconds / length);
    time.title = then.toLocaleString(lang);
    if (!unit) time.textContent = say("just now");
    else if (unit === "day" && count > 6) time.textContent = then.toLocaleDateString(lang);
    else time.textContent = ago.format(-count, unit);
  }
}

/** The player's badge has the streak: pages that know it say so, others show what was said last. */
function tellStreak() {
  const badge = document.querySelector(".you");
  if (!badge) return;
  const known = badge.dataset.streak;
  if (known) localStorage.setItem("moolab streak", known);
  const [day, streak] = (localStorage.getItem("moolab streak") ?? "").split(" ");
  const days = (Date.now() - new Date(day)) / 86_400_000;
  if (known || !(days < 2) || streak === "0") return;
  const number = document.createElement("b");
  number.textContent = streak;
  badge.querySelector("svg").replaceWith(number);
}

/** Serve the elements that are new, and let go of those that are gone. */
function tend() {
  for (const [element, source] of streams) {
    if (element.isConnected) continue;
    source.close();
    streams.delete(element);
  }
  for (const element of document.querySelectorAll("[data-stream]")) {
    if (!streams.has(element)) follow(element);
  }
  for (const element of document.querySelectorAll("[data-load]")) {
    if (awaited.has(element)) continue;
    awaited.add(element);
    sight.observe(element);
  }
  tellTimes();
  listen();
}

tend();
tellStreak();

// Only pages over TLS, or from this machine, may have a worker; it keeps what plays without a server.
navigator.serviceWorker?.register("/sw.js").catch(() => {});
