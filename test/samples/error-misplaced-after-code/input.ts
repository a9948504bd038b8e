export async function one() {
  const n = 1;
  'use step';
  return n;
}
export const two = async () => {
  await one();
  "use workflow";
};
export const tools = {
  async run() {
    return 1;
    'use step';
  },
};
export class Jobs {
  static async run(n = 1) {
    n++;
    'use step';
  }
}
