import { describe, expect, it } from 'vitest';
import type { WorkflowId } from '../contract/ids.ts';
import { RetentionRules } from './retention-rules.ts';

const DAY_MS = 86_400_000;
const idOf = (name: string): WorkflowId => `workflow//./workflows/shop//${name}` as WorkflowId;
const daysOf = (text: string, name: string): number | null => {
  const lengthMs = new RetentionRules(text).lengthFor(idOf(name));
  return lengthMs === null ? null : lengthMs / DAY_MS;
};

describe('rules of retention', () => {
  it.each([
    ['', 'order', null],
    ['30d', 'order', 30],
    ['86400000', 'order', 1],
    ['30d, order=7d', 'order', 7],
    ['30d, order=7d', 'reorder', 30],
    ['send*=1d, sendBill=2d', 'sendBill', 1],
    ['sendBill=2d, send*=1d', 'sendBill', 2],
    ['order=7d', 'mail', null],
    ['30d, audit=forever', 'audit', null],
    ['workflow//./workflows/shop//*=3d', 'any', 3],
    ['o.der=7d, 30d', 'order', 30],
  ])('"%s" keeps "%s" for so many days: %s', (text, name, days) => {
    expect(daysOf(text, name)).toBe(days);
  });

  it.each(['soon', 'order=', '=7d', 'order=soon', '30d; order=7d'])('"%s" is refused', (text) => {
    expect(() => new RetentionRules(text)).toThrow(/WORKFLOW_RETENTION is ".*" but must be|WORKFLOW_RETENTION is/);
  });
});
