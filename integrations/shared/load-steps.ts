/**
 * Loads built steps also when a package that they import cannot be loaded here, for instance because its binary for
 * this machine is missing. Then only the steps that use the package fail.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { createImport } from './import-from-folder.ts';

/** Loads a module by its path. */
type ImportModule = (path: string) => Promise<unknown>;

/** The beginning of the names of modules that {@link loadSteps} writes. */
export const VARIANT = 'steps-without-';

/** An import of a package as the bundler writes it: one line. */
const IMPORT_LINE = /^import (?:(?<clause>.+) from )?"(?<specifier>[^"]+)";$/;
/** Imports of the bundle: its own, and this package, without which nothing works. */
const OWN_SPECIFIER = /^(?:[./]|node:|workflow(?:\/|$))/;

interface PackageImport {
  line: string;
  clause: string;
  specifier: string;
}

/**
 * Loads the module of built steps.
 * @param path Absolute path of the module.
 * @param importModule Loads a file.
 * @throws The error of the module, when it does not come from packages that are imported but not used at once.
 */
export async function loadSteps(path: string, importModule: ImportModule): Promise<unknown> {
  try {
    return await importModule(path);
  } catch (error) {
    const remaining = await withoutBrokenPackages(path);
    if (remaining === null) throw error;
    const loaded = await importModule(remaining.path).catch(() => {
      throw error;
    });
    for (const [specifier, reason] of remaining.reasons) {
      console.error(`[workflow] The package "${specifier}" cannot be loaded; steps that use it fail: ${reason}`);
    }
    return loaded;
  }
}

/** A variant of a module, and why packages are left out, by specifier. */
interface Remaining {
  path: string;
  reasons: ReadonlyMap<string, string>;
}

/** Writes a module without the imports of packages that cannot be loaded; `null`: there are none, or it cannot. */
async function withoutBrokenPackages(path: string): Promise<Remaining | null> {
  try {
    const text = await readFile(path, 'utf8');
    const reasons = await findBroken(dirname(path), importsOf(text));
    if (reasons.size === 0) return null;
    return { path: await writeRemaining(path, replaceImports(text, reasons)), reasons };
  } catch {
    // The folder cannot be written: the error of the module itself says more.
    return null;
  }
}

/** The packages that cannot be imported from a folder, and why. */
async function findBroken(dir: string, imports: PackageImport[]): Promise<Map<string, string>> {
  const importFromHere = await createImport(dir);
  const reasons = new Map<string, string>();
  for (const specifier of new Set(imports.map((found) => found.specifier))) {
    const reason = await importFromHere(specifier).then(() => null, describeReason);
    if (reason !== null) reasons.set(specifier, reason);
  }
  return reasons;
}

const describeReason = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n')[0]! : String(error);

/** Writes a variant of a module beside it, under a name of its own because modules are loaded once. */
async function writeRemaining(path: string, code: string): Promise<string> {
  const dir = dirname(path);
  const name = `${VARIANT}${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`;
  const stale = (await readdir(dir)).filter((file) => file.startsWith(VARIANT) && file !== name);
  await Promise.all(stale.map((file) => rm(join(dir, file), { force: true })));
  await writeFile(join(dir, name), code);
  return join(dir, name);
}

function importsOf(text: string): PackageImport[] {
  return text.split('\n').flatMap((line) => {
    const { clause = '', specifier } = IMPORT_LINE.exec(line)?.groups ?? {};
    const isPackage = specifier !== undefined && !OWN_SPECIFIER.test(specifier) && !isBuiltin(specifier);
    return isPackage ? [{ line, clause, specifier }] : [];
  });
}

/** Lines stay where they are, so the source map of the module holds. */
function replaceImports(text: string, reasons: ReadonlyMap<string, string>): string {
  const broken = new Map(
    importsOf(text)
      .filter(({ specifier }) => reasons.has(specifier))
      .map((found) => [found.line, found]),
  );
  const lines = text.split('\n').map((line, index) => {
    const found = broken.get(line);
    return found ? toStandIns(found, { reason: reasons.get(found.specifier)!, maker: `brokenPackage$${index}` }) : line;
  });
  return lines.join('\n');
}

function toStandIns(
  { clause, specifier }: PackageImport,
  { reason, maker }: { reason: string; maker: string },
): string {
  const names = localNames(clause);
  if (names.length === 0) return '';
  const facts = JSON.stringify({ name: specifier, reason });
  const values = names.map((name) => `${name} = ${maker}(${facts})`).join(', ');
  return `import { brokenPackage as ${maker} } from "workflow/internal/compiled"; const ${values};`;
}

/** The names that `a, { b, c as d }` or `* as e` declares. */
const localNames = (clause: string): string[] =>
  clause
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map((part) => part.trim().split(' as ').at(-1)!.trim())
    .filter((name) => name !== '');
