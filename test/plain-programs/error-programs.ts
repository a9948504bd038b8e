/** Every way to make a class of errors, asked in every way in the workflow that catches what a step throws. */
import type { Program } from './set-up-places.ts';

/** A class: the code of its file, which exports what the first name of `cls` begins with. */
interface Making {
  code: string;
  /** Default: `Bad` */
  cls?: string;
}

const BODY = `{
  status = 402;
  constructor(message, options) { super(message, options); this.at = [message]; }
  get retryable() { return this.status > 400; }
  text() { return this.message + '!'; }
}`;

/** By what makes the class. */
const MAKINGS: Readonly<Record<string, Making>> = {
  'a class': { code: `export class Bad extends Error ${BODY}` },
  'a class of a class': {
    code: `class Base extends TypeError ${BODY}\nexport class Bad extends Base { name = 'Worse'; }`,
  },
  'a class with a name of its own': { code: `export class Bad extends Error ${BODY}\nBad.prototype.name = 'Broken';` },
  'a class with static code': {
    code: `export class Bad extends Error ${BODY.replace('{', "{ static kinds = ['a']; static { this.kinds.push(this.name); }")}`,
  },
  'a fatal error': { code: `import { FatalError } from 'workflow';\nexport class Bad extends FatalError ${BODY}` },
  'a class in a namespace': {
    code: `export namespace errors { export class Bad extends Error ${BODY} }`,
    cls: 'errors.Bad',
  },
  'an expression': { code: `export const Bad = class extends Error ${BODY};` },
  'a factory whose name says so': {
    code: `const makeError = () => class Bad extends Error ${BODY};\nexport const Bad = makeError();`,
  },
  'a factory whose name says nothing': {
    code: `const kind = () => class extends RangeError ${BODY};\nexport const Bad = kind();`,
  },
  'a factory that is taken apart': {
    code: `const makeErrors = (...names) => names.map(() => class extends Error ${BODY});\nexport const [Bad] = makeErrors('bad');`,
  },
  'a function of before classes': {
    code: `export function Bad(message, options) {
  this.message = message;
  this.status = 402;
  if (options) this.cause = options.cause;
  Error.captureStackTrace(this, Bad);
}
Object.setPrototypeOf(Bad.prototype, Error.prototype);
Bad.prototype.name = 'Bad';
Object.defineProperty(Bad.prototype, 'retryable', { get() { return this.status > 400; } });
Bad.prototype.text = function () { return this.message + '!'; };`,
  },
};

/** The result of the workflow, by what it asks for. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'its class': `[error instanceof CLS, error instanceof Error, error.constructor === CLS]`,
  'its parts': `[error.name, error.message, error.status, error.retryable, error.text(), error.cause, Object.keys(error).sort(), String(error)]`,
};

const rootOf = (cls: string): string => cls.split('.')[0]!;

function toProgram(making: string, question: string): Program {
  const { code, cls = 'Bad' } = MAKINGS[making]!;
  const asked = QUESTIONS[question]!.replaceAll('CLS', cls);
  const own = asked === QUESTIONS[question] ? '' : `import { ${rootOf(cls)} } from './errors.ts';\n`;
  return {
    name: `${question} of an error of ${making}`,
    files: {
      'errors.ts': code,
      'steps.ts': `import { ${rootOf(cls)} } from './errors.ts';\nexport async function act() {\n  'use step';\n  throw new ${cls}('no', { cause: { code: 3 } });\n}\n`,
      'flow.ts': `${own}import { act } from './steps.ts';\nexport async function flow() {\n  'use workflow';\n  try {\n    await act();\n  } catch (error) {\n    return ${asked};\n  }\n}\n`,
    },
  };
}

/** All of them. */
export const ERROR_PROGRAMS: readonly Program[] = Object.keys(MAKINGS).flatMap((making) =>
  Object.keys(QUESTIONS).map((question) => toProgram(making, question)),
);
