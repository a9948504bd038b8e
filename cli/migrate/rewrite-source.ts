/** Rewrites the imports of one source file. */
import { exportedNames } from './exported-names.ts';
import { adviceForModule, adviceForName, isOfOtherPackage, moduleFor, SETTINGS } from './other-package.ts';

/** Something that a person has to look at. */
export interface Difference {
  /** `src/app.ts:12` */
  at: string;
  found: string;
  instead: string;
}

/** A file, and what cannot be rewritten in it. */
export interface RewrittenSource {
  code: string;
  differences: Difference[];
}

/** A module's name behind `from`, `import`, `import(`, `require(` or the `mock(` of a test runner. */
const SPECIFIER = /(\b(?:from|import|require|mock|importActual)\b\s*\(?\s*)(['"])([^'"\n]+)\2/g;
/** The names that an import takes, and from where. Neither holds a quote. */
const NAMED = /\b(?:import|export)\b[^'"`;{]*\{([^}'"`]*)\}\s*from\s*(['"])([^'"\n]+)\2/g;
const SETTING = new RegExp(`\\b(?:${Object.keys(SETTINGS).join('|')})\\b`, 'g');

/** One reading of each entry serves all files. */
const known = new Map<string, ReadonlySet<string> | null>();

function namesOf(entry: string): ReadonlySet<string> | null {
  if (!known.has(entry)) known.set(entry, exportedNames(entry));
  return known.get(entry)!;
}

/** @param name Path for people, relative to the root. */
export function rewriteSource(name: string, code: string): RewrittenSource {
  const differences: (Difference & { line: number })[] = [];
  const tell = (index: number, found: string, instead: string): void => {
    const line = code.slice(0, index).split('\n').length;
    differences.push({ line, at: `${name}:${line}`, found, instead });
  };
  for (const { index, 1: names, 3: specifier } of code.matchAll(NAMED)) {
    const exported = isOfOtherPackage(specifier!) ? namesOf(moduleFor(specifier!) ?? '') : null;
    if (!exported) continue;
    for (const taken of namesIn(names!))
      if (!exported.has(taken)) tell(index, `${taken} of ${specifier}`, adviceForName(taken));
  }
  for (const { index, 0: setting } of code.matchAll(SETTING)) tell(index, setting, `${SETTINGS[setting]} here`);
  const rewritten = code.replaceAll(
    SPECIFIER,
    (whole, before: string, quote: string, specifier: string, at: number) => {
      if (!isOfOtherPackage(specifier)) return whole;
      const module = moduleFor(specifier);
      if (module !== null) return `${before}${quote}${module}${quote}`;
      tell(at, specifier, adviceForModule(specifier));
      return whole;
    },
  );
  const inOrder = differences.toSorted((one, other) => one.line - other.line);
  return { code: rewritten, differences: inOrder.map(({ at, found, instead }) => ({ at, found, instead })) };
}

/** `type Run, start as begin` takes `Run` and `start`. */
const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((item) =>
      item
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*$/s, ''),
    )
    .filter((name) => /^\w+$/.test(name) && name !== 'default');
