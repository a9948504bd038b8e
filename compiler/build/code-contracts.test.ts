import { describe, expect, test } from 'vitest';
import type { BuildId } from '../../runtime/contract/ids.ts';
import type { CodeContract } from '../../runtime/contract/code-contracts.ts';
import { analyzeModule } from '../analyze/analyze-module.ts';
import { createSourceFile } from '../diagnostics.ts';
import { findErrorCode } from '../analyze/error-classes.ts';
import { errorContract, identifyWithSteps, codeContracts } from './code-contracts.ts';

const CODE = `export async function order(amount, rate) {
  'use workflow';
  const round = (cents) => Math.round(cents);
  const tell = async () => { 'use step'; return amount; };
  const charge = async () => { 'use step'; await tell(); return round(amount * rate); };
  { const act = async () => { 'use step'; return 'a'; }; await act(); }
  { const act = async () => { 'use step'; return 'b'; }; await act(); }
}
export async function send(id) { 'use step'; return id; }
class Shop { async close() { 'use step'; return this.name; } static async open() { 'use step'; return this.name; } }
`;

function analyze(code: string) {
  const file = createSourceFile({ path: '/app/order.ts', name: 'workflows/order.ts', code });
  return { analysis: analyzeModule(file, './order')! };
}

const contractOf = (path: string, code = CODE): CodeContract | undefined =>
  codeContracts(analyze(code)).get(`step//./order//${path}`);

describe('the contract of a step', () => {
  test('names its place and what its calls bring along', () => {
    expect(contractOf('order/charge')).toMatchObject({ place: 'workflows/order.ts:5', captures: ['amount', 'rate'] });
    expect(contractOf('Shop#close')).toMatchObject({ captures: ['this'] });
    for (const path of ['send', 'Shop.open']) expect(contractOf(path)).not.toHaveProperty('captures');
  });

  test('says whether the id is a matter of order', () => {
    expect(contractOf('order/act')).toHaveProperty('isOrdered', true);
    expect(contractOf('order/act~2')).toHaveProperty('isOrdered', true);
    expect(contractOf('order/charge')).not.toHaveProperty('isOrdered');
  });

  test.each<[string, string, string, boolean]>([
    ['its body', 'rate);', 'rate + 1);', false],
    ['a local function that it uses', 'Math.round', 'Math.ceil', false],
    ['a step that it calls', "'use step'; return amount", "'use step'; return 1", false],
    ['its layout', "{ 'use step'; await tell()", '{\n  "use step"; // tells\n  await tell()', true],
    ['the code around it', "return 'a'", "return 'c'", true],
  ])('changes its digest with what matters: %s', (_, from, to, isSame) => {
    expect(CODE).toContain(from);
    const other = contractOf('order/charge', CODE.replace(from, to))!;
    expect(other.code === contractOf('order/charge')!.code).toBe(isSame);
  });
});

describe('the parameters in the contract of a step', () => {
  const typed = (code: string): CodeContract => {
    const file = createSourceFile({ path: '/app/order.ts', name: 'order.ts', code });
    return [...codeContracts({ analysis: analyzeModule(file, './order')! }).values()][0]!;
  };

  test.each<[string, unknown[]]>([
    ['', []],
    ['id, amount = 5', [{ name: 'id' }, { name: 'amount', isOptional: true }]],
    ['this: Shop, id: string, note?: string', [{ name: 'id' }, { name: 'note', isOptional: true }]],
    ['...ids: string[]', [{ name: 'ids', isRest: true }]],
    ['unused: string', [{ name: 'unused', isUnused: true }]],
    ['unused, id = arguments[0]', [{ name: 'unused' }, { name: 'id', isOptional: true }]],
    ['{ id, total: amount, note = "", ...rest }', [{ members: ['id', 'total'] }]],
    ['{ address: { city, zip = 1 }, [key]: id }', [{ members: ['*', 'address.city'] }]],
    ['{ id: { amount } = {} } = {}', [{ members: [], isOptional: true }]],
    ['[id, , amount]', [{ members: ['0', '2'] }]],
    ['...[id, amount]', [{ members: ['0', '1'], isRest: true }]],
    ['{}, id = (unused) => unused', [{ members: [] }, { name: 'id', isOptional: true }]],
  ])('are those of the source: (%s)', (params, expected) => {
    const uses = 'id, amount, ids, note, rest, city, zip'.split(', ').filter((name) => params.includes(name));
    const code = `export async function act(${params}) { 'use step'; return [${uses.join(', ')}]; }`;
    expect(typed(code).parameters).toEqual(expected);
  });

  test('are not told of the options of an agent, which calls them always in the same way', () => {
    const agent = typed(`import { DurableAgent } from 'workflow/agent';
      export const agent = new DurableAgent({ model: async (id) => id });`);
    expect(agent).toMatchObject({ code: expect.any(String), body: expect.any(String) });
    expect(agent).not.toHaveProperty('parameters');
  });

  const RENAMED: [from: string, to: string][] = [
    [
      `charge(id, amount) { 'use step'; return id + amount; }`,
      `charge(orderId, cents) { 'use step'; return orderId + cents; }`,
    ],
    [`charge(id, amount) { 'use step'; return id + amount; }`, `pay(id, amount) { 'use step'; return id + amount; }`],
    [`charge(id) { 'use step'; return { id, o: o.id }; }`, `charge(key) { 'use step'; return { id: key, o: o.id }; }`],
    [`charge({ id }) { 'use step'; return [id]; }`, `charge({ id: key }) { 'use step'; return [key]; }`],
    [`charge(id) { 'use step'; return (id) => id; }`, `charge(key) { 'use step'; return (id) => id; }`],
    [`charge(a, b = a) { 'use step'; ({ a } = b); }`, `charge(x, b = x) { 'use step'; ({ a: x } = b); }`],
    [`charge(a) { 'use step'; return a && charge(0); }`, `pay(a) { 'use step'; return a && pay(0); }`],
  ];
  test.each(RENAMED)('and its own name are no part of its text: %s, %s', (from, to) => {
    const [one, other] = [from, to].map((text) => typed(`export async function ${text}`));
    expect(one!.body).toBe(other!.body);
    expect(one!.code).not.toBe(other!.code);
  });

  test.each([
    ['(a, b) => { "use step"; return a - b; }', '(b, a) => { "use step"; return a - b; }'],
    ['({ a, b }) => { "use step"; return a - b; }', '({ a: b, b: a }) => { "use step"; return a - b; }'],
    ['(a) => { "use step"; return a; }', '(a) => { "use step"; return b; }'],
    ['(a) => { "use step"; return { a }; }', '(b) => { "use step"; return { b }; }'],
  ])('make another text when they change places or members: %s, %s', (from, to) => {
    const [one, other] = [from, to].map((text) => typed(`export const act = async ${text};`));
    expect(one!.body).not.toBe(other!.body);
  });
});

describe('a build id', () => {
  const idOf = (code: string): string => identifyWithSteps('0123456789' as BuildId, codeContracts(analyze(code)));

  test('changes with the code of steps whose ids are a matter of order, and of no others', () => {
    expect(idOf(CODE.replace("return 'a'", "return 'c'"))).not.toBe(idOf(CODE));
    expect(idOf(CODE.replace('return id', 'return id + 1'))).toBe(idOf(CODE));
    expect(idOf(CODE)).toHaveLength(10);
  });

  test('is that of the bundle where there are no such steps', () => {
    expect(idOf(`export async function send() { 'use step'; }`)).toBe('0123456789');
  });
});

test.each<[members: string, fields: readonly string[]]>([
  ['code = 1; static all = []; #hidden = 1; "at-all" = 2; name = "X"', ['at-all', 'code']],
  ['constructor(code, by) { super("no"); this.code = code; if (by) this.by = by; Object.seal(this); }', ['code']],
  ['constructor(readonly code: string, private by = "me", readonly at?: Date) { super("no"); }', ['by', 'code']],
  ['note?: string; get text() { return this.note; } told() { return this.text; }', []],
])('the contract of a class of errors has the fields that each of them has: %s', (members, fields) => {
  const { analysis } = analyze(`${CODE} class Denied extends Error { ${members} }`);
  const [denied] = findErrorCode(analysis, './order').classes.filter(({ id }) => id.endsWith('Denied'));
  const data = { gives: 'unknown', takes: { type: 'unknown', reads: fields } };
  expect(errorContract(analysis, denied!).data).toEqual(fields.length > 0 ? data : undefined);
});
