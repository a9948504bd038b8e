/** A process that ends: its work is finished or handed over, and meanwhile it answers everybody. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunId } from '../../runtime/contract/ids.ts';
import { getRun, resumeHook, start } from '../../runtime/entries/api.ts';
import { StreamInterruptedError } from '../../runtime/entries/errors.ts';
import { createHandler, createWorld, type World } from '../../runtime/entries/runtime.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { type TestCode, workflowIdOf } from './build-from-functions.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';

/** Where steps wait until the test lets them go on, by name. */
class Gates {
  readonly begun: string[] = [];
  readonly #gates = new Map<string, PromiseWithResolvers<void>>();

  async pass(name: string): Promise<string> {
    this.begun.push(name);
    await this.#gate(name).promise;
    return name;
  }

  open(name: string): void {
    this.#gate(name).resolve();
  }

  #gate(name: string): PromiseWithResolvers<void> {
    const gate = this.#gates.get(name) ?? Promise.withResolvers<void>();
    this.#gates.set(name, gate);
    return gate;
  }
}

interface Place {
  /** The process that ends; calls of the API go through it. */
  ending: Harness;
  /** Starts another process on the same store. */
  startOther(): Promise<Harness>;
  gates: Gates;
  openWorld(): Promise<World>;
}

async function createPlace(options: Pick<HarnessOptions, 'env'> = {}): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'workflow-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const gates = new Gates();
  const code: TestCode = {
    workflows: {
      work: async ({ step }, ...names: string[]) => {
        const done: unknown[] = [];
        for (const name of names) done.push(await step('pass')(name));
        return done;
      },
      listen: async ({ createHook, step }, token: string) => {
        const payload = await createHook({ token });
        return await step('pass')(`heard ${String(payload)}`);
      },
      answer: async ({ createWebhook, createHook }) => {
        await createWebhook({ respondWith: 'manual' });
        await createHook();
      },
      publish: async ({ step }) => await step('write')(),
    },
    steps: {
      pass: (name: string) => gates.pass(name),
      write: async () => {
        const writer = getWritable().getWriter();
        await writer.write('one');
        await writer.write('two');
        await gates.pass('three');
        await writer.write('three');
      },
    },
  };
  const openWorld = (): Promise<World> => createWorld({ kind: 'sqlite', dataDir });
  const begin = async (env = {}): Promise<Harness> => await createHarness(code, { world: await openWorld(), env });
  return { ending: await begin(options.env), startOther: begin, gates, openWorld };
}

describe('while the steps of an ending process finish', () => {
  it('runs that wait, and runs that are started, go on in another process at once', async () => {
    const { ending, startOther, gates } = await createPlace();
    const busy = await ending.start('work', 'long');
    const waiting = await ending.start('listen', 'bell');
    await ending.untilEvent(waiting, 'hook_created');
    await expect.poll(() => gates.begun).toEqual(['long']);
    const drained = ending.runtime.drain();
    const fresh = await ending.start('work', 'short');
    expect(await fresh.status).toBe('pending');
    await resumeHook('bell', 'ding');
    expect(gates.begun).toEqual(['long']);
    for (const name of ['short', 'heard ding']) gates.open(name);
    await startOther();
    await expect(getRun(fresh.runId).returnValue).resolves.toEqual(['short']);
    await expect(getRun(waiting.runId).returnValue).resolves.toBe('heard ding');
    expect(await busy.status).toBe('running');
    gates.open('long');
    await drained;
    await expect(getRun(busy.runId).returnValue).resolves.toEqual(['long']);
    expect(gates.begun.filter((name) => name === 'long')).toEqual(['long']);
  });

  it('a run is handed over as soon as its own step is over', async () => {
    const { ending, startOther, gates } = await createPlace();
    await ending.start('work', 'long');
    const run = await ending.start('work', 'first', 'second');
    await expect.poll(() => gates.begun.toSorted()).toEqual(['first', 'long']);
    const drained = ending.runtime.drain();
    await startOther();
    gates.open('second');
    gates.open('first');
    await expect(getRun(run.runId).returnValue).resolves.toEqual(['first', 'second']);
    expect(gates.begun.toSorted()).toEqual(['first', 'long', 'second']);
    gates.open('long');
    await drained;
  });

  it('results are waited for and streams are read until the end, which says where to go on', async () => {
    const { ending, gates } = await createPlace();
    const run = await ending.start('publish');
    const other = await start({ workflowId: workflowIdOf('work') }, ['never']);
    await expect.poll(() => gates.begun.toSorted()).toEqual(['never', 'three']);
    const reader = run.readable.getReader();
    const unread = other.getReadable({ startIndex: 0 }).getReader();
    expect(await reader.read()).toEqual({ done: false, value: 'one' });
    const waiting = [other.returnValue, unread.read()];
    const drained = ending.runtime.drain();
    expect(await reader.read()).toEqual({ done: false, value: 'two' });
    gates.open('three');
    expect(await reader.read()).toEqual({ done: false, value: 'three' });
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    await expect(run.returnValue).resolves.toBeUndefined();
    expect(await Promise.race([...waiting, Promise.resolve('nothing yet')])).toBe('nothing yet');
    gates.open('never');
    await expect(waiting[0]).resolves.toEqual(['never']);
    await drained;
    await expect(waiting[1]).resolves.toEqual({ done: true, value: undefined });
  });
});

describe('when the time of an ending process is up', () => {
  it('a step is cut off, runs again elsewhere, and readers go on there with the next chunk', async () => {
    const { ending, startOther, gates } = await createPlace({ env: { WORKFLOW_DRAIN_MS: '20' } });
    const run = await ending.start('publish');
    await expect.poll(() => gates.begun).toEqual(['three']);
    const reader = run.readable.getReader();
    for (const value of ['one', 'two']) expect(await reader.read()).toEqual({ done: false, value });
    const rest = reader.read();
    const result = run.returnValue;
    await Promise.allSettled([ending.runtime.drain(), rest, result]);
    await expect(result).rejects.toMatchObject({ code: 'runtime_closed' });
    const { nextIndex } = await rest.then(
      () => expect.unreachable(),
      (error: unknown) => error as StreamInterruptedError,
    );
    await expect(rest).rejects.toThrow(StreamInterruptedError);
    expect(nextIndex).toBe(2);
    // Everything that does not wait is still answered.
    expect(await run.status).toBe('running');
    expect(await ending.world.readRun(run.runId as RunId)).toMatchObject({ owner: null });
    await ending.runtime.close();
    await expect(run.status).rejects.toMatchObject({ code: 'runtime_closed' });

    gates.open('three');
    await startOther();
    const chunks: unknown[] = [];
    for await (const chunk of getRun(run.runId).getReadable({ startIndex: nextIndex })) chunks.push(chunk);
    expect(chunks).toEqual(['three']);
  });
});

describe('a webhook call that waits for the answer of its run', () => {
  it('gets 202 when the process ends before: its payload is durable, and a repetition would be another one', async () => {
    const { ending } = await createPlace();
    const run = await ending.start('answer');
    const opened = (await ending.untilEvent(run, 'hook_created')).find(({ type }) => type === 'hook_created');
    const { token } = opened as { token: string };
    const url = `http://localhost/.well-known/workflow/v1/webhook/${token}`;
    const answered = createHandler()(new Request(url, { method: 'POST' }));
    await ending.untilEvent(run, 'hook_received');
    await ending.runtime.drain();
    expect((await answered).status).toBe(202);
  });
});

describe('a process that has ended', () => {
  it('can be started again, also while it still ends', async () => {
    const { ending, gates, openWorld } = await createPlace();
    const run = await ending.start('work', 'first', 'second');
    await expect.poll(() => gates.begun).toEqual(['first']);
    const closed = ending.runtime.close();
    ending.runtime.setWorld(await openWorld());
    const started = ending.runtime.start();
    gates.open('first');
    gates.open('second');
    await Promise.all([closed, started]);
    await expect(run.returnValue).resolves.toEqual(['first', 'second']);
    expect(gates.begun).toEqual(['first', 'second']);
  });
});
