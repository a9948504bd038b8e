/** Every way to write a step at the top level of a module. */
import { type StepText, arrow, expression, method } from './step-text.ts';

/** A step in the module: its code, and the expression that is called. */
export interface WrittenStep {
  code: string;
  callee: string;
  /** It is a getter: reading it is the call. */
  isRead?: true;
}

type Write = (name: string, step: StepText) => WrittenStep;

const constant = (name: string, value: string, callee = name): WrittenStep => ({
  code: `const ${name} = ${value};`,
  callee,
});

const getter = (label: string): string => `get run() { 'use step'; return Promise.resolve(['${label}', EOL.length]); }`;

const SERIALIZATION = `static [Symbol.for('workflow-serialize')]({ size }: CLASS) { return { size }; }
static [Symbol.for('workflow-deserialize')](data: object) { return Object.assign(new CLASS(), data); }`;

/** The same step as a method of something with a size of 4. */
const withThis = (step: StepText): StepText => ({
  ...step,
  body: step.body.replace("'use step';", "'use step'; if (this.size !== 4) return ['this is not passed'];"),
});

const WRITERS = {
  declaration: (name, step) => ({ code: expression(step, name), callee: name }),
  exported: (name, step) => ({ code: `export ${expression(step, name)}`, callee: name }),
  arrow: (name, step) => constant(name, arrow(step)),
  exportedArrow: (name, step) => ({ code: `export let ${name} = ${arrow(step)};`, callee: name }),
  expression: (name, step) => constant(name, expression(step)),
  namedExpression: (name, step) => constant(name, expression(step, 'inner')),
  twoDeclarators: (name, step) => ({ code: `var other${name} = 1, ${name} = ${arrow(step)};`, callee: name }),
  assigned: (name, step) => ({ code: `let ${name}: any; ${name} = ${arrow(step)};`, callee: name }),
  assignedIfNone: (name, step) => ({ code: `let ${name}: any; ${name} ??= ${expression(step)};`, callee: name }),
  assignedMember: (name, step) => ({
    code: `const ${name}: any = {}; ${name}.run = ${arrow(step)};`,
    callee: `${name}.run`,
  }),
  wrapped: (name, step) => constant(name, `wrap(${arrow(step)})`),
  wrappedTwice: (name, step) => constant(name, `wrap(wrap(${expression(step, 'inner')}, 'id'))`),
  satisfies: (name, step) => constant(name, `(${arrow(step)}) satisfies Function`),
  asserted: (name, step) => constant(name, `(${arrow(step)}) as any`),
  conditional: (name, step) => constant(name, `LIMIT > 9 ? null! : ${arrow(step)}`),
  logical: (name, step) => constant(name, `(null as any) ?? (${arrow(step)})`),
  sequence: (name, step) => constant(name, `(LIMIT, ${arrow(step)})`),
  listItem: (name, step) => constant(name, `[0, ${arrow(step)}] as const`, `${name}[1]`),
  property: (name, step) => constant(name, `{ size: 1, run: ${arrow(step)} }`, `${name}.run`),
  method: (name, step) => constant(name, `{ ${method(step, 'run')}, size: 1 }`, `${name}.run`),
  quotedMethod: (name, step) => constant(name, `{ ${method(step, "'a-b/c'")} }`, `${name}['a-b/c']`),
  numberedMethod: (name, step) => constant(name, `{ ${method(step, '7')} } as const`, `${name}[7]`),
  deep: (name, step) => constant(name, `{ a: { 'b c': { run: ${expression(step)} } } }`, `${name}.a['b c'].run`),
  exportedObject: (name, step) => ({
    code: `export const ${name} = { ${method(step, 'run')} } as const;`,
    callee: `${name}.run`,
  }),
  argument: (name, step) =>
    constant(name, `wrap({ tools: { run: { ${method(step, 'execute')} } } })`, `${name}.tools.run.execute`),
  spread: (name, step) => constant(name, `{ ...{ run: ${arrow(step)} } }`, `${name}.run`),
  destructuredDefault: (name, step) => ({ code: `const { ${name} = ${arrow(step)} } = {} as any;`, callee: name }),
  destructured: (name, step) => ({ code: `const { run: ${name} } = { run: ${arrow(step)} };`, callee: name }),
  inMap: (name, step) => ({
    code: `const ${name} = new Map<string, any>(); ${name}.set('run', ${arrow(step)});`,
    callee: `${name}.get('run')`,
  }),
  inMapByFunction: (name, step) => ({
    code: `const ${name} = new Map<string, any>(); const add${name} = (fn: unknown) => ${name}.set('run', fn); add${name}(${arrow(step)});`,
    callee: `${name}.get('run')`,
  }),
  staticMethod: (name, step) => ({ code: `class ${name} { static ${method(step, 'run')} }`, callee: `${name}.run` }),
  staticField: (name, step) => ({
    code: `export class ${name} { static run = ${arrow(step)}; }`,
    callee: `${name}.run`,
  }),
  privateStatic: (name, step) => ({
    code: `class ${name} { static ${method(step, '#run')} static call(...args: any[]) { return (${name}.#run as any)(...args); } }`,
    callee: `${name}.call`,
  }),
  staticBlock: (name, step) => ({
    code: `class ${name} { static run: any; static { this.run = ${arrow(step)}; } }`,
    callee: `${name}.run`,
  }),
  classExpression: (name, step) => constant(name, `class Inner { static ${method(step, 'run')} }`, `${name}.run`),
  instanceField: (name, step) => ({ code: `class ${name} { run = ${arrow(step)}; }`, callee: `new ${name}().run` }),
  instanceMethod: (name, step) => ({ code: `class ${name} { ${method(step, 'run')} }`, callee: `new ${name}().run` }),
  getter: (name, { label }) => ({ code: `const ${name} = { ${getter(label)} };`, callee: `${name}.run`, isRead: true }),
  staticGetter: (name, { label }) => ({
    code: `class ${name} { static ${getter(label)} }`,
    callee: `${name}.run`,
    isRead: true,
  }),
  serializable: (name, step) => ({
    code: `class ${name} { size = 4; ${SERIALIZATION.replaceAll('CLASS', () => name)} ${method(withThis(step), 'run')} }`,
    callee: `new ${name}().run`,
  }),
  objectThis: (name, step) => constant(name, `{ size: 4, ${method(withThis(step), 'run')} }`, `${name}.run`),
  staticThis: (name, step) => ({
    code: `class ${name} { static size = 4; static ${method(withThis(step), 'run')} }`,
    callee: `${name}.run`,
  }),
  decorated: (name, step) => ({
    code: `const on${name} = (..._: any[]): any => {}; @on${name} class ${name} { @on${name} static ${method(step, 'run')} }`,
    callee: `${name}.run`,
  }),
  factory: (name, step) => ({
    code: `function ${name}(LIMIT: number) { return ${arrow(step)}; }`,
    callee: `${name}(5)`,
  }),
  factoryObject: (name, step) => ({
    code: `const ${name} = (LIMIT: number) => ({ ${method(step, 'run')} });`,
    callee: `${name}(6).run`,
  }),
  factoryDeclaration: (name, step) => ({
    code: `function ${name}(LIST: number[]) { return run; ${expression(step, 'run')} }`,
    callee: `${name}([9])`,
  }),
  immediate: (name, step) =>
    constant(name, `(() => { const LIMIT = 8; return { run: ${arrow(step)} }; })()`, `${name}.run`),
  inBlock: (name, step) => ({ code: `var ${name}: any; { const LIMIT = 3; ${name} = ${arrow(step)}; }`, callee: name }),
  inLoop: (name, step) => ({
    code: `const ${name}: any[] = []; for (const LIMIT of [1, 2]) ${name}.push(${arrow(step)});`,
    callee: `${name}[1]`,
  }),
} satisfies Record<string, Write>;

export type StepForm = keyof typeof WRITERS;
export const STEP_FORMS = Object.keys(WRITERS) as StepForm[];

/** Writes a step of the module. */
export function writeStep(form: StepForm, name: string, step: StepText): WrittenStep {
  return WRITERS[form](name, step);
}
