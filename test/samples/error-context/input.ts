class Base {
  async run() {}
}
export class Job extends Base {
  #secret = 1;
  override async run() {
    const one = async () => {
      'use step';
      return super.run();
    };
    const two = async () => {
      'use step';
      return this.#secret;
    };
    await one();
    await two();
  }
}
export function factory() {
  return {
    async step() {
      'use step';
      return super.toString();
    },
    other: async () => {
      'use step';
      return [arguments.length, new.target];
    },
  };
}
