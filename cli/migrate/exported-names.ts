/** The names that the entries of this package export, types included. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_DIR } from '../../compiler/own-code.ts';

const IS_SOURCE = import.meta.filename.endsWith('.ts');
const LISTS = /export (?:type )?\{([^}]*)\}/g;
const DECLARATIONS = /export (?:declare )?(?:async )?(?:const|function|class|interface|type) (\w+)/g;

/** @param entry Such as `workflow/api`. @returns `null`: there is no such entry, or nothing is known of it. */
export function exportedNames(entry: string): ReadonlySet<string> | null {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE_DIR, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types?: string }>;
  };
  const found = exports[entry.replace(/^workflow/, '.')];
  const types = typeof found === 'object' ? found.types : undefined;
  if (types === undefined) return null;
  // Run from the sources, these say it, and no build is needed.
  const file = IS_SOURCE ? types.replace('/dist/', '/').replace(/\.d\.ts$/, '.ts') : types;
  const text = readFileSync(join(PACKAGE_DIR, file), 'utf8');
  const listed = [...text.matchAll(LISTS)].flatMap(([, names]) => names!.split(','));
  const declared = [...text.matchAll(DECLARATIONS)].map(([, name]) => name!);
  return new Set([...listed.map((name) => exportedAs(name)), ...declared]);
}

/** `type Run as WorkflowRun` is exported as `WorkflowRun`. */
const exportedAs = (item: string): string =>
  item
    .trim()
    .replace(/^type /, '')
    .replace(/^.* as /, '');
