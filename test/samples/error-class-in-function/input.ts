export function factory() {
  return class Shop {
    static async order() {
      'use step';
    }
  };
}
