import { EOL } from 'node:os';

export async function flow(text: string) {
  'use workflow';
  const step = async () => {
    'use step';
    return [typeof WeakRef, typeof SharedArrayBuffer, escape(text), typeof undefinedGlobal, EOL.length];
  };
  return step();
}
