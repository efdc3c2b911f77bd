/** The line of those who only watch a duel: the page follows the game, and shows reactions. */

import { heard } from "./page.js";
import { showReaction } from "./reaction.js";

const events = new EventSource(document.getElementById("live").dataset.watch);
events.onmessage = (event) => {
  const { version, reaction } = JSON.parse(event.data);
  showReaction(reaction);
  heard(version);
};
