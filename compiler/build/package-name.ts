/** The name of the package that a build is of: by it a store knows its application. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The name in the nearest `package.json` that has one, from `folder` upwards; `null`: there is none. */
export function readPackageName(folder: string): string | null {
  const name = nameIn(join(folder, 'package.json'));
  if (name !== null) return name;
  const above = dirname(folder);
  return above === folder ? null : readPackageName(above);
}

/** A file that is missing or cannot be read names nothing: a build does not fail for it. */
function nameIn(file: string): string | null {
  try {
    const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown };
    return typeof name === 'string' && name !== '' ? name : null;
  } catch {
    return null;
  }
}
