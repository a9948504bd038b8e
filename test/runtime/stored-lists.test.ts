/** Lists of a run whose values are stored once, however many steps get them. */
import { describe, expect, it } from 'vitest';
import { openStoredList } from '../../runtime/entries/agent.ts';
import { getRun, listSteps, listStreams } from '../../runtime/entries/api.ts';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import type { World } from '../../runtime/world/world.ts';
import { useClosure } from './closure-steps.ts';
import { createHarness } from './harness.ts';
import { startSecondOwner } from './step-second-owner.ts';
import { VirtualClock } from './virtual-clock.ts';

const LONG_TEXT = 'lorem ipsum '.repeat(1_000);

/** The inputs of steps as the journal holds them. */
const inputsOf = (journal: JournalEvent[]): string[] =>
  journal.flatMap((event) => (event.type === 'step_created' ? [event.payload] : []));

const readList = async (world: World, { runId }: { runId: string }, stream: string): Promise<unknown[]> =>
  (await world.readChunks(runId as RunId, stream, 0, 1_000)).chunks;

const steps = {
  echo: (...args: unknown[]) => args,
  join: (texts: string[]) => texts.join('|'),
};

describe('an array that a stored list gives', () => {
  it('arrives in a step as its values, while the journal holds a reference and the store each value once', async () => {
    const { start, journal, world } = await createHarness({
      workflows: {
        main: async ({ step, openStoredList: create }, text: string) => {
          const list = create<string>('texts');
          const indexes: number[] = [];
          const lengths: unknown[] = [];
          for (let round = 0; round < 5; round += 1) {
            indexes.push(list.add(text), list.add(`round ${round}`));
            const joined = (await step('join')(list.pick(indexes))) as string;
            lengths.push(joined.length);
          }
          return { lengths, length: list.length, indexes };
        },
      },
      steps,
    });
    const run = await start('main', LONG_TEXT);
    const lengths = [1, 2, 3, 4, 5].map((n) => n * (LONG_TEXT.length + 'round 0'.length + 2) - 1);
    const indexes = [0, 1, 0, 2, 0, 3, 0, 4, 0, 5];
    await expect(run.returnValue).resolves.toEqual({ lengths, length: 6, indexes });
    for (const input of inputsOf(await journal(run))) expect(input.length).toBeLessThan(150);
    await expect(readList(world, run, '$list:texts')).resolves.toHaveLength(6);
  });

  it('keeps every kind of value, also deep in arguments, and bound to a step', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, openStoredList: create, globals }) => {
          const list = create<unknown>('values');
          const values = [new Date(5), new Map([['key', [1n]]]), { deep: [undefined] }, 'text', 'text'];
          const picked = list.pick(values.map((value) => list.add(value)));
          const isSame = picked[0] instanceof globals.Date && Object.isFrozen(picked);
          const echo = step('echo').bind(undefined, picked) as (last: string) => Promise<unknown>;
          return [isSame, await step('echo')({ in: new Map([['deep', { picked }]]) }, picked), await echo('last')];
        },
      },
      steps,
    });
    const values = [new Date(5), new Map([['key', [1n]]]), { deep: [undefined] }, 'text', 'text'];
    await expect((await start('main')).returnValue).resolves.toEqual([
      true,
      [{ in: new Map([['deep', { picked: values }]]) }, values],
      [values, 'last'],
    ]);
  });

  it('can be captured by a nested step, also by one that is passed to another step', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ step, openStoredList: create, stepProxy }: any) => {
          const list = create('texts');
          const picked = list.pick([list.add('a'), list.add('b')]);
          const nested = stepProxy('step//./test//nested', () => ({ texts: picked }));
          return [await nested('c'), await step('call')(nested)];
        },
      },
      steps: { call: async (nested: (last: string) => Promise<string>) => await nested('d') },
    });
    await useClosure(
      harness,
      'nested',
      ({ texts }) =>
        (last: string) =>
          [...texts, last].join('|'),
    );
    await expect((await harness.start('main')).returnValue).resolves.toEqual(['a|b|c', 'a|b|d']);
  });

  it('is one of its own for every step, so that a step may change what it gets', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, openStoredList: create }) => {
          const list = create<{ n: number }>('values');
          const value = { n: 1 };
          const picked = list.pick([list.add(value)]);
          value.n = 2;
          const changed = [await step('change')(picked, picked), await step('change')(list.pick([0]), [])];
          return [changed, picked, list.add(value)];
        },
      },
      steps: {
        change: (values: { n: number }[], same: { n: number }[]) => {
          values[0]!.n += 10;
          values.push({ n: 100 });
          return [values, same];
        },
      },
    });
    const once = [{ n: 11 }, { n: 100 }];
    await expect((await start('main')).returnValue).resolves.toEqual([
      [
        [once, once],
        [once, []],
      ],
      [{ n: 1 }],
      1,
    ]);
  });

  it('crosses as its values to everything but steps: children, results, metadata, and what comes after continueAs()', async () => {
    const { start, journal } = await createHarness({
      workflows: {
        main: async ({ openStoredList: create, startChild, createHook, continueAs }, earlier?: string[]) => {
          const list = create<string>('texts');
          const picked = list.pick([list.add('a'), list.add('b')]);
          if (!earlier) return await continueAs([picked]);
          createHook({ token: 'asked', metadata: picked });
          const child = await startChild({ workflowId: 'workflow//./test//child' }, [list.pick([1])]);
          return { earlier, child: await child.returnValue, picked };
        },
        child: async ({ step }, texts: string[]) => [texts, await step('join')(texts)],
      },
      steps,
    });
    const run = await start('main');
    await expect(run.returnValue).resolves.toEqual({
      earlier: ['a', 'b'],
      child: [['b'], 'b'],
      picked: ['a', 'b'],
    });
    const hook = (await journal(run)).find(({ type }) => type === 'hook_created');
    expect(hook).toMatchObject({ payload: '{"json":["a","b"]}' });
  });

  it('can be returned by a step, as a plain array', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, openStoredList: create }) => {
          const list = create<string>('texts');
          const returned = (await step('echo')(list.pick([list.add('a'), list.add('b')]))) as [string[]];
          returned[0].push('c');
          return await step('join')(returned[0]);
        },
      },
      steps,
    });
    await expect((await start('main')).returnValue).resolves.toBe('a|b|c');
  });
});

describe('a stored list', () => {
  it('is the same for all who ask for its name, and another one after continueAs()', async () => {
    const { start, world } = await createHarness({
      workflows: {
        main: async ({ step, openStoredList: create, continueAs }, round: number, seen: unknown[]) => {
          const [one, same, other] = [create<string>('texts'), create<string>('texts'), create<string>('others')];
          const indexes = [one.add(`one ${round}`), same.add('two'), other.add(`other ${round}`), other.add('last')];
          seen.push(indexes, await step('join')(one.pick([0])), await step('join')(other.pick([1, 0])));
          return round === 2 ? seen : await continueAs([round + 1, seen]);
        },
      },
      steps,
    });
    const run = await start('main', 1, []);
    await expect(run.returnValue).resolves.toEqual([
      [0, 1, 0, 1],
      'one 1',
      'last|other 1',
      [0, 1, 0, 1],
      'one 2',
      'last|other 2',
    ]);
    await expect(readList(world, run, '$list:texts')).resolves.toEqual(['{"json":"one 1"}', '{"json":"two"}']);
    await expect(readList(world, run, '$list:others')).resolves.toHaveLength(2);
  });

  it('refuses an index that it does not have, and a value that cannot be stored', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ openStoredList: create }) => {
          const list = create<unknown>('values');
          const failures: string[] = [];
          for (const act of [() => list.pick([0]), () => list.add(() => {})]) {
            try {
              act();
            } catch (error) {
              failures.push(`${(error as Error).name} ${(error as { code?: string }).code}`);
            }
          }
          return [failures, list.length];
        },
      },
    });
    const failures = ['RangeError undefined', 'WorkflowError value_not_serializable'];
    await expect((await start('main')).returnValue).resolves.toEqual([failures, 0]);
  });

  it('is not among the streams that people see, and its values are shown where a step has them', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, openStoredList: create }) => {
          const list = create<string>('texts');
          return await step('join')(list.pick([list.add('a'), list.add('b')]));
        },
      },
      steps,
    });
    const { runId, returnValue } = await start('main');
    await returnValue;
    await expect(listStreams(runId)).resolves.toEqual([]);
    await expect(listSteps(runId, { values: true })).resolves.toMatchObject({ steps: [{ input: [['a', 'b']] }] });
    const entries = await getRun(runId).journal();
    expect(entries.find(({ type }) => type === 'step_created')!.readValue()).toEqual([['a', 'b']]);
  });

  it('exists in workflows only', () => {
    expect(() => openStoredList('texts')).toThrow(expect.objectContaining({ code: 'context_not_in_workflow' }));
  });
});

/** Controls a step that stalls in the first of two processes. */
const createStall = () => ({
  clock: new VirtualClock(),
  begun: Promise.withResolvers<void>(),
  stalled: Promise.withResolvers<void>(),
});

describe('a step that was given values of a list', () => {
  it('gets them again at each attempt, also in another process', async () => {
    const { clock, begun, stalled } = createStall();
    const code = {
      workflows: {
        main: async ({ step, openStoredList: create }: any) => {
          const list = create('texts');
          return await step('join')(list.pick([list.add('a'), list.add('b')]));
        },
      },
      steps: {
        join: async (texts: string[]) => {
          if (getStepMetadata().attempt === 2) return texts.join('|');
          begun.resolve();
          return await stalled.promise;
        },
      },
    };
    const first = await createHarness(code, { clock });
    const run = await first.start('main');
    await begun.promise;
    const second = await startSecondOwner(code, first, clock);
    const journal = await second.untilEvent(run, 'run_completed');
    expect(journal.at(-1)).toMatchObject({ payload: '{"json":"a|b"}' });
    stalled.resolve();
  });

  it('gets those of the copy in a copy of its run, also when the original is gone', async () => {
    const broken = { is: true };
    const { start, world } = await createHarness({
      workflows: {
        main: async ({ step, openStoredList: create }) => {
          const list = create<string>('texts');
          const joined = [await step('join')(list.pick([list.add('a'), list.add('b')]))];
          list.add('c');
          joined.push(await step('join')(list.pick([2, 1, 0])));
          return joined;
        },
      },
      steps: {
        join: Object.assign(
          (texts: string[]) => {
            if (broken.is && texts.length === 3) throw new Error('broken');
            return texts.join('|');
          },
          { maxRetries: 0 },
        ),
      },
    });
    const run = await start('main');
    await expect(run.returnValue).rejects.toThrow('broken');
    broken.is = false;
    const copy = await run.retry();
    await expect(copy.returnValue).resolves.toEqual(['a|b', 'c|b|a']);
    const fork = await copy.fork();
    await world.deleteRuns([run.runId as RunId, copy.runId as RunId]);
    await expect(fork.returnValue).resolves.toEqual(['a|b', 'c|b|a']);
    await expect(readList(world, fork, '$list:texts')).resolves.toHaveLength(3);
    await expect(listSteps(fork.runId, { values: true })).resolves.toMatchObject({
      steps: [{ input: [['a', 'b']] }, { input: [['c', 'b', 'a']] }],
    });
  });

  it('fails at once and says why when they are not in the store', async () => {
    const { clock, begun, stalled } = createStall();
    const attempts: number[] = [];
    const code = {
      workflows: {
        main: async ({ step, openStoredList: create }: any) => {
          const list = create('texts');
          return await step('join')(list.pick([list.add('a')])).catch(({ code: reason }: { code: string }) => reason);
        },
      },
      steps: {
        join: async () => {
          attempts.push(getStepMetadata().attempt);
          begun.resolve();
          await stalled.promise;
        },
      },
    };
    const first = await createHarness(code, { clock });
    const run = await first.start('main');
    await begun.promise;
    // The process that stored them need not read them.
    const second = await startSecondOwner(code, { ...first, world: withoutLists(first.world) }, clock);
    const journal = await second.untilEvent(run, 'run_completed');
    expect(journal.at(-1)).toMatchObject({ payload: '{"json":"value_stored_missing"}' });
    expect(attempts).toEqual([1]);
    stalled.resolve();
  });
});

/** A store that has lost what lists hold. */
const withoutLists = (world: World): World =>
  new Proxy(world, {
    get(target, name) {
      if (name === 'readChunks') return () => Promise.resolve({ chunks: [], nextIndex: 0, closed: false });
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
