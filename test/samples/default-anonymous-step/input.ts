import { EOL } from 'node:os';

export default async function (text: string) {
  'use step';
  return text + EOL.length;
}

export async function run(text: string) {
  'use workflow';
  return text;
}
