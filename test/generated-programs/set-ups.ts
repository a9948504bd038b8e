/** Code that runs when modules load: in the file of the workflows, and in files that it imports for their effects. */
import { STATE, STATE_NAMES, WAYS } from '../plain-programs/set-up-ways.ts';

/** The ways that can stand in any file; the decorators of these programs are those of TypeScript. */
export const SET_UPS: readonly string[] = Object.keys(WAYS).filter(
  (way) => !/\bexport\b|@|\baccessor\b/.test(WAYS[way]!),
);

/** The parts of a program for some ways, the first of which is at the top of its main file. */
export interface WrittenSetUps {
  /** Imports of the main file. */
  imports: string;
  /** Statements of the main file. */
  code: string;
  /** The modules that it imports, by name. */
  modules: Record<string, string>;
}

/** Writes the set-up of a program. `show()` then tells what it has changed. */
export function writeSetUps([first, ...others]: readonly string[]): WrittenSetUps {
  if (first === undefined) return { imports: '', code: '', modules: {} };
  const names = `import { ${STATE_NAMES} } from './state';`;
  const effects = others.map((way, index) => [`effects${index}`, `${names}\n${WAYS[way]!}\n`] as const);
  return {
    imports: [...effects.map(([name]) => `import './${name}';`), names].join(' '),
    // A statement before may end without its semicolon.
    code: `;${WAYS[first]!}`,
    modules: { state: STATE, ...Object.fromEntries(effects) },
  };
}
