import { EOL } from 'node:os';

const isDone = async (n: number) => {
  'use step';
  return n + EOL.length > 3;
};

export async function flow() {
  'use workflow';
  const seen: number[] = [];
  outer: for (let i = 0; ; i++) {
    inner: for (const j of [0, 1]) {
      if (j > 0) continue outer;
      const check = async () => {
        'use step';
        return i + j + EOL.length;
      };
      seen.push(await check());
      if (await isDone(i)) break outer;
      break inner;
    }
  }
  return seen;
}
