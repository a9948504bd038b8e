/** Randomness from a seed: the only source of chance in a simulation, so that a seed tells the whole story. */

export class Random {
  readonly #label: string;
  readonly #state: Uint32Array;

  constructor(seed: string) {
    this.#label = seed;
    this.#state = expandSeed(seed);
    // The first numbers of similar seeds are alike.
    for (let i = 0; i < 12; i++) this.#nextWord();
  }

  /** Another source, which stays the same however much is drawn from this one. */
  fork(label: string): Random {
    return new Random(`${this.#label}/${label}`);
  }

  /** In [0, 1). */
  next(): number {
    return this.#nextWord() / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)]!;
  }

  /** One of the keys, each as often as its weight says. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      rest -= weight;
      if (rest < 0) return key;
    }
    return entries.at(-1)![0];
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let i = 0; i < length; i++) bytes[i] = this.#nextWord() & 0xff;
    return bytes;
  }

  /** sfc32: small, fast, passes the usual test batteries. */
  #nextWord(): number {
    const state = this.#state;
    const [a, b, c, counter] = state as unknown as [number, number, number, number];
    const sum = (a + b + counter) >>> 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + sum;
    state[3] = counter + 1;
    return sum;
  }
}

/** Four words out of a text, each by FNV-1a with a start of its own. */
function expandSeed(seed: string): Uint32Array {
  return Uint32Array.from([0x811c9dc5, 0x1000193, 0xdeadbeef, 0x9e3779b9], (start) => hashText(seed, start));
}

/** FNV-1a. */
export function hashText(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x1000193);
  return hash >>> 0;
}
