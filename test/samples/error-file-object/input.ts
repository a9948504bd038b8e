'use step';

export const tools = {
  async run() {},
};
export const wrapped = Object.freeze(async () => {});
export let later: () => Promise<void>;
