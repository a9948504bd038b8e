/** The names in a workflow that its nested steps capture. */

/** Declared at the start of every workflow, whose parameter is `base`. */
export const AROUND_NESTED = `const label = \`w\${base}\`;
let count = 1; count += base;
const { a: first, list: [second = 5, ...others] } = { a: base, list: [base, 3] };
function twice(n: number): number { return plus(n) * 2; }
const plus = (n: number) => n + base;
class Pair { constructor(readonly n: number) {} sum() { return this.n + count; } }
const when = new Date(base), map = new Map([[label, base]]);`;

/** Names by which a nested step uses what is around it, with the expression in which it does. */
const EXPRESSIONS = {
  base: 'base',
  label: 'label',
  count: 'count',
  pattern: '[first, second, others]',
  helper: 'twice(n)',
  arrowHelper: 'plus(n)',
  class: 'new Pair(n).sum()',
  values: '[when.getTime(), [...map]]',
  inCallback: '[1].map((x) => x + base)',
  shorthand: '{ label, count }',
  typeofName: 'typeof label + typeof undeclared',
  template: '`${label}-${first}`',
  moduleName: '[LIMIT, LIST[0], double(n)]',
  place: 'place',
  ownShadow: '((base: number) => base + n)(1)',
} as const;

export type Captured = keyof typeof EXPRESSIONS;
export const CAPTURES = Object.keys(EXPRESSIONS) as Captured[];

/** The body of a nested step that uses these. */
export function nestedBody(captures: readonly Captured[]): string {
  return `{ 'use step'; return [n, EOL.length, ${captures.map((captured) => EXPRESSIONS[captured]).join(', ')}]; }`;
}
