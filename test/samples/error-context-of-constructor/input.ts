export class Queue {
  #name = 'queue';
  run;
  constructor() {
    this.run = async () => {
      'use step';
      return [this.#name, new.target];
    };
  }
}
