/** Abort signals of workflows as values on the host: a step's copy of a signal follows the original. */
import type { Payload } from '../journal/events.ts';
import type { SignalReference, SignalReferences } from '../values/codec-environment.ts';
import { nameSignal } from './outside-signals.ts';
import { stepContext, type StepContext } from './step-context.ts';

/** The abort signals of one run's workflow, for all steps of the run in this process. */
export class RunSignals {
  readonly #decode: (payload: Payload) => unknown;
  /** Most runs have none. */
  #controllers: Map<number, AbortController> | null = null;

  /** @param decode Reads the reason of an abort. */
  constructor(decode: (payload: Payload) => unknown) {
    this.#decode = decode;
  }

  /**
   * Makes a step's copy of signal number `signal`, aborted if the original is. Each step gets a copy of its own, so
   * that its listeners go with the step.
   */
  open(signal: number): AbortSignal {
    return AbortSignal.any([this.#controllerOf(signal).signal]);
  }

  /** The abort of signal number `signal` is durable: steps that have it see it now, later ones when they get it. */
  abort(signal: number, reason: Payload): void {
    this.#controllerOf(signal).abort(this.#read(reason));
  }

  #controllerOf(signal: number): AbortController {
    this.#controllers ??= new Map();
    const controller = this.#controllers.get(signal) ?? new AbortController();
    this.#controllers.set(signal, controller);
    return controller;
  }

  /** A reason whose class is missing here must not keep a step from being aborted. */
  #read(reason: Payload): unknown {
    try {
      return this.#decode(reason);
    } catch (error) {
      return error;
    }
  }
}

/** The references that signals were made from, so that steps can pass them on. */
const origins = new WeakMap<AbortSignal, SignalReference>();

/**
 * How the codec of the host stores signals and makes them anew. Outside of its run nobody hears of a signal's abort.
 */
export const hostSignals: SignalReferences = {
  toReference(signal) {
    const origin = origins.get(signal);
    if (origin) return origin;
    const outside = nameSignal(signal);
    return outside === null ? null : { outside };
  },
  fromReference(reference) {
    const signal = findSignal(reference) ?? new AbortController().signal;
    origins.set(signal, reference);
    return signal;
  },
};

/** A context made by another version of this package may have no signals. */
function findSignal(reference: SignalReference): AbortSignal | undefined {
  if ('outside' in reference) return undefined;
  const { run, signal } = reference;
  const context: (Omit<StepContext, 'signals'> & Partial<StepContext>) | undefined = stepContext.getStore();
  return context?.runId === run ? context.signals?.open(signal) : undefined;
}
