/** A run that a test follows while it works: what it has shown so far, and what comes next. */
import { vi } from 'vitest';
import type { ModelServer } from '../../agent/testing/model-server.ts';
import type { Script } from '../../agent/testing/script.ts';
import type { StartOptions } from '../../runtime/entries/api.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { WAIT } from '../time-limits.ts';
import type { AgentSession, Chunk } from './agent-session.ts';
import { Gates } from './chat/scripted-agent.ts';

const SOON = { ...WAIT, interval: 10 };

/** The notes that steps of a project send to the test, and the gates that they wait at. */
export class Bench {
  readonly notes: unknown[] = [];
  readonly gates = new Gates();

  /** The first thing that a step told, as soon as it has. */
  noted(): Promise<unknown> {
    return vi.waitUntil(() => this.notes[0], SOON);
  }
}

/** A new one, which steps that run from now on see. */
export function layBench(): Bench {
  const bench = new Bench();
  Object.assign(globalThis, { agentBench: bench });
  return bench;
}

/** The arguments of a callback, in short. */
export type Told = { event: string } & Record<string, any>;

/** How a run ended. */
export interface Ending {
  result: any;
  error: any;
  chunks: Chunk[];
  /** The calls of the callbacks, one after the other. */
  told: Told[];
}

interface Waiting {
  fits(chunk: Chunk): boolean;
  resolve(chunk: Chunk): void;
  reject(error: Error): void;
}

/** The workflow to start, and the replies of the model. */
export interface AnswerPlan {
  script: Script;
  /** Default: `answer`. */
  workflow?: string;
  args?: unknown[];
  options?: StartOptions;
}

export class LiveAnswer {
  readonly models: ModelServer;
  readonly run: Awaited<ReturnType<AgentSession['project']['start']>>;
  readonly #session: AgentSession;
  readonly #chunks: Chunk[] = [];
  readonly #waiting = new Set<Waiting>();
  readonly #ending: Promise<Ending>;

  private constructor(session: AgentSession, models: ModelServer, run: LiveAnswer['run']) {
    this.#session = session;
    this.models = models;
    this.run = run;
    this.#ending = this.#follow();
    // Whoever waits for it hears of it.
    this.#ending.catch(() => {});
  }

  static async start(
    session: AgentSession,
    { script, workflow = 'answer', args = [], options = {} }: AnswerPlan,
  ): Promise<LiveAnswer> {
    const { api, workflowIdOf } = session.project;
    const models = await session.serve(script);
    const run = await api.start({ workflowId: workflowIdOf(workflow) }, args as never, options);
    return new LiveAnswer(session, models, run);
  }

  /** The first chunk that fits, as soon as it is there. */
  seen(wanted: string | ((chunk: Chunk) => boolean)): Promise<Chunk> {
    const fits = typeof wanted === 'string' ? ({ type }: Chunk): boolean => type === wanted : wanted;
    const known = this.#chunks.find(fits);
    if (known) return Promise.resolve(known);
    return new Promise((resolve, reject) => this.#waiting.add({ fits, resolve, reject }));
  }

  /** The first event of this type in the journal, as soon as it is there. */
  async happened(type: JournalEvent['type']): Promise<JournalEvent & Record<string, any>> {
    const { world } = this.#session.project;
    return await vi.waitUntil(async () => {
      const journal = await world.readJournal(this.run.runId as RunId);
      return journal.find((event) => event.type === type);
    }, SOON);
  }

  /** How the run ended, as soon as it has. */
  ended(): Promise<Ending> {
    return this.#ending;
  }

  async #follow(): Promise<Ending> {
    const value = this.run.returnValue.then(
      (result) => ({ result, error: undefined }),
      (error: unknown) => ({ result: undefined, error }),
    );
    for await (const chunk of this.run.readable as ReadableStream<Chunk>) this.#take(chunk);
    for (const { reject } of this.#waiting) reject(new Error('The run has ended without this chunk.'));
    const told = await readAll<Told>(this.run.getReadable({ namespace: 'told' }));
    return { ...(await value), chunks: this.#chunks, told };
  }

  #take(chunk: Chunk): void {
    this.#chunks.push(chunk);
    for (const waiting of this.#waiting) {
      if (!waiting.fits(chunk)) continue;
      this.#waiting.delete(waiting);
      waiting.resolve(chunk);
    }
  }
}

export async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Plays an answer to its end. */
export async function playAnswer(
  session: AgentSession,
  plan: AnswerPlan,
): Promise<Ending & Pick<LiveAnswer, 'models' | 'run'>> {
  const answer = await LiveAnswer.start(session, plan);
  const { models, run } = answer;
  return { ...(await answer.ended()), models, run };
}
