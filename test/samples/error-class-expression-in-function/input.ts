export const create = (name: string) => {
  class Jobs {
    async run() {
      'use step';
      return name;
    }
    static get size() {
      'use step';
      return Promise.resolve(1);
    }
  }
  return new Jobs();
};
