export class Shop {
  async #order() {
    'use step';
  }
  get #total() {
    'use step';
    return Promise.resolve(1);
  }
}
