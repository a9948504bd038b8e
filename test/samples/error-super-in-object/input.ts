const base = {
  async name() {
    return 'base';
  },
};
export const job = {
  __proto__: base,
  run: () => ({
    async inner() {
      'use step';
      return (super.toString as () => string)();
    },
  }),
};
