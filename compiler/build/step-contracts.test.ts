import { describe, expect, test } from 'vitest';
import type { BuildId } from '../../runtime/contract/ids.ts';
import type { StepContract } from '../../runtime/contract/step-contracts.ts';
import { analyzeModule } from '../analyze/analyze-module.ts';
import { createSourceFile } from '../diagnostics.ts';
import { identifyWithSteps, stepContractsOf } from './step-contracts.ts';

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

const contractOf = (path: string, code = CODE): StepContract | undefined =>
  stepContractsOf(analyze(code)).get(`step//./order//${path}`);

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

describe('a build id', () => {
  const idOf = (code: string): string => identifyWithSteps('0123456789' as BuildId, [analyze(code) as never]);

  test('changes with the code of steps whose ids are a matter of order, and of no others', () => {
    expect(idOf(CODE.replace("return 'a'", "return 'c'"))).not.toBe(idOf(CODE));
    expect(idOf(CODE.replace('return id', 'return id + 1'))).toBe(idOf(CODE));
    expect(idOf(CODE)).toHaveLength(10);
  });

  test('is that of the bundle where there are no such steps', () => {
    expect(idOf(`export async function send() { 'use step'; }`)).toBe('0123456789');
  });
});
