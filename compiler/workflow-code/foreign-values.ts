/**
 * Values that packages make, such as the client of a database: `const pool = new Pool()`. Making one changes nothing
 * that workflow code sees, unless workflow code uses the package itself.
 */
import { child, isFunction, text, unwrap } from '../ast.ts';
import type { ModuleUses, Unit } from './module-units.ts';
import type { OptionalPart } from './optional-parts.ts';

/** The unit of such a value with the names of the packages; `null` for any other part. */
export function packagesThatMakeValue({ unit, needs, sources }: OptionalPart): [Unit, string[]] | null {
  if (sources.length === 0 || sources.some(isOwnSource)) return null;
  return isValue(unit) && needs.every((one) => one.kind === 'import' || isValue(one))
    ? [unit, sources.map(packageName)]
    : null;
}

/** A variable or default export that is no function. */
function isValue({ node }: Unit): boolean {
  if (node.type === 'ExportDefaultExpression') return true;
  const init = node.type === 'VariableDeclarator' ? child(node, 'init') : null;
  return init !== null && !isFunction(unwrap(init));
}

/** The packages that units use. */
export function loadedPackages({ references }: ModuleUses, units: readonly Unit[]): Set<string> {
  const used = new Set(
    units.flatMap((unit) => references.get(unit)!).flatMap(({ binding }) => binding?.declarations ?? []),
  );
  const imports = units.filter(({ kind, node }) => kind === 'import' && used.has(node));
  return new Set(imports.flatMap(({ item }) => child(item, 'source') ?? []).map((source) => packageName(text(source))));
}

/** True for a path, and for the short names of folders that projects make: `./a`, `#lib/a`, `~/a`, `@/a`. */
export function isOwnSource(source: string): boolean {
  return /^(?:\.|\/|#|~|@\/)/.test(source);
}

/** `zod` for `zod/v4`. */
export function packageName(source: string): string {
  return source
    .split('/')
    .slice(0, source.startsWith('@') ? 2 : 1)
    .join('/');
}
