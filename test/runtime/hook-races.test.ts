import { describe, expect, it } from 'vitest';
import { resumeWebhook } from '../../runtime/entries/api.ts';
import type { OutcomeEvent } from '../../runtime/journal/events.ts';
import { createHarness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';
import { begin, openRealm, openRun, resultOf, STARTED_AT } from './sandbox-run.ts';

/** The sleep with this call is over, or the hook with this call gets a payload. */
type Happening = { sleep: number } | { hook: number; gets: unknown };

/**
 * Plays a workflow in which these things happen, one after the other.
 * @param body Sees `hook`, which is call 0; its own calls count from 1.
 */
function play(body: string, happenings: readonly Happening[], behaviour?: number): unknown {
  const toolbox = 'const { createHook, sleep } = toolbox; const hook = createHook();';
  const sandbox = openRun(openRealm(`${toolbox} ${body}`), undefined, { behaviour });
  let commands = begin(sandbox);
  happenings.forEach((happening, i) => {
    const event = 'sleep' in happening ? { type: 'wait_completed', call: happening.sleep } : received(happening);
    commands = sandbox.deliver({ ...event, seq: 3 + i, at: STARTED_AT + i } as OutcomeEvent);
  });
  return resultOf(commands);
}

const received = ({ hook, gets }: { hook: number; gets: unknown }) => ({
  type: 'hook_received',
  call: hook,
  payload: JSON.stringify({ json: gets }),
});

/** Three rounds, each of which first waits for another sleep if the code is `busy`. */
const rounds = (race: string, { busy = false } = {}): string => `
  const seen = [];
  const iterator = hook[Symbol.asyncIterator]();
  const quiet = () => sleep('1m').then(() => 'quiet');
  for (let round = 0; round < 3; round++) {
    ${busy ? "await sleep('1s');" : ''}
    seen.push(await ${race});
  }
  return seen;`;

/** Ways to race the hook, and what they make of a payload. */
const RACES: Record<string, [race: string, of: (payload: string) => unknown]> = {
  hook: ['Promise.race([hook, quiet()])', (payload) => payload],
  'hook of a set': ['Promise.race(new Set([quiet(), hook]))', (payload) => payload],
  'hook that is first': ['Promise.any([hook, quiet()])', (payload) => payload],
  'step of an iterator': ['Promise.race([iterator.next(), quiet()])', (payload) => ({ done: false, value: payload })],
  'new iterator': [
    'Promise.race([hook[Symbol.asyncIterator]().next(), quiet()])',
    (payload) => ({ done: false, value: payload }),
  ],
};

describe.each(Object.entries(RACES))('a race of a %s that a sleep has won', (_, [race, of]) => {
  it('takes no payload from the next round', () => {
    const happenings = [{ sleep: 1 }, { sleep: 2 }, { hook: 0, gets: 'a' }];
    expect(play(rounds(race), happenings)).toEqual(['quiet', 'quiet', of('a')]);
  });

  it('takes no payload that comes between two rounds', () => {
    const lost = [{ sleep: 1 }, { sleep: 2 }];
    const won = [{ hook: 0, gets: 'a' }, { sleep: 3 }, { hook: 0, gets: 'b' }, { sleep: 5 }];
    expect(play(rounds(race, { busy: true }), [...lost, ...won])).toEqual(['quiet', of('a'), of('b')]);
  });
});

describe('a payload of a hook', () => {
  it('reaches all that wait for it, as the same value, and who waits later gets the next', () => {
    const body = `
      const both = Promise.all([hook, (async () => await hook)(), hook.then((value) => value)]);
      const [first, second, third] = await both;
      return [first, first === second, first === third, await hook];`;
    const payloads = [{ n: 1 }, { n: 2 }].map((gets) => ({ hook: 0, gets }));
    expect(play(body, payloads)).toEqual([{ n: 1 }, true, true, { n: 2 }]);
  });

  it('is there for the next await when a race took it that something else had won already', () => {
    const body = `
      await sleep('1m');
      const lost = await Promise.race([Promise.resolve('sooner'), hook]);
      const failed = await Promise.all([hook, Promise.reject(new Error('no'))]).catch(({ message }) => message);
      return [lost, failed, await hook, await hook];`;
    const happenings = [{ hook: 0, gets: 'a' }, { hook: 0, gets: 'b' }, { sleep: 1 }];
    expect(play(body, happenings)).toEqual(['sooner', 'no', 'a', 'b']);
  });

  it('that closes the hook is there as well', () => {
    const body = `
      const once = createHook({ once: true });
      await sleep('1m');
      const lost = await Promise.race([Promise.resolve('sooner'), once]);
      const seen = [];
      for await (const payload of once) seen.push(payload);
      return [lost, seen, await once.then(null, ({ code }) => code)];`;
    expect(play(body, [{ hook: 1, gets: 'a' }, { sleep: 2 }])).toEqual(['sooner', ['a'], 'hook_disposed']);
  });

  it('is not there twice when one of those that got it belongs to a call that fails', () => {
    const body = `
      const fails = Promise.all([hook, sleep('1m').then(() => Promise.reject(new Error('no')))]).catch(() => 'failed');
      const got = await hook;
      return [got, await fails, await hook];`;
    const happenings = [{ hook: 0, gets: 'a' }, { sleep: 1 }, { hook: 0, gets: 'b' }];
    expect(play(body, happenings)).toEqual(['a', 'failed', 'b']);
  });

  it('reaches the hook that it was sent to, among several in one race', () => {
    const body = `
      const other = createHook();
      const seen = [];
      for (let round = 0; round < 4; round++) seen.push(await Promise.race([hook, other]));
      return seen;`;
    const happenings = [
      { hook: 0, gets: 'a' },
      { hook: 0, gets: 'b' },
      { hook: 1, gets: 'c' },
      { hook: 1, gets: 'd' },
    ];
    expect(play(body, happenings)).toEqual(['a', 'b', 'c', 'd']);
    const late = `const other = createHook(); await sleep('1m'); return [await Promise.race([hook, other]), await other];`;
    const both = [
      { hook: 0, gets: 'a' },
      { hook: 1, gets: 'c' },
    ];
    expect(play(late, [...both, { sleep: 2 }])).toEqual(['a', 'c']);
  });

  it('reaches the code that raced what next() gave, in whatever round it comes', () => {
    const lost = [{ sleep: 1 }, { sleep: 2 }];
    const race = rounds('Promise.race([first, quiet()])', { busy: true });
    const body = `const first = hook[Symbol.asyncIterator]().next(); ${race}`;
    expect(play(body, [...lost, { hook: 0, gets: 'a' }, { sleep: 3 }, { sleep: 5 }])).toEqual([
      'quiet',
      { done: false, value: 'a' },
      { done: false, value: 'a' },
    ]);
  });

  it('ends a race as a native one would: with its errors, its class and its order', () => {
    const body = `
      class Own extends Promise {}
      const own = Own.race([hook, 1]);
      const errors = [];
      for (const bad of [undefined, 5, { *[Symbol.iterator]() { yield hook; throw new Error('broken'); } }]) {
        await Promise.race(bad).catch(({ message }) => errors.push(message));
      }
      return [own instanceof Own, await own, errors, Promise.race.name, Promise.all.length, await Promise.all([1, hook, 3])];`;
    expect(play(body, [{ hook: 0, gets: 2 }])).toEqual([
      true,
      1,
      [
        'undefined is not iterable (cannot read property Symbol(Symbol.iterator))',
        'number 5 is not iterable (cannot read property Symbol(Symbol.iterator))',
        'broken',
      ],
      'race',
      1,
      [1, 2, 3],
    ]);
  });
});

it('a run of before goes on as it began: its lost races keep the payloads', () => {
  const lost = [{ sleep: 1 }, { sleep: 2 }];
  const payloads = ['a', 'b', 'c'].map((gets) => ({ hook: 0, gets }));
  expect(play(rounds('Promise.race([hook, quiet()])'), [...lost, ...payloads], 4)).toEqual(['quiet', 'quiet', 'c']);
});

it('a webhook that is raced against a sleep answers every caller and loses nothing', async () => {
  const clock = new VirtualClock();
  const { start, untilEvent, until } = await createHarness(
    {
      workflows: {
        main: async ({ createWebhook, sleep }) => {
          const webhook = createWebhook();
          const seen: string[] = [webhook.token];
          while (seen.length < 4) {
            const request = await Promise.race([webhook, sleep('1m')]);
            seen.push(request ? await request.text() : 'quiet');
          }
          return seen;
        },
      },
    },
    { clock },
  );
  const run = await start('main');
  const events = await untilEvent(run, 'wait_created');
  const { token } = events.find((event) => event.type === 'hook_created')!;
  clock.advance(60_000);
  await until(run, (journal) => journal.filter(({ type }) => type === 'wait_created').length === 2);
  for (const body of ['a', 'b']) {
    const answer = await resumeWebhook(token, new Request('http://localhost', { method: 'POST', body }));
    expect(answer.status).toBe(202);
  }
  await expect(run.returnValue).resolves.toEqual([token, 'quiet', 'a', 'b']);
});
