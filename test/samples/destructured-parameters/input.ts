import { EOL } from 'node:os';

async function order({ id, items: [first, , third = 'none'], ...others }: { id: number; items: string[]; note?: string }) {
  'use step';
  return { id, first, third, others, eol: EOL.length };
}
const pair = async ([a, b]: [number, number], { c: { d = 4 } = {} }: { c?: { d?: number } } = {}) => {
  'use step';
  return a + b + d + EOL.length;
};

export async function flow() {
  'use workflow';
  return [await order({ id: 1, items: ['x', 'y'], note: 'n' }), await pair([1, 2]), await pair([1, 2], { c: { d: 5 } })];
}
