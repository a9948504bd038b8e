/**
 * The text of a step: its parameters and its body. Each takes a number and gives an array, and needs something of Node.
 */

/** How a step takes its number. */
export const PARAMETERS = ['plain', 'default', 'object', 'array', 'rest', 'two', 'computed'] as const;
export type ParameterKind = (typeof PARAMETERS)[number];

interface ParameterText {
  text: string;
  /** The arguments of a call with this number, as code. */
  pass: (n: string) => string;
}

const PARAMETER_TEXTS: Record<ParameterKind, ParameterText> = {
  plain: { text: 'n: number', pass: (n) => n },
  default: { text: 'n = LIMIT', pass: () => '' },
  object: { text: '{ n, m = n }: { n: number; m?: number }', pass: (n) => `{ n: ${n} }` },
  array: { text: '[n = 1, ...rest]: number[]', pass: (n) => `[${n}, 2]` },
  rest: { text: '...[n = 0, ...rest]: number[]', pass: (n) => `${n}, 3` },
  two: { text: 'n: number, m = () => n', pass: (n) => n },
  computed: { text: '{ [KEY]: n = 2 }: Record<string, number>', pass: (n) => `{ key: ${n} }` },
};

/** The body of a step. */
export const BODIES = [
  'plain',
  'loop',
  'closure',
  'class',
  'throws',
  'shadows',
  'module',
  'catches',
  'generator',
] as const;
export type BodyKind = (typeof BODIES)[number];

const BODY_TEXTS: Record<BodyKind, string> = {
  plain: 'return [LABEL, n + EOL.length];',
  loop: 'let sum = 0; for (let i = 0; i < n; i++) { if (i === 1) continue; sum += i; } return [LABEL, sum, EOL.length];',
  closure: 'const add = (k: number) => k + n; return [LABEL, [1, 2].map(add), EOL.length];',
  class:
    'class Box { #n = n; static size = EOL.length; read() { return this.#n + Box.size; } } return [LABEL, new Box().read()];',
  throws: 'if (n > 3) throw new RangeError(`${LABEL} ${EOL.length}`); return [LABEL];',
  shadows: 'const LIMIT = n * 2; { const LIMIT = 1; var inner = LIMIT; } return [LABEL, LIMIT, inner, EOL.length];',
  module: 'return [LABEL, LIST.length, LIMIT, double(n), Level.High, EOL.length];',
  catches:
    'try { throw new Error(LABEL); } catch ({ message }: any) { return [message, n, EOL.length]; } finally { void 0; }',
  generator: 'function* numbers() { yield n; yield EOL.length; } return [LABEL, ...numbers()];',
};

/** A function without its head: what comes between its name and its end. */
export interface StepText {
  parameters: string;
  /** With the directive. */
  body: string;
  /** The first item of its result. */
  label: string;
  pass: (n: string) => string;
}

/** @param label Tells the results of steps apart. */
export function stepText(parameters: ParameterKind, body: BodyKind, label: string): StepText {
  const { text, pass } = PARAMETER_TEXTS[parameters];
  return {
    parameters: text,
    pass,
    label,
    body: `{ 'use step'; ${BODY_TEXTS[body].replaceAll('LABEL', `'${label}'`)} }`,
  };
}

/** The names of the module that all bodies use. */
export const MODULE_CODE = `import { EOL } from 'node:os';
import type { Stats } from 'node:fs';
type Id = Stats | string;
enum Level { Low, High = 7 }
const LIMIT = 4, KEY = 'key';
const LIST: readonly number[] = [1, 2, 3];
const wrap = <T>(fn: T, id?: Id): T => fn;
function double(n: number): number { return n * 2; }`;

export const arrow = ({ parameters, body }: StepText): string => `async (${parameters}) => ${body}`;

export const expression = ({ parameters, body }: StepText, name = ''): string =>
  `async function ${name}(${parameters}) ${body}`;

export const method = ({ parameters, body }: StepText, key: string): string => `async ${key}(${parameters}) ${body}`;
