// Grüße 🎉
import { EOL } from 'node:os';

const größe = async (名前: string) => {
  'use step';
  return `🎉${名前}${EOL.length}`;
};

export async function flüssig(text: string) {
  'use workflow';
  return größe(text);
}
