export class Shop {
  set total(n: number) {
    'use step';
  }
  async #hidden() {
    'use step';
  }
  static #count = 0;
  static set count(n: number) {
    'use step';
  }
}
