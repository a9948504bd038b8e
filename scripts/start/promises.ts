/** The promises of the story, checked by what was seen from the outside. */
import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry, OrderState } from './orders-client.ts';
import { ranAgainWhenDone, summarizeCalls } from './step-calls.ts';

export interface Evidence {
  /** When the server was killed, in milliseconds since the epoch. */
  killedAt: number;
  /** The steps that were under way then. */
  cutOff: string[];
  /** HTTP status with which the approval was answered. */
  approvalStatus: number;
  /** The lines of progress as they came, across the crash. */
  linesSeen: string[];
  /** The same, read once more from the beginning when all was over. */
  linesStored: string[];
  ledger: LedgerEntry[];
  order: OrderState;
}

export interface CheckedPromise {
  promise: string;
  isKept: boolean;
  /** The finding, for a promise that was not kept. */
  found: string;
}

/** As in `examples/orders/workflows/order.ts`. */
const SLEEP_MS = 2_000;
const REFUSALS = 2;

/** Every promise, kept or not. */
export function checkPromises(evidence: Evidence): CheckedPromise[] {
  return [wentOn, noneTwice, onlyCutOffAgain, paymentRetried, slept, progressOnce, approved, shipped].map((check) =>
    check(evidence),
  );
}

function wentOn({ ledger, killedAt }: Evidence): CheckedPromise {
  const after = ledger.filter((entry) => entry.at > killedAt).length;
  return {
    promise: 'The run went on from where it was, after the kill',
    isKept: after > 0 && after < ledger.length,
    found: `${after} of ${ledger.length} entries of the ledger are from after the kill`,
  };
}

function noneTwice({ ledger }: Evidence): CheckedPromise {
  const again = summarizeCalls(ledger).filter(ranAgainWhenDone);
  return {
    promise: 'No step that was done ran a second time',
    isKept: again.length === 0,
    found: `these did: ${again.map((step) => step.service).join(', ')}`,
  };
}

function onlyCutOffAgain({ ledger, cutOff }: Evidence): CheckedPromise {
  const interrupted = summarizeCalls(ledger).filter((step) => step.attempts.includes('cut off'));
  const services = interrupted.map((step) => step.service);
  return {
    promise: 'The step that the kill cut off, and only that one, was begun again and brought to its end',
    isKept: isDeepStrictEqual(services, cutOff) && interrupted.every((step) => step.attempts.at(-1) === 'done'),
    found: `under way at the kill: ${cutOff.join(', ')}; cut off: ${interrupted.map(({ service, attempts }) => `${service} (${attempts.join(', ')})`).join('; ')}`,
  };
}

function paymentRetried({ ledger }: Evidence): CheckedPromise {
  const attempts = summarizeCalls(ledger).find((step) => step.service === 'charge card')?.attempts ?? [];
  return {
    promise: `The payment was refused ${REFUSALS} times, tried again, and made once`,
    isKept: isDeepStrictEqual(attempts, [...Array<string>(REFUSALS).fill('refused'), 'done']),
    found: `its attempts: ${attempts.join(', ')}`,
  };
}

function slept({ ledger }: Evidence): CheckedPromise {
  const steps = summarizeCalls(ledger);
  const before = steps.find((step) => step.service === 'charge card');
  const after = steps.find((step) => step.service === 'pack parcel');
  const sleptMs = (after?.firstCalledAt ?? 0) - (before?.lastEntryAt ?? 0);
  return {
    promise: `sleep('2s') took two seconds, and not much more`,
    isKept: sleptMs >= SLEEP_MS && sleptMs < 2 * SLEEP_MS,
    found: `${sleptMs} ms between the payment and the packing`,
  };
}

function progressOnce({ linesSeen, linesStored }: Evidence): CheckedPromise {
  return {
    promise: 'Every line of progress came once and in order, across the crash',
    isKept: linesStored.length > 0 && new Set(linesSeen).size === linesSeen.length && isInOrder(linesStored, linesSeen),
    found: `seen:\n${linesSeen.join('\n')}\nstored:\n${linesStored.join('\n')}`,
  };
}

/** Whether lines stand in the order of all. Lines of failed attempts were seen, but the store no longer holds them. */
function isInOrder(lines: readonly string[], all: readonly string[]): boolean {
  const kept = new Set(lines);
  return isDeepStrictEqual(
    all.filter((line) => kept.has(line)),
    lines,
  );
}

function approved({ approvalStatus }: Evidence): CheckedPromise {
  return {
    promise: 'The approval was accepted over HTTP',
    isKept: approvalStatus === 202,
    found: `it was answered with ${approvalStatus}`,
  };
}

function shipped({ order }: Evidence): CheckedPromise {
  const outcome = (order.result as { outcome?: unknown } | undefined)?.outcome;
  return {
    promise: 'The order was completed, and shipped',
    isKept: order.status === 'completed' && outcome === 'shipped',
    found: JSON.stringify(order),
  };
}
