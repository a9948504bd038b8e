/** Files that begin with 'use step': every way to export a step from one. */
import type { WrittenStep } from './step-forms.ts';
import { MODULE_CODE, type StepText, arrow, expression } from './step-text.ts';

type Write = (name: string, step: StepText) => WrittenStep;

const WRITERS = {
  declaration: (name, step) => ({ code: `export ${expression(step, name)}`, callee: name }),
  arrow: (name, step) => ({ code: `export const ${name} = ${arrow(step)};`, callee: name }),
  expression: (name, step) => ({ code: `export let ${name} = ${expression(step)};`, callee: name }),
  asserted: (name, step) => ({ code: `export const ${name} = (${arrow(step)}) satisfies Function;`, callee: name }),
  later: (name, step) => ({
    code: `${expression(step, name)} export { ${name}, type Id as Id${name} };`,
    callee: name,
  }),
  renamed: (name, step) => ({
    code: `const ${name} = ${arrow(step)}; export { ${name} as renamed${name} };`,
    callee: `renamed${name}`,
  }),
  named: (name, step) => ({
    code: `const ${name} = ${arrow(step)}; export { ${name} as 'a ${name}' };`,
    callee: `['a ${name}']`,
  }),
} satisfies Record<string, Write>;

export type StepFileForm = keyof typeof WRITERS;
export const STEP_FILE_FORMS = Object.keys(WRITERS) as StepFileForm[];

/** How the importing file names it. */
export const STEP_FILE = 'stepFile';

/** Writes a step of such a file; `callee` is the path to it from there. */
export function writeFileStep(form: StepFileForm, name: string, step: StepText): WrittenStep {
  const unmarked = { ...step, body: step.body.replace("'use step'; ", '') };
  const { callee, code } = WRITERS[form](name, unmarked);
  return { code, callee: callee.startsWith('[') ? STEP_FILE + callee : `${STEP_FILE}.${callee}` };
}

export const stepFileText = (steps: readonly WrittenStep[]): string =>
  ["'use step';", MODULE_CODE, ...steps.map(({ code }) => code)].join('\n');
