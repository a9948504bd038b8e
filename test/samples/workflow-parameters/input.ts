import { EOL } from 'node:os';

const step = async (value: unknown) => {
  'use step';
  return [value, EOL.length];
};
const LIMIT = 5;

export async function flow(
  { id, tags: [first = 'none', ...others] = [] }: { id: string; tags?: string[] },
  limit = LIMIT,
  ...rest: number[]
) {
  'use workflow';
  return [await step({ id, first, others }), limit, rest, arguments.length];
}
export const arrow = async ({ n = LIMIT } = {}, [x] = [n]) => {
  'use workflow';
  return step(n + x!);
};
