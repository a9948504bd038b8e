/** Spoils one directive of a program, in ways that people do. */
import * as fc from '../fast-check.ts';

/** The text at the start of a body in place of a directive. */
const SPOILED: Record<string, (directive: string) => string> = {
  'after code': (directive) => `void 0; '${directive}';`,
  'in parentheses': (directive) => `('${directive}');`,
  'as a template': (directive) => `\`${directive}\`;`,
  'in a block': (directive) => `{ '${directive}'; }`,
  'in a condition': (directive) => `if (1) '${directive}';`,
  'in a loop': (directive) => `do { '${directive}' } while (0);`,
  'as part of a sum': (directive) => `'${directive}' + '';`,
  'called by the next line': (directive) => `'${directive}'\n(0, 1);`,
  'indexed by the next line': (directive) => `'${directive}'\n[0];`,
  negated: (directive) => `!'${directive}';`,
  'in capitals': (directive) => `'${directive.toUpperCase()}';`,
  'with an escape': (directive) => `'${directive.replace(' ', '\\x20')}';`,
  'with a letter too much': (directive) => `'${directive}s';`,
  'with two letters swapped': (directive) => `'${directive.replace('st', 'ts').replace('wo', 'ow')}';`,
  'with a dash': (directive) => `'${directive.replace(' ', '-')}';`,
  'asserted by a type': (directive) => `'${directive}' as string;`,
  'behind a label': (directive) => `here: '${directive}';`,
};

export interface Spoiling {
  way: string;
  /** Which directive; counted around. */
  at: number;
}

export const spoilings: fc.Arbitrary<Spoiling> = fc.record({
  way: fc.constantFrom(...Object.keys(SPOILED)),
  at: fc.nat(50),
});

export interface SpoiledProgram {
  code: string;
  /** Where the spoiled directive begins and ends. */
  start: number;
  end: number;
}

const DIRECTIVE = /(?<=\{ )(['"])(use (?:step|workflow))\1(?:;|(?=\s))/g;

/** Replaces the directive of one function. */
export function spoilDirective(code: string, { at, way }: Spoiling): SpoiledProgram {
  const found = [...code.matchAll(DIRECTIVE)];
  const { 0: written, 2: directive, index: start } = found[at % found.length]!;
  const spoiled = SPOILED[way]!(directive!);
  return {
    code: code.slice(0, start) + spoiled + code.slice(start + written.length),
    start,
    end: start + spoiled.length,
  };
}
