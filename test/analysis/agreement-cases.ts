/** Code that the build refuses: the refused samples, and the wrong examples of the pages about the compiler. */
import { globSync, readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { AREAS } from '../../cli/explain/explained-areas.ts';

const SAMPLES = join(import.meta.dirname, '../samples');

/** Its sources by path; those with directives are in `workflows`. */
export type RefusedCode = readonly [name: string, files: Readonly<Record<string, string>>];

export const REFUSED_SAMPLES: readonly RefusedCode[] = readdirSync(SAMPLES)
  .filter((name) => name.startsWith('error-'))
  .map((name) => [name, readSample(join(SAMPLES, name))]);

function readSample(dir: string): Record<string, string> {
  const names = globSync('{input.*,modules/**/*.*}', { cwd: dir });
  return Object.fromEntries(
    names.map((name) => [`workflows/${name.split(sep).join('/')}`, readFileSync(join(dir, name), 'utf8')]),
  );
}

export const WRONG_EXAMPLES: readonly RefusedCode[] = AREAS.flatMap(({ errors }) => errors).flatMap(
  ({ code, wrong }): RefusedCode[] => {
    if (!code.startsWith('compile_') || wrong === undefined) return [];
    return [[code, typeof wrong === 'string' ? { 'workflows/order.ts': wrong } : wrong]];
  },
);
