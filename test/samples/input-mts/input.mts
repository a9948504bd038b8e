import { EOL } from 'node:os';

const read = async <T>(value: T) => {
  'use step';
  return [value, EOL.length];
};
export async function flow() {
  'use workflow';
  return read<string>('mts');
}
