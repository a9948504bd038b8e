/** Every way to write a step inside a workflow, and every place for it. */
import { type StepText, arrow, expression, method } from './step-text.ts';

/** Statements in which `results` gets what the step gives. */
type Write = (name: string, step: StepText) => string;

const push = (call: string): string => `results.push(await ${call});`;

const FORMS = {
  arrow: (name, step) => `const ${name} = ${arrow(step)}; ${push(`${name}(1)`)}`,
  expression: (name, step) => `let ${name} = ${expression(step)}; ${push(`${name}(2)`)}`,
  namedExpression: (name, step) => `const ${name} = ${expression(step, 'again')}; ${push(`${name}(3)`)}`,
  declaration: (name, step) => `${push(`${name}(4)`)} ${expression(step, name)}`,
  immediate: (_, step) => push(`(${arrow(step)})(5)`),
  objectMethod: (name, step) => `const ${name} = { size: 1, ${method(step, 'run')} }; ${push(`${name}.run(6)`)}`,
  objectProperty: (name, step) => `const ${name} = { deep: { run: ${arrow(step)} } }; ${push(`${name}.deep.run(7)`)}`,
  listItem: (name, step) => `const ${name} = [${arrow(step)}]; ${push(`${name}[0]!(8)`)}`,
  argument: (_, step) => push(`wrap(${arrow(step)})(9)`),
  mapped: (_, step) => push(`Promise.all([1, 2].map((x) => x).map(${arrow(step)}))`),
  conditional: (name, step) => `const ${name} = base > -1 ? ${arrow(step)} : null!; ${push(`${name}(10)`)}`,
  assigned: (name, step) => `let ${name}: any; ${name} = ${arrow(step)}; ${push(`${name}(11)`)}`,
  defaultParameter: (name, step) => `const ${name} = async (run = ${arrow(step)}) => run(12); ${push(`${name}()`)}`,
  twoOfThem: (name, step) =>
    `const ${name} = ${arrow(step)}; { const ${name}2 = async (n: number) => { 'use step'; return [await ${name}(n), EOL.length]; }; ${push(`${name}2(13)`)} }`,
  inFactory: (name, step) => `const ${name} = (base: number) => ${arrow(step)}; ${push(`${name}(50)(14)`)}`,
  inMethod: (name, step) =>
    `class Maker { make() { return ${arrow(step)}; } } const ${name} = new Maker(); ${push(`${name}.make()(15)`)}`,
} satisfies Record<string, Write>;

export type NestedForm = keyof typeof FORMS;
export const NESTED_FORMS = Object.keys(FORMS) as NestedForm[];

/** Code around statements; each place declares `place`. */
const PLACES = {
  top: (inner) => `{ const place = 'top'; ${inner} }`,
  for: (inner) => `for (let place = 0; place < 2; place++) { ${inner} }`,
  forOf: (inner) => `for (const place of ['a', 'b']) { ${inner} }`,
  forIn: (inner) => `for (const place in { x: 1 }) { ${inner} }`,
  if: (inner) => `if (base > -9) { const place = base; ${inner} } else { results.push(0); }`,
  try: (inner) => `try { const place = 'try'; ${inner} } finally { results.push('finally'); }`,
  catch: (inner) => `try { throw new Error('caught'); } catch ({ message: place }: any) { ${inner} }`,
  switch: (inner) => `switch (1) { default: { const place = 'switch'; ${inner} break; } }`,
  helper: (inner) => `const call = async (place: string) => { ${inner} }; await call('helper');`,
  callback: (inner) => `await Promise.all(['x'].map(async (place) => { ${inner} }));`,
  labelled: (inner) => `outer: for (;;) { const place = 'labelled'; ${inner} break outer; }`,
  using: (inner) =>
    `{ using place = { name: 'using', [Symbol.dispose]() {} } as any; const open = place.name; { const place = open; ${inner} } }`,
  shadowed: (inner) => `{ const base = 77, place = 'shadowed'; ${inner} }`,
} satisfies Record<string, (inner: string) => string>;

export type NestedPlace = keyof typeof PLACES;
export const NESTED_PLACES = Object.keys(PLACES) as NestedPlace[];

/** Writes a step inside a workflow, with its call. */
export function writeNestedStep(form: NestedForm, place: NestedPlace, name: string, body: string): string {
  const step: StepText = { parameters: 'n: number', body, label: name, pass: (n) => n };
  return PLACES[place](FORMS[form](name, step));
}
