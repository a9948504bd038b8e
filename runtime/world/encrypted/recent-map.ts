/** A map by text that forgets what was set longest ago. */
export class RecentMap<Value> {
  readonly #entriesMax: number;
  readonly #values = new Map<string, Value>();

  /** @param entriesMax So many are kept. */
  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#entriesMax) this.#values.delete(this.#values.keys().next().value!);
  }
}
