/**
 * A ledger of the effects that the steps of a run and its children had, and of what the journals said at each of them.
 */
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import { parseStepId, type RunId } from '../../runtime/contract/ids.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import type { NewRun, RunCommit } from '../../runtime/world/world.ts';
import { NEVER, type ProcessLife } from './process-life.ts';

type Step = ((...args: any[]) => unknown) & { maxRetries?: number };

interface StepCall {
  /** The attempt that the journal allows to run. */
  attempt: number;
  isClosed: boolean;
  begins: number;
  /** Its attempt has begun, and what became of it is not in the journal. */
  isUnderWay: boolean;
}

/** Names a call in all performances of a workflow. */
type CallName = `call ${number} of run ${number}`;

export class EffectLedger {
  /** Effects that must not be. */
  readonly problems: string[] = [];
  /** In the order in which they were created, which is the same in all performances; their ids are not. */
  readonly #runs: RunId[] = [];
  readonly #calls = new Map<CallName, StepCall>();
  readonly #cutOff = new Map<CallName, number>();

  /** Attempts that began, by call. */
  get begins(): ReadonlyMap<CallName, number> {
    return new Map([...this.#calls].map(([call, { begins }]) => [call, begins]));
  }

  /** How many attempts of a call were under way when a process ended: so many more it may have. */
  get cutOff(): ReadonlyMap<CallName, number> {
    return this.#cutOff;
  }

  /** Takes note of what became durable. */
  noteApplied(method: string, args: readonly unknown[], answer: unknown): void {
    const isWrite = method === 'createRun' || method === 'commit';
    if (!isWrite || !(answer as { ok: boolean }).ok) return;
    const write = args[0] as NewRun | RunCommit;
    for (const { runId, events } of [write, ...(write.outbox?.runs ?? [])]) {
      for (const event of events) this.#noteEvent(runId, event);
    }
  }

  /** A process has ended, and its attempts with it. */
  noteDeath(): void {
    for (const [call, { isUnderWay }] of this.#calls) {
      if (isUnderWay) this.#cutOff.set(call, (this.#cutOff.get(call) ?? 0) + 1);
    }
  }

  /** The step, with two points in the life of its process: its attempt has begun, its attempt has finished. */
  observe(step: Step, life: ProcessLife): Step {
    const observed = async (...args: unknown[]): Promise<unknown> => {
      if (life.isOver) return await NEVER;
      const { stepId, attempt } = getStepMetadata();
      const { runId, call } = parseStepId(stepId)!;
      const name = this.#nameOf(runId, call);
      this.#noteBegin(name, attempt);
      if (!life.pass(`${name}, attempt ${attempt} has begun`)) return await NEVER;
      try {
        return await step(...args);
      } finally {
        if (!life.pass(`${name}, attempt ${attempt} has finished`)) await NEVER;
      }
    };
    return Object.assign(observed, step);
  }

  #nameOf(runId: RunId, call: number): CallName {
    if (!this.#runs.includes(runId)) this.#runs.push(runId);
    return `call ${call} of run ${this.#runs.indexOf(runId)}`;
  }

  #noteBegin(name: CallName, attempt: number): void {
    const known = this.#calls.get(name);
    if (!known) this.problems.push(`${name} began before it was in the journal`);
    else if (known.isClosed) this.problems.push(`${name} began again after its end was in the journal`);
    else if (known.attempt !== attempt)
      this.problems.push(`${name} began attempt ${attempt} where ${known.attempt} is next`);
    else if (known.isUnderWay) this.problems.push(`${name} began attempt ${attempt} twice`);
    if (!known) return;
    known.begins += 1;
    known.isUnderWay = true;
  }

  #noteEvent(runId: RunId, event: JournalEvent): void {
    if (event.type === 'run_cancel_requested') this.#closeAll(runId);
    if (!('call' in event)) return;
    const name = this.#nameOf(runId, event.call);
    if (event.type === 'step_created')
      this.#calls.set(name, { attempt: 1, isClosed: false, begins: 0, isUnderWay: false });
    const call = this.#calls.get(name);
    if (!call) return;
    if (event.type === 'step_completed' || event.type === 'step_failed') call.isClosed = true;
    if (event.type === 'step_retrying') call.attempt = event.attempt + 1;
    if (call.isClosed || event.type === 'step_retrying') call.isUnderWay = false;
  }

  /** After a cancel no step begins that was asked for before it. */
  #closeAll(runId: RunId): void {
    const ending = ` of run ${this.#runs.indexOf(runId)}`;
    for (const [name, call] of this.#calls) if (name.endsWith(ending)) call.isClosed = true;
  }
}
