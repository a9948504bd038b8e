'use step';
import { EOL } from 'node:os';

/** Only what is exported is a step; what stands in it is plain code. */
export async function outer(n: number) {
  const inner = async (m: number) => m + n + EOL.length;
  const marked = async () => {
    'use step';
    return n * 10;
  };
  return [await inner(1), await marked()];
}
