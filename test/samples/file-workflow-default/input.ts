'use workflow';
import { EOL } from 'node:os';

const step = async (n: number) => {
  'use step';
  return n + EOL.length;
};
export default async (n: number) => [await step(n), n];
