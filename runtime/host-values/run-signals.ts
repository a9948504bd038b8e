/** The abort signals of one run's workflow, as the steps that this process runs for it have them. */
import type { Payload } from '../journal/events.ts';

export class RunSignals {
  readonly #decode: (payload: Payload) => unknown;
  readonly #controllers = new Map<number, AbortController>();

  /** @param decode Reads the reason of an abort. */
  constructor(decode: (payload: Payload) => unknown) {
    this.#decode = decode;
  }

  /**
   * What a step gets for signal number `signal`, aborted if that has been. A signal of its own, so that its listeners go
   * with the step.
   */
  open(signal: number): AbortSignal {
    return AbortSignal.any([this.#controllerOf(signal).signal]);
  }

  /** The abort of signal number `signal` is durable: steps that have it see it now, later ones when they get it. */
  abort(signal: number, reason: Payload): void {
    this.#controllerOf(signal).abort(this.#read(reason));
  }

  #controllerOf(signal: number): AbortController {
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
