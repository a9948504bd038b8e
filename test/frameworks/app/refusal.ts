/** A file that the application, its workflows and their steps share. */
export class Refusal extends Error {
  readonly by: string;

  constructor(by: string) {
    super(`refused by ${by}`);
    this.name = 'Refusal';
    this.by = by;
  }
}
