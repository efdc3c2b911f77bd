/** The line of those who only watch a duel: the page follows the game, and shows reactions. */

import { listenTo } from "./events.js";
import { heard } from "./page.js";
import { showReaction } from "./reaction.js";

listenTo(document.getElementById("live").dataset.watch, ({ data }) => {
  const { version, reaction } = JSON.parse(data);
  showReaction(reaction);
  heard(version);
});
