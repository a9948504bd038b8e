/** Abort signals of workflows as values on the host: what a step has of one follows it. */
import type { SignalReference, SignalReferences } from '../values/codec-environment.ts';
import type { RunSignals } from './run-signals.ts';
import { stepContext, type StepContext } from './step-context.ts';

/** What signals stand for, so that they can be passed on. */
const origins = new WeakMap<AbortSignal, SignalReference>();

export const hostSignals: SignalReferences = {
  toReference: (signal) => origins.get(signal) ?? null,
  fromReference(reference) {
    const signal = findSignal(reference) ?? new AbortController().signal;
    origins.set(signal, reference);
    return signal;
  },
};

/** Outside of the run that the signal belongs to nobody hears of its abort. */
function findSignal({ run, signal }: SignalReference): AbortSignal | undefined {
  const context: (StepContext & { signals?: RunSignals }) | undefined = stepContext.getStore();
  return context?.runId === run ? context.signals?.open(signal) : undefined;
}
