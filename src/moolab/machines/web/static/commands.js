/**
 * What a machine is told, as fast as anybody can click or type.
 *
 * Commands that are given while another is on its way wait; those of one kind go together.
 */

const MOST = 200; // characters: a command has no room for more than 300

const waiting = [];
const live = () => document.getElementById("live");
/** What #live was when a command was sent last. */
let sent = null;

/** Two commands as one, where there is such a command. */
function joined(first, second) {
  const [verb, ...operands] = first.split(" ");
  const [next, ...more] = second.split(" ");
  if (verb !== next || first.length > MOST) return null;
  if (verb === "press") return `${first} ${more.join(" ")}`;
  if (verb === "step" || verb === "back") return `${verb} ${steps(operands) + steps(more)}`;
  return null;
}

const steps = ([count]) => Number(count ?? 1);

/** Tell the machine something, now or when it is its turn; `id` is that of a button that does. */
export function tell(command, id = "") {
  const last = waiting.at(-1);
  const both = last && joined(last.command, command);
  if (both) last.command = both;
  else waiting.push({ command, id });
  send();
}

function send() {
  if (!waiting.length || live().hasAttribute("aria-busy")) return;
  const { command, id } = waiting.shift();
  if (id && document.getElementById(id)?.disabled !== false) {
    waiting.length = 0;
    return;
  }
  sent = live();
  const button = Object.assign(document.createElement("button"), {
    name: "move", value: command, hidden: true,
  });
  const form = document.getElementById("commands");
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[form=commands]");
  if (!button) return;
  event.preventDefault();
  tell(button.value, button.id);
});

new MutationObserver(() => {
  if (live().hasAttribute("aria-busy")) return;
  // Still the same, or an error: something was not done, so that what waits makes no sense.
  if (live() === sent || live().querySelector("#said.error")) waiting.length = 0;
  sent = null;
  send();
}).observe(document.getElementById("main"), {
  childList: true, subtree: true, attributes: true, attributeFilter: ["aria-busy"],
});
