/** A store that fails under a running application. */
import { describe, expect, it, vi } from 'vitest';
import { createHandler, createWorld } from '../../runtime/entries/runtime.ts';
import type { World } from '../../runtime/world/world.ts';
import { WAIT } from '../time-limits.ts';
import { createHarness } from './harness.ts';

/** A World whose calls fail while `broken` is set: what a full disk looks like from above. */
function makeBreakable(world: World): World & { broken: boolean } {
  const state = { broken: false };
  return new Proxy(world as World & { broken: boolean }, {
    get(target, name) {
      if (name === 'broken') return state.broken;
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (state.broken && name !== 'close') return Promise.reject(new Error('no space left'));
        return Reflect.apply(value, target, args) as unknown;
      };
    },
    set(_target, _name, value: boolean) {
      state.broken = value;
      return true;
    },
  });
}

describe('while the store cannot be written', () => {
  it('a run waits, loses nothing, executes no step twice, and goes on afterwards', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const world = makeBreakable(await createWorld({ kind: 'memory' }));
    const executed: number[] = [];
    const { start } = await createHarness(
      {
        workflows: {
          main: async ({ step }) => {
            for (let i = 0; i < 3; i++) await step('work')(i);
            return 'done';
          },
        },
        steps: {
          work: (i: number) => {
            executed.push(i);
            if (i === 1) world.broken = true;
          },
        },
      },
      { world },
    );
    const run = await start('main');
    await vi.waitFor(() => expect(error).toHaveBeenCalledWith(expect.stringContaining('no space left')), WAIT);
    expect(executed).toEqual([0, 1]);
    world.broken = false;
    await expect(run.returnValue).resolves.toBe('done');
    expect(executed).toEqual([0, 1, 2]);
    error.mockRestore();
  });

  it('a suspended run is given back as soon as that is possible, and goes on', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const world = await createWorld({ kind: 'memory' });
    const { commit } = world;
    let refusals = 2;
    world.commit = async (request) => {
      if (request.release && refusals-- > 0) throw new Error('no space left');
      return await commit.call(world, request);
    };
    const { start } = await createHarness(
      {
        workflows: {
          main: async ({ sleep }) => {
            await sleep(1);
            return 'awake';
          },
        },
      },
      { world, env: { WORKFLOW_LIVE_RUNS: '0' } },
    );
    await expect((await start('main')).returnValue).resolves.toBe('awake');
    expect(error).toHaveBeenCalledTimes(2);
    error.mockRestore();
  });

  it('a start is refused, and senders of webhooks are told to come back', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const world = makeBreakable(await createWorld({ kind: 'memory' }));
    const { start } = await createHarness({ workflows: { main: async () => 1 } }, { world });
    world.broken = true;
    await expect(start('main')).rejects.toThrow('no space left');
    const response = await createHandler()(
      new Request('http://localhost/.well-known/workflow/v1/webhook/secret-token'),
    );
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(JSON.stringify(error.mock.calls)).not.toContain('secret-token');
    world.broken = false;
    expect((await world.listRuns({ limit: 10 })).runs).toEqual([]);
    error.mockRestore();
  });
});
