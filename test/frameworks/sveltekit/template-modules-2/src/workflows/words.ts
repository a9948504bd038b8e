import { appendFile } from 'node:fs/promises';
import { readPhrase } from '$lib/phrase.ts';

export async function say() {
  'use workflow';
  return await readWord();
}

async function readWord() {
  'use step';
  await appendFile(process.env['EFFECTS_FILE']!, '{"name":"said"}\n');
  return readPhrase();
}
