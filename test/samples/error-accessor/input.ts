export const box = {
  set size(value: number) {
    'use step';
  },
};
export class Shop {
  constructor() {
    'use step';
  }
  set price(value: number) {
    'use step';
  }
}
