/**
 * Abort signals of a workflow as values. A signal that is passed gets a number in its run. A later abort becomes a
 * command, so that a replay asks for it at the same place and the engine can abort the copies that steps have. Signals
 * of the application come with a name, by which the run is told of their abort.
 */
import type { SignalReference, SignalReferences } from '../values/codec-environment.ts';
import { requireScope, type RunScope } from './run-scope.ts';

/** Asks for the abort of the copies of signal number `signal`. `payload`: the encoded reason. */
export type AnnounceAbort = (signal: number, payload: string) => void;

interface SignalsOptions {
  encodeReason(reason: unknown): string;
  announce: AnnounceAbort;
}

/** The signals that each run has passed, by number. */
const signalsOf = new WeakMap<RunScope, AbortSignal[]>();
/** The controllers of the signals that each run got from outside, by name. */
const outsideOf = new WeakMap<RunScope, Map<string, AbortController>>();
/** The references of copies of other runs' signals. */
const origins = new WeakMap<AbortSignal, SignalReference>();

/** Translates signals of the current run to references and back. */
export function createWorkflowSignals({ encodeReason, announce }: SignalsOptions): SignalReferences {
  function numberOf(signal: AbortSignal, scope: RunScope): number {
    const signals = signalsOf.get(scope) ?? [];
    signalsOf.set(scope, signals);
    const known = signals.indexOf(signal);
    if (known >= 0) return known;
    const number = signals.push(signal) - 1;
    // A dependent signal gets the abort whatever the listeners of user code do.
    AbortSignal.any([signal]).addEventListener('abort', () => announce(number, encodeReason(signal.reason)));
    return number;
  }

  return {
    toReference(signal) {
      const scope = requireScope();
      return origins.get(signal) ?? { run: scope.identity.runId, signal: numberOf(signal, scope) };
    },
    fromReference(reference) {
      const scope = requireScope();
      if ('outside' in reference) return controllerOf(scope, reference.outside).signal;
      const own = reference.run === scope.identity.runId ? signalsOf.get(scope)?.[reference.signal] : undefined;
      if (own !== undefined) return own;
      const { signal } = new AbortController();
      origins.set(signal, reference);
      return signal;
    },
  };
}

/** The abort may come before the signal is decoded, such as one in the payload of a hook that nobody awaits yet. */
function controllerOf(scope: RunScope, name: string): AbortController {
  const controllers = outsideOf.get(scope) ?? new Map<string, AbortController>();
  outsideOf.set(scope, controllers);
  const controller = controllers.get(name) ?? new AbortController();
  controllers.set(name, controller);
  return controller;
}

/** A signal that the current run got from outside is aborted there. */
export function abortOutsideSignal(name: string, reason: unknown): void {
  controllerOf(requireScope(), name).abort(reason);
}
