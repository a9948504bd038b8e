/** Payloads for hooks whose runs are here: the way around the inbox of the store. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { RunId } from '../contract/ids.ts';
import type { HookCreated, Payload } from '../journal/events.ts';
import type { HookRecord, MessageOrigin } from '../world/world.ts';
import type { HookIndex } from './hook-index.ts';
import type { PayloadOutcome } from './own-payloads.ts';

/** The side of a run that takes payloads. */
export interface PayloadTaker {
  readonly runId: RunId;
  /** See `RunActor`. */
  takePayload(call: number, payload: Payload, origin: MessageOrigin): Promise<PayloadOutcome>;
}

/** Hands payloads to the runs of this worker. */
export class OwnHookDelivery<Keeper extends PayloadTaker> {
  readonly #hooks: HookIndex<Keeper>;
  readonly #draining: AbortSignal;
  /** Hooks that take one payload, which is on its way into the journal. */
  readonly #closing = new Map<string, Promise<unknown>>();

  /** @param draining Aborted when nothing new begins any more. */
  constructor(hooks: HookIndex<Keeper>, draining: AbortSignal) {
    this.#hooks = hooks;
    this.#draining = draining;
  }

  /** The hook with this token, if its run is here. */
  find(token: string): Pick<HookRecord, 'runId' | 'webhook'> | null {
    const hook = this.#hooks.find(token);
    return hook ? { runId: hook.keeper.runId, webhook: hook.created.webhook ?? null } : null;
  }

  /**
   * Hands a payload to a run that is here, in one commit with what the run does next. `null`: the run is not here, or
   * the store knows better; nothing has happened. Rejects when it is not known whether the payload is stored.
   */
  async deliver(token: string, payload: Payload, origin: MessageOrigin): Promise<RunId | null> {
    for (let closing; (closing = this.#closing.get(token));) await closing;
    const hook = this.#hooks.find(token);
    if (!hook || this.#draining.aborted) return null;
    const { keeper, created } = hook;
    const taking = keeper.takePayload(created.call, payload, origin);
    if (created.once) this.#closeOnce(keeper, created, taking);
    const outcome = await taking;
    if (outcome === 'unknown') throw runtimeError('store_unavailable', {});
    return outcome === 'durable' ? keeper.runId : null;
  }

  #closeOnce(keeper: Keeper, { call, token }: HookCreated, taking: Promise<unknown>): void {
    this.#closing.set(
      token,
      taking.finally(() => this.#closing.delete(token)),
    );
    this.#hooks.closeOnce(keeper, call);
  }
}
