/**
 * SHA-256 (FIPS 180-4) as hexadecimal digits: browsers hash by themselves on secure pages only, and
 * a server at home is reached by plain HTTP.
 */

/** The first 32 bits of the fraction of a number. */
const fraction = (number) => ((number % 1) * 2 ** 32) | 0;

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const constants = primes.map((p) => fraction(Math.cbrt(p)));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The message, a bit 1, zeros, and the message's length in bits: full blocks of 64 bytes. */
function padded(message) {
  const blocks = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  new Uint8Array(blocks.buffer).set([...message, 0x80]);
  blocks.setUint32(blocks.byteLength - 4, message.length * 8);
  return blocks;
}

export function sha256(text) {
  const blocks = padded(new TextEncoder().encode(text));
  const hash = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  for (let at = 0; at < blocks.byteLength; at += 64) {
    const words = [];
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        words.push(blocks.getInt32(at + 4 * i));
      } else {
        const [old, recent] = [words[i - 15], words[i - 2]];
        const first = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
        const second = turned(recent, 17) ^ turned(recent, 19) ^ (recent >>> 10);
        words.push((words[i - 16] + first + words[i - 7] + second) | 0);
      }
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = h + mixed + choice + constants[i] + words[i];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
