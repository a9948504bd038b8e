import { expect, test } from 'vitest';
import type { StoredType } from '../../runtime/contract/stored-types.ts';
import { analyzeModule } from '../analyze/analyze-module.ts';
import { createSourceFile } from '../diagnostics.ts';
import { codeContracts } from './code-contracts.ts';
import { addTypes, type ReadTypes } from './contract-types.ts';

const allTexts: ReadTypes = async (files) => files.map(({ questions }) => questions.map(() => 'string' as const));

const ALL = undefined;

test.each<[members: string, reads: readonly string[] | undefined]>([
  [
    'static [OUT](it) { return it.a; } static [IN]({ cents, of: { a } }) { return new Money(cents, a); }',
    ['cents', 'of.a'],
  ],
  ['static [OUT] = (it) => it; static [IN] = (data) => new Money(data.cents);', ['cents']],
  ['static [OUT](it) { return it; } static [IN](data) { return Object.assign(new Money(), data); }', ALL],
])('the contract has what a class reads of the data of an instance: %s', async (members, reads) => {
  const code = `import { WORKFLOW_DESERIALIZE as IN, WORKFLOW_SERIALIZE as OUT } from 'workflow';
export class Money { ${members} }
`;
  const file = createSourceFile({ path: '/app/money.ts', name: 'lib/money.ts', code });
  const analysis = analyzeModule(file, './money')!;
  const data = (type: StoredType) => ({ gives: type, takes: { type, ...(reads && { reads }) } });
  const contracts = codeContracts({ analysis });
  expect(contracts.get('class//./money//Money')!.data).toEqual(reads && data('unknown'));
  const typed = await addTypes(contracts, { analyses: [analysis], errors: new Map() }, allTexts);
  expect(typed.get('class//./money//Money')!.data).toEqual(data('string'));
});

test.each<[body: string, reads: readonly string[] | undefined]>([
  ['return order.id + order.total.toFixed(2);', ['id', 'total']],
  ['return order?.customer?.email ?? null;', ['customer.email']],
  ['const { id, customer: { email } } = order; return id + email;', ['customer.email', 'id']],
  ['const { id, ...rest } = order; return id;', ['id']],
  ['const { id, ...rest } = order; return [id, rest];', ALL],
  ['const mine = order; return mine.id;', ['id']],
  ['return order.items.length;', ['items.length']],
  ['return order.items.map((item) => item.sku);', ['items.*.sku']],
  ['for (const { sku } of order.items) log(sku);', ['items.*.sku']],
  ['return order.items.filter((item) => item.isPaid).map(({ sku }) => sku);', ['items.*.isPaid', 'items.*.sku']],
  ['return order.items.toSorted((a, b) => a.price - b.price).at(0).sku;', ['items.*', 'items.*.sku']],
  ['return order.items.reduce((sum, item) => sum + item.price, 0);', ['items']],
  ['return told(order); function told(given) { return given.id; }', ['id']],
  ['return [1, 2].map((by) => by * order.total);', ['total']],
  ['return log(order);', ALL],
  ['return order;', ALL],
  ['return { ...order };', ALL],
  ['return JSON.stringify(order.customer);', ['customer']],
  ['return order[key];', ['*']],
  ['return arguments[0].id;', ALL],
  ['return 1;', []],
])('the contract has what a step reads of a parameter, and of a captured variable: %s', async (body, reads) => {
  // An arrow has no arguments of its own.
  const inner = body.includes('arguments') ? '' : body;
  const code = `const key = 'id';
function log(value) { return String(value); }
export async function charge(order) { 'use step'; ${body} }
export async function flow(order) { 'use workflow'; const step = async () => { 'use step'; ${inner} }; await step(); }
`;
  const file = createSourceFile({ path: '/app/order.ts', name: 'workflows/order.ts', code });
  const analysis = analyzeModule(file, './order')!;
  const contracts = await addTypes(codeContracts({ analysis }), { analyses: [analysis], errors: new Map() }, allTexts);
  expect(contracts.get('step//./order//charge')!.types!.parameters[0]!.reads).toEqual(reads);
  const captured = contracts.get('step//./order//flow/step')!.types!.captures['order'];
  if (inner.includes('order')) expect(captured!.reads).toEqual(reads);
});
