/**
 * The world around the processes: it starts runs, sends what their hooks wait for, cancels them and reads their
 * streams.
 */
import type { RunInput } from '../../runtime/api/connection.ts';
import { WorkflowError } from '../../runtime/contract/errors.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { encodeValue } from '../../runtime/host-values/host-codec.ts';
import type { JournalEvent, Payload } from '../../runtime/journal/events.ts';
import { toStreamName } from '../../runtime/values/stream-reference.ts';
import type { Chunk, InboxContent } from '../../runtime/world/world.ts';
import type { ProcessSlot } from './process-slot.ts';
import { readProgram } from './journal-facts.ts';
import { PROGRAM_WORKFLOW } from './program-workflow.ts';
import type { Random } from './random.ts';
import type { SimulatedProcess, Surroundings } from './simulated-process.ts';
import type { OutsideAction, PlannedRun, SimulationPlan } from './simulation-plan.ts';
import type { StoreModel } from './store-model.ts';
import { StreamReader } from './stream-reader.ts';

/** How often somebody looks whether a hook waits for something. */
const LOOK_MS = 500;
/** When no process is there to start a run it is tried again after this time. */
const AGAIN_MS = 200;

/** A payload that was sent to a hook. No two are the same. */
export interface SentPayload {
  payload: Payload;
  /** `unknown`: nobody was told, because a process died or the store did not answer. */
  outcome: 'accepted' | 'refused' | 'unknown';
}

export interface ReadStream {
  runId: RunId;
  stream: string;
  from: number;
  chunks: Chunk[];
}

export interface OutsideOptions {
  plan: SimulationPlan;
  surroundings: Surroundings;
  model: StoreModel;
  slots: readonly ProcessSlot[];
  /** A process without runs and without faults. */
  client: SimulatedProcess;
  random: Random;
}

export class Outside {
  readonly #options: OutsideOptions;
  /** Actions that are not done yet. */
  #pending = 0;
  readonly payloads: SentPayload[] = [];
  /** Runs whose start was confirmed. */
  readonly started: RunId[] = [];
  /** The ends that were told to those who waited for them. */
  readonly ends = new Map<RunId, JournalEvent | null>();
  /** Chunks that were read of streams that have come to their end. */
  readonly reads: ReadStream[] = [];

  constructor(options: OutsideOptions) {
    this.#options = options;
  }

  /** Nothing is planned any more, and everybody who waited for something has got it. */
  get isDone(): boolean {
    return this.#pending === 0;
  }

  begin(): void {
    const { plan } = this.#options;
    for (const run of plan.runs) this.#later(run.atMs, () => this.#start(run));
    for (const action of plan.actions) this.#later(action.atMs, () => this.#act(action));
    this.#lookForHooks();
  }

  /** The run with this tag, once the store has it. */
  find(tag: string): RunId | null {
    for (const run of this.#options.model.runs.values()) {
      if (readProgram(run).input === tag) return run.runId;
    }
    return null;
  }

  #later(delayMs: number, act: () => Promise<void>): void {
    this.#pending += 1;
    this.#options.surroundings.scheduler.after(delayMs, () => {
      this.#pending -= 1;
      void this.#doTask(act);
    });
  }

  async #doTask(act: () => Promise<void>): Promise<void> {
    this.#pending += 1;
    try {
      await act();
    } catch (error) {
      // When something has gone wrong, all that is under way is broken off.
      if (this.#options.client.life.isAlive) this.#options.surroundings.report(`outside: ${String(error)}`);
    }
    this.#pending -= 1;
  }

  /** Whether the run was started shows in the store: a process may die before it has told. */
  async #start(run: PlannedRun): Promise<void> {
    const process = this.#options.slots[run.slot]!.process;
    if (!process || process.life.hangs) {
      this.#later(AGAIN_MS, () => this.#start(run));
      return;
    }
    const { surroundings } = this.#options;
    surroundings.trace.add(process.life.name, 'starts', run.tag);
    const payload = await encodeValue([run.tag, run.program, ...run.next], 'args');
    process.connection.createRun(toRunInput(run, payload, process.clock.now())).then(
      (runId) => this.#onStarted(process, runId),
      (error: unknown) => {
        surroundings.trace.add(process.life.name, 'could not start', run.tag, [error]);
        if (!mayFail(error)) surroundings.report(`${run.tag} could not be started: ${String(error)}`);
      },
    );
  }

  #onStarted(process: SimulatedProcess, runId: RunId): void {
    this.started.push(runId);
    // The process that started it is told by its own engine, the client by the store.
    void this.#waitForEnd(process, runId);
    void this.#doTask(async () => {
      this.ends.set(runId, await this.#options.client.connection.watchers.waitForEnd(runId));
    });
  }

  async #waitForEnd({ connection }: SimulatedProcess, runId: RunId): Promise<void> {
    const end = await connection.watchers.waitForEnd(runId).catch(() => null);
    const expected = this.#options.model.runs.get(runId)?.journal.at(-1);
    if (end && end.type !== expected?.type)
      this.#options.surroundings.report(`${runId} was told to end with ${end.type}`);
  }

  async #act(action: OutsideAction): Promise<void> {
    const { plan, surroundings } = this.#options;
    const runId = this.find(plan.runs[action.run]!.tag);
    if (!runId) return;
    surroundings.trace.add('client', 'wants', action.kind, [action]);
    switch (action.kind) {
      case 'read':
        return await this.#read(runId, toStreamName(action.stream || undefined), action.from);
      case 'cancel':
        return await this.#send(runId, { type: 'cancel', reason: 'enough' });
      case 'label':
        return await this.#send(runId, { type: 'attributes', attributes: { label: action.label } });
      case 'wake':
        return await this.#send(runId, { type: 'wake' });
      case 'pause':
        await this.#send(runId, { type: 'pause' });
        this.#later(action.forMs, () => this.#send(runId, { type: 'resume' }));
    }
  }

  async #send(runId: RunId, content: InboxContent): Promise<void> {
    const { world, clock } = this.#options.client;
    await world.deliver(runId, content, clock.now());
  }

  async #read(runId: RunId, stream: string, from: number): Promise<void> {
    const { surroundings } = this.#options;
    const random = this.#options.random.fork(`reader of ${stream} of ${runId} from ${from}`);
    const pickProcess = (): SimulatedProcess => random.pick(this.#present.filter(({ life }) => !life.isEnding));
    const reader = new StreamReader({ runId, stream, from, pickProcess, mayFail, report: surroundings.report });
    this.reads.push({ runId, stream, from, chunks: await reader.read() });
  }

  /** The processes that answer, and the one without runs. */
  get #present(): SimulatedProcess[] {
    const { client, slots } = this.#options;
    return [client, ...slots.flatMap(({ process }) => (process && !process.life.hangs ? [process] : []))];
  }

  #lookForHooks(): void {
    const { model, random, surroundings } = this.#options;
    for (const token of model.tokens.held) {
      for (let burst = random.pick([0, 1, 1, 3]); burst > 0; burst--) {
        surroundings.scheduler.after(random.next() * LOOK_MS, () => void this.#sendPayload(token));
      }
    }
    surroundings.scheduler.after(LOOK_MS, () => this.#lookForHooks());
  }

  async #sendPayload(token: string): Promise<void> {
    const { random, surroundings } = this.#options;
    // By a process that may have the run, or by one that has none.
    const process = random.pick(this.#present);
    const payload = await encodeValue(this.payloads.length + 1, 'payload');
    const sent: SentPayload = { payload, outcome: 'unknown' };
    this.payloads.push(sent);
    surroundings.trace.add(process.life.name, 'hands over', token, [payload]);
    process.connection.deliverToHook(token, payload).then(
      ({ ok }) => (sent.outcome = ok ? 'accepted' : 'refused'),
      (error: unknown) => {
        if (!mayFail(error)) surroundings.report(`a payload for ${token} failed: ${String(error)}`);
      },
    );
  }
}

function toRunInput({ delayMs, timeoutMs, key }: PlannedRun, payload: Payload, now: number): RunInput {
  return {
    workflowId: PROGRAM_WORKFLOW,
    payload,
    ...(key && { key: key.name, onConflict: key.onConflict }),
    facts: { ...(delayMs !== null && { startAt: now + delayMs }), ...(timeoutMs !== null && { timeoutMs }) },
  };
}

/** A store may fail, and a process may be closed. */
const mayFail = (error: unknown): boolean =>
  WorkflowError.is(error) &&
  (error.code.startsWith('world_') || error.code === 'runtime_closed' || error.code === 'store_unavailable');
