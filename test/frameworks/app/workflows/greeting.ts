import { compose } from '../wording.ts';

export async function greet(name: string): Promise<string> {
  'use workflow';
  return `${await salute(name)} (first edition)`;
}

async function salute(name: string): Promise<string> {
  'use step';
  return compose('Hello', name);
}
