import { EOL } from 'node:os';

class OutOfStock extends Error {
  override name = 'OutOfStock';
}
async function reserve(n: number) {
  'use step';
  if (n > 1) throw new OutOfStock(`no ${n}`, { cause: EOL.length });
  return `reserved ${n}`;
}
const release = async (n: number) => {
  'use step';
  return `released ${n} ${EOL.length}`;
};

export async function flow(n: number) {
  'use workflow';
  const log: unknown[] = [];
  try {
    log.push(await reserve(n));
  } catch (error) {
    const describe = async () => {
      'use step';
      return `${(error as Error).name}: ${(error as Error).message} ${EOL.length}`;
    };
    log.push((error as Error).message, await describe());
  } finally {
    log.push(await release(n));
  }
  return log;
}
