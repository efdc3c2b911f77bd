/** Short tones for what happens, where one has switched them on. */

import { setting } from "./settings.js";

/** Of each event: tones as [hertz, seconds after the start]. */
const TUNES = {
  guess: [[440, 0], [554, 0.07]],
  reply: [[330, 0], [415, 0.07]],
  contradiction: [[220, 0], [208, 0.12]],
  won: [[523, 0], [659, 0.12], [784, 0.24], [1047, 0.36]],
  lost: [[392, 0], [330, 0.15], [262, 0.3]],
  drawn: [[392, 0], [392, 0.15]],
  resigned: [[262, 0]],
};
const SECONDS = 0.18;
const VOLUME = 0.08;

let context = null;

export function sound(event) {
  if (!setting("sound") || !TUNES[event]) return;
  context ??= new AudioContext();
  for (const [hertz, after] of TUNES[event]) {
    const start = context.currentTime + after;
    const tone = new OscillatorNode(context, { frequency: hertz, type: "triangle" });
    const loudness = new GainNode(context, { gain: VOLUME });
    loudness.gain.setValueAtTime(VOLUME, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + SECONDS);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + SECONDS);
  }
}
