import { expect, test } from 'vitest';
import type { LedgerEntry } from './orders-client.ts';
import { checkPromises, type Evidence } from './promises.ts';

/** `<milliseconds> <step> <event>`, one per line; the steps' names are their keys. */
function ledger(text: string): LedgerEntry[] {
  return Array.from(text.matchAll(/(\d+) (.+) (called|refused|done)/g), ([, at, service, event]) => ({
    at: Number(at),
    idempotencyKey: service!,
    service: service!,
    event: event as LedgerEntry['event'],
  }));
}

const PAYMENT = `
  100 charge card called
  200 charge card refused
  300 charge card called
  400 charge card refused
  500 charge card called
  600 charge card done`;
const PACKING = `
  2700 pack parcel called
  4700 pack parcel called
  6700 pack parcel done`;

const WHOLE: Evidence = {
  killedAt: 3000,
  cutOff: ['pack parcel'],
  approvalStatus: 202,
  linesSeen: ['packing', 'packed'],
  linesStored: ['packing', 'packed'],
  ledger: ledger(PAYMENT + PACKING),
  order: { runId: 'wrun_1', status: 'completed', result: { outcome: 'shipped' } },
};

const listBroken = (change: Partial<Evidence>): string[] =>
  checkPromises({ ...WHOLE, ...change }).flatMap(({ promise, isKept }) => (isKept ? [] : [promise]));

test('a story in which everything held has no broken promise', () => {
  expect(listBroken({})).toEqual([]);
});

test.each<[what: string, promise: RegExp, change: Partial<Evidence>]>([
  ['nothing happened after the kill', /went on/, { killedAt: 9000 }],
  ['all began anew after the kill', /went on/, { killedAt: 1 }],
  [
    'a step that was done ran again',
    /second time/,
    { ledger: ledger(`${PAYMENT + PACKING}\n6800 pack parcel called`) },
  ],
  ['a step was never brought to its end', /cut off/, { ledger: ledger(`${PAYMENT}\n2700 pack parcel called`) }],
  ['a step was begun again without need', /cut off/, { cutOff: [] }],
  [
    'the payment was made at once',
    /payment/,
    { ledger: ledger(`600 charge card called\n600 charge card done${PACKING}`) },
  ],
  ['the sleep was too short', /sleep/, { ledger: ledger(PAYMENT + PACKING.replace('2700', '2500')) }],
  ['a line of progress came twice', /progress/, { linesSeen: ['packing', 'packing', 'packed'] }],
  ['a line of progress was missed', /progress/, { linesSeen: ['packed'] }],
  ['the approval was refused', /approval/, { approvalStatus: 404 }],
  ['the order failed', /completed/, { order: { runId: 'wrun_1', status: 'failed' } }],
])('it is told when %s', (_what, promise, change) => {
  expect(listBroken(change)).toContainEqual(expect.stringMatching(promise));
});
