/** Names for generated code that nothing in the file has. */
export class LocalNames {
  readonly #code: string;
  readonly #taken = new Set<string>();

  constructor(code: string) {
    this.#code = code;
  }

  /** The wanted name, with a number when the file holds it already. */
  pick(wanted: string): string {
    let name = wanted;
    for (let count = 1; this.#taken.has(name) || this.#code.includes(name); count++) name = `${wanted}$${count}`;
    this.#taken.add(name);
    return name;
  }
}
