/** Finds the line with which an application has its files compiled, for the message about a function that was not. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lineOfFramework } from '../contract/frameworks.ts';

const WITHOUT_BUNDLER = 'node --import workflow/register <file>, or a plugin such as workflow/esbuild';

/** The line for the application around the working directory; `undefined` when it has no readable `package.json`. */
export function frameworkLine(dir: string = process.cwd()): string | undefined {
  const names = dependenciesOf(dir);
  if (names === null) return undefined;
  return lineOfFramework(names) ?? WITHOUT_BUNDLER;
}

function dependenciesOf(dir: string): string[] | null {
  const path = join(dir, 'package.json');
  if (!existsSync(path)) return dirname(dir) === dir ? null : dependenciesOf(dirname(dir));
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
    return Object.keys({ ...dependencies, ...devDependencies });
  } catch {
    return null;
  }
}
