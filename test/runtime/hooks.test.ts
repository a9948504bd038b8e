import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { getHookByToken, resumeHook } from '../../runtime/entries/api.ts';
import { HookNotFoundError } from '../../runtime/entries/errors.ts';
import { defineHook } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';

describe('hooks', () => {
  it('give the workflow what the outside sends', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: { main: async ({ createHook }) => await createHook({ token: 'order-1' }) },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    await expect(resumeHook('order-1', { approved: true })).resolves.toEqual({ runId: run.runId });
    await expect(run.returnValue).resolves.toEqual({ approved: true });
  });

  it('keep payloads that come before anybody awaits them, in order', async () => {
    const gate = Promise.withResolvers<void>();
    const { start, untilEvent } = await createHarness({
      workflows: {
        main: async ({ createHook, step }) => {
          const hook = createHook({ token: 'early' });
          await step('wait')();
          return [await hook, await hook, await hook];
        },
      },
      steps: { wait: () => gate.promise },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    for (const n of [1, 2, 3]) await resumeHook('early', n);
    gate.resolve();
    await expect(run.returnValue).resolves.toEqual([1, 2, 3]);
  });

  it('can be iterated, each payload once and in order of acceptance', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: {
        main: async ({ createHook }) => {
          const seen: number[] = [];
          for await (const n of createHook({ token: 'many' })) {
            seen.push(n as number);
            if (seen.length === 50) return seen;
          }
        },
      },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    for (const n of numbers) await resumeHook('many', n);
    await expect(run.returnValue).resolves.toEqual(numbers);
  });

  it('that take one payload take no second one, also when nobody has looked at the first', async () => {
    const gate = Promise.withResolvers<void>();
    const { start, untilEvent } = await createHarness({
      workflows: {
        main: async ({ createHook, step }) => {
          const hook = createHook<number>({ token: 'question', once: true });
          await step('wait')();
          const answers: number[] = [];
          for await (const answer of hook) answers.push(answer);
          return [answers, await hook.then(null, ({ code }) => code)];
        },
      },
      steps: { wait: () => gate.promise },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    const sent = await Promise.allSettled([1, 2, 3].map((n) => resumeHook('question', n)));
    const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toEqual([expect.any(HookNotFoundError), expect.any(HookNotFoundError)]);
    const answer = sent.findIndex(({ status }) => status === 'fulfilled') + 1;
    gate.resolve();
    await expect(run.returnValue).resolves.toEqual([[answer], 'hook_disposed']);
  });

  it('that take one payload free their token for another hook as soon as it has come', async () => {
    const { start, until } = await createHarness({
      workflows: {
        main: async ({ createHook }) => {
          const answers: unknown[] = [];
          for (let round = 0; round < 3; round += 1) answers.push(await createHook({ token: 'round', once: true }));
          return answers;
        },
      },
    });
    const run = await start('main');
    for (const round of [1, 2, 3]) {
      await until(run, (journal) => journal.filter(({ type }) => type === 'hook_created').length === round);
      await resumeHook('round', round);
    }
    await expect(run.returnValue).resolves.toEqual([1, 2, 3]);
  });

  it('have an unguessable token by default, another one each time', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: { main: async ({ createHook }) => await Promise.all([createHook(), createHook()]) },
    });
    const runs = [await start('main'), await start('main')];
    const tokens: string[] = [];
    for (const run of runs) {
      for (const event of await untilEvent(run, 'hook_created')) {
        if (event.type === 'hook_created') tokens.push(event.token);
      }
    }
    expect(new Set(tokens).size).toBe(4);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{22,}$/);
      await resumeHook(token, 'x');
    }
    await expect(runs[0]!.returnValue).resolves.toEqual(['x', 'x']);
  });

  it('never share a token: the second run is told who holds it', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: {
        main: async ({ createHook, HookConflictError }) => {
          const hook = createHook({ token: 'taken' });
          try {
            return await hook;
          } catch (error) {
            return [error instanceof HookConflictError, (error as { heldBy: string }).heldBy, await hook.getConflict()];
          }
        },
      },
    });
    const holder = await start('main');
    await untilEvent(holder, 'hook_created');
    const second = await start('main');
    await expect(second.returnValue).resolves.toEqual([true, holder.runId, { runId: holder.runId }]);
    await resumeHook('taken', 'for the first');
    await expect(holder.returnValue).resolves.toBe('for the first');
  });

  it('free their token when they are disposed and when their run ends', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ createHook, sleep }) => {
          const first = createHook({ token: 'again' });
          const before = await first.getConflict();
          first.dispose();
          await sleep(0);
          const second = createHook({ token: 'again' });
          return [before, await second.getConflict()];
        },
      },
    });
    await expect((await start('main')).returnValue).resolves.toEqual([null, null]);
    await expect((await start('main')).returnValue).resolves.toEqual([null, null]);
    await expect(resumeHook('again', 1)).rejects.toThrow(HookNotFoundError);
  });

  it('refuse a payload for a token that nobody waits for', async () => {
    await createHarness({ workflows: {} });
    await expect(resumeHook('nobody', 1)).rejects.toMatchObject({ name: 'HookNotFoundError', code: 'hook_not_found' });
    await expect(getHookByToken('nobody')).rejects.toThrow(HookNotFoundError);
  });

  it('tell the program that asked and the workflow behind it which token is unknown, but no log', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const error = await step('resume')().catch((thrown: unknown) => thrown);
          return [(error as Error).name, (error as HookNotFoundError).token];
        },
      },
      steps: {
        resume: Object.assign(async () => await resumeHook('order-7', 1), { maxRetries: 0 }),
      },
    });
    const error: unknown = await resumeHook('order-7', 1).catch((thrown: unknown) => thrown);
    expect(HookNotFoundError.is(error) && error.token).toBe('order-7');
    expect(inspect(error)).not.toContain('order-7');
    await expect((await start('main')).returnValue).resolves.toEqual(['HookNotFoundError', 'order-7']);
  });

  it('show their metadata to the outside', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: {
        main: async ({ createHook }) => await createHook({ token: 'meta', metadata: { for: new Date(5) } }),
      },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    await expect(getHookByToken('meta')).resolves.toMatchObject({
      runId: run.runId,
      token: 'meta',
      isWebhook: false,
      metadata: { for: new Date(5) },
    });
  });

  it('check payloads against a schema before they are accepted, naming the path of what does not fit', async () => {
    const approval = defineHook<{ amount: number }, { amount: number }>({
      schema: {
        '~standard': {
          validate: (value) =>
            typeof (value as { amount?: unknown }).amount === 'number'
              ? { value: value as { amount: number } }
              : { issues: [{ message: 'expected a number', path: ['amount'] }] },
        },
      },
    });
    const { start, untilEvent } = await createHarness({
      workflows: { main: async ({ defineHook }) => await defineHook().create({ token: 'checked' }) },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    await expect(approval.resume('checked', { amount: 'many' } as never)).rejects.toMatchObject({
      code: 'hook_payload_invalid',
      message: expect.stringContaining('amount: expected a number'),
    });
    await approval.resume('checked', { amount: 3 });
    await expect(run.returnValue).resolves.toEqual({ amount: 3 });
  });

  it('say where they belong when they are opened outside a workflow', () => {
    expect(() => defineHook().create()).toThrow(/createHook\(\) was called outside a workflow/);
  });
});
