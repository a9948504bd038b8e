/** A caller of a store: carries out what it is asked for by calls of a World, and remembers the runs that it owns. */
import type { RunId, WorkerId } from '../../runtime/contract/ids.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import type {
  CommitOutcome,
  CreateOutcome,
  HookDelivery,
  InboxContent,
  Receipt,
  World,
} from '../../runtime/world/world.ts';
import { NOW, toCommit, toNewRun, toRunId, type EventInput } from '../world/run-fixtures.ts';
import type { RegistryCall } from './registry-model.ts';

type Without<Call, Key extends string> = Call extends Call ? Omit<Call, Key> : never;
/** A call before the caller adds what it knows of the run. */
export type Request = Without<RegistryCall, 'epoch' | 'afterSeq'>;

/** Any World, also one in another process. */
export interface WorldCalls {
  call<Name extends Exclude<keyof World, 'kind' | 'subscribe'>>(
    method: Name,
    ...args: Parameters<World[Name]>
  ): ReturnType<World[Name]>;
}

export interface ClientOptions {
  store: WorldCalls;
  workerId: WorkerId;
  /** Tells apart the runs, tokens and keys of histories that share a store. */
  history: number;
}

/** Calls that name what their caller knows of the run. */
const COMMITS: ReadonlySet<string> = new Set(['open', 'finish', 'label'] satisfies RegistryCall['kind'][]);
/** More runs than any history has. */
const RUNS_PER_HISTORY = 100;
/**
 * A caller that owns no run does not guess the epoch of one. A store reads a claimed run after the claim, so a caller
 * that knows the epoch before the claimer does could write in between.
 */
const NOBODYS_EPOCH = 2;

export class RegistryClient {
  readonly #options: ClientOptions;
  readonly #owned = new Map<string, { epoch: number; seq: number }>();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** The call that a request of this caller is: a commit names what it believes about the run. */
  complete(request: Request): RegistryCall {
    if (!('run' in request) || !COMMITS.has(request.kind)) return request as RegistryCall;
    const { epoch, seq } = this.#owned.get(request.run) ?? { epoch: NOBODYS_EPOCH, seq: 1 };
    return { ...request, epoch, afterSeq: seq } as RegistryCall;
  }

  /** Carries a call out; the answer is in the words of the model. */
  async carryOut(call: RegistryCall): Promise<unknown> {
    const { store, workerId } = this.#options;
    switch (call.kind) {
      case 'create':
        return this.#describe(await store.call('createRun', this.#toNewRun(call)));
      case 'claim': {
        const claimed = await store.call('claimRun', workerId, this.#runId(call.run));
        if (!claimed) return null;
        const { epoch, seq } = claimed.run;
        this.#owned.set(call.run, { epoch, seq });
        return { epoch, seq };
      }
      case 'open': {
        const event: EventInput = { type: 'hook_created', at: NOW, call: call.afterSeq, token: this.#word(call.token) };
        return await this.#commit(call, event);
      }
      case 'finish':
        return await this.#commit(call, { type: 'run_completed', at: NOW, payload: '[42]' });
      case 'label': {
        const attributes = { [this.#word('label')]: call.label };
        return await this.#commit(call, { type: 'attributes_changed', at: NOW, attributes });
      }
      case 'askLabel': {
        const content: InboxContent = { type: 'attributes', attributes: { label: call.label } };
        return this.#describeDelivery(await store.call('deliver', this.#runId(call.run), content, NOW));
      }
      case 'findLabel': {
        const attributes = { [this.#word('label')]: call.label };
        const { runs } = await store.call('listRuns', { attributes, limit: RUNS_PER_HISTORY });
        return runs.map(({ runId }) => this.#nameOf(runId) ?? '').toSorted((a, b) => a.localeCompare(b));
      }
      case 'send':
        return this.#describeDelivery(
          await store.call('deliverToHook', this.#word(call.token), call.payload, NOW, {
            receipt: this.#toReceipt(call),
          }),
        );
      case 'cancel':
        return this.#describeDelivery(await store.call('deliver', this.#runId(call.run), { type: 'cancel' }, NOW));
      case 'findHook':
        return this.#nameOf((await store.call('findHook', this.#word(call.token)))?.runId ?? null);
      case 'readInbox':
        return (await store.call('readInbox', this.#runId(call.run))).map(({ content }) => textOf(content));
    }
  }

  async #commit({ run, epoch, afterSeq }: { run: string; epoch: number; afterSeq: number }, event: EventInput) {
    const commit = toCommit({ runId: this.#runId(run), epoch, afterSeq, events: [event] });
    const outcome = await this.#options.store.call('commit', commit);
    if (outcome.ok) this.#owned.set(run, { epoch, seq: afterSeq + 1 });
    return this.#describe(outcome);
  }

  #toNewRun({ run, token, key, takesKeyFrom }: Extract<RegistryCall, { kind: 'create' }>) {
    const hooks: EventInput[] =
      token === null ? [] : [{ type: 'hook_created', at: NOW, call: 0, token: this.#word(token) }];
    const newRun = toNewRun({ runId: this.#runId(run), events: hooks });
    if (key === null) return newRun;
    const [created, ...rest] = newRun.events;
    const events = [{ ...created, key: this.#word(key) } as JournalEvent, ...rest];
    return { ...newRun, events, takesKeyFrom: takesKeyFrom === null ? null : this.#runId(takesKeyFrom) };
  }

  #describe(outcome: CreateOutcome | CommitOutcome): unknown {
    if (outcome.ok) return 'ok';
    if (outcome.reason === 'tokens_taken') return `token of ${this.#nameOf(outcome.conflicts[0]!.heldBy)}`;
    if (outcome.reason === 'key_taken') return `key of ${this.#nameOf(outcome.heldBy)}`;
    return outcome.reason;
  }

  #toReceipt({ id, payload }: Extract<RegistryCall, { kind: 'send' }>): Receipt | undefined {
    return id === null ? undefined : { id: this.#word(id), digest: payload, reply: null, replyStream: null };
  }

  #describeDelivery(outcome: HookDelivery): unknown {
    if (!outcome.ok && outcome.reason === 'repeated') {
      return `again ${this.#nameOf(outcome.runId)} ${outcome.receipt.digest}`;
    }
    return outcome.ok ? `${this.#nameOf(outcome.runId)} #${outcome.message.n}` : outcome.reason;
  }

  /** Runs are called `r0`, `r1`, … */
  #runId(name: string): RunId {
    return toRunId(this.#options.history * RUNS_PER_HISTORY + Number(name.slice(1)));
  }

  #nameOf(runId: RunId | null): string | null {
    return runId && `r${Number(runId.slice('wrun_'.length)) % RUNS_PER_HISTORY}`;
  }

  #word(name: string): string {
    return `${name} of history ${this.#options.history}`;
  }
}

function textOf(content: InboxContent): string {
  if (content.type === 'attributes') return String(content.attributes['label']);
  return content.type === 'hook' ? content.payload : content.type;
}
