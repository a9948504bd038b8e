import { EOL } from 'node:os';

const double = async (n: number) => {
  'use step';
  if (n < 0) throw new RangeError(`negative ${EOL.length}`);
  return n * 2;
};

export async function flow() {
  'use workflow';
  const settled = await Promise.allSettled([double(1), double(-1)]);
  return [
    await Promise.all([1, 2].map(double)),
    settled.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
    await Promise.any([double(-1), double(5)]),
    await double(-2).catch((error: unknown) => error instanceof RangeError),
    await Promise.race([double(7)]),
  ];
}
