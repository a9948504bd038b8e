/** The samples of `test/samples`: programs to run, and mistakes to refuse. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SampleFile } from '../../test/sample-bundle.ts';
import type { SampleCall } from '../../test/sample-program.ts';

const DIR = join(import.meta.dirname, '../../test/samples');

export interface Sample extends SampleFile {
  name: string;
  source: string;
  /** `null`: a mistake, which has to be refused. */
  program: { calls: SampleCall[]; steps: string[] } | null;
}

export function readSamples(): Sample[] {
  return readdirSync(DIR).map((name) => {
    const dir = join(DIR, name);
    const input = readdirSync(dir).find((file) => file.startsWith('input.'))!;
    const isMistake = name.startsWith('error-');
    return {
      name,
      dir,
      input,
      source: readFileSync(join(dir, input), 'utf8'),
      program: isMistake ? null : JSON.parse(readFileSync(join(dir, 'run.json'), 'utf8')),
    };
  });
}
