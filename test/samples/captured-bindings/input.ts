import { EOL } from 'node:os';

export async function flow({ a, list: [b = 2, ...rest], ...others }: { a: number; list: number[]; c?: string }) {
  'use workflow';
  const results: unknown[] = [];
  results.push(
    await (async () => {
      'use step';
      return [a, b, rest, others, EOL.length];
    })(),
  );
  for (const [key, value] of Object.entries({ x: 1, y: 2 })) {
    const entry = async () => {
      'use step';
      return `${key}=${value}${EOL.length}`;
    };
    results.push(await entry());
  }
  try {
    throw new Error('caught');
  } catch ({ message }) {
    const log = async () => {
      'use step';
      return message + EOL.length;
    };
    results.push(await log());
  }
  let counter = 1;
  const read = async () => {
    'use step';
    return counter + EOL.length;
  };
  counter = 10;
  results.push(await read(), await createSum(1, 2)(3), await both(1));
  return results;
}

function createSum(...args: number[]) {
  const sum = async (more: number) => {
    'use step';
    return args.reduce((a, b) => a + b, more) + EOL.length;
  };
  return async (more: number) => {
    'use step';
    return (await sum(more)) + args.length;
  };
}

/** Calls a nested step where it stands. */
async function both(n: number) {
  'use step';
  return createSum(n)(n);
}
