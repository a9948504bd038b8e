/** A value that is larger than the limit is refused by name, before it costs more memory than the limit. */
import { describe, expect, it } from 'vitest';
import { resumeHook } from '../../runtime/entries/api.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';

const env = { WORKFLOW_VALUE_MB: '1' };
const MB = 2 ** 20;

/** A workflow that catches the error of its step. */
const stepThat = (give: () => unknown) => ({
  workflows: {
    main: async ({ step }: any) => await step('give')().catch(({ code, message }: any) => `${code} ${message}`),
  },
  steps: { give: async () => await give() },
});

describe('a result that is too large', () => {
  it.each([
    ['a text', () => 'x'.repeat(MB)],
    ['many texts', () => Array.from({ length: 20 }, () => 'x'.repeat(60_000))],
    ['many numbers', () => Array.from({ length: MB }, () => 1)],
    ['keys', () => Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${'k'.repeat(60_000)}${n}`, n]))],
    ['bytes', () => new Uint8Array(MB + 1)],
    ['bytes that are within the limit, but not as text', () => new Uint8Array(MB - 1_000)],
    [
      'a map',
      () =>
        new Map([
          ['key', new Date(0)],
          ['x', 'x'.repeat(MB)],
        ] as [string, unknown][]),
    ],
    ['a response', () => new Response('x'.repeat(MB))],
  ])('fails its step once and for all, by name: %s', async (_, give) => {
    let attempts = 0;
    const code = stepThat(() => {
      attempts += 1;
      return give();
    });
    const { start } = await createHarness(code, { env });
    await expect((await start('main')).returnValue).resolves.toMatch(
      /^value_too_large The result of step ".*give" is too large to be stored: more than 1 MB\. Fix: .*WORKFLOW_VALUE_MB/,
    );
    expect(attempts).toBe(1);
  });

  it('is taken no further apart than the limit reaches', async () => {
    let read = 0;
    const rows = Array.from({ length: 1_000 }, () => ({
      get text() {
        read += 1;
        return 'x'.repeat(100_000);
      },
    }));
    const { start } = await createHarness(
      stepThat(() => rows),
      { env },
    );
    await expect((await start('main')).returnValue).resolves.toMatch(/^value_too_large/);
    expect(read).toBeLessThan(20);
  });

  it('and one that is just small enough is stored', async () => {
    const { start } = await createHarness(
      stepThat(() => 'x'.repeat(MB - 20)),
      { env },
    );
    await expect((await start('main')).returnValue).resolves.toHaveLength(MB - 20);
  });
});

describe('whatever else is too large', () => {
  it('is refused where it is given: arguments and payloads', async () => {
    const code = { workflows: { main: async ({ createHook }: any) => await createHook({ token: 'payload' }) } };
    const { start, untilEvent } = await createHarness(code, { env });
    await expect(start('main', 'x'.repeat(MB))).rejects.toMatchObject({ code: 'value_too_large' });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    await expect(resumeHook('payload', 'x'.repeat(MB))).rejects.toMatchObject({ code: 'value_too_large' });
    await resumeHook('payload', 'small');
    await expect(run.returnValue).resolves.toBe('small');
  });

  it('is refused when a step writes it, and the chunks before it are stored', async () => {
    const code = stepThat(async () => {
      const writer = getWritable().getWriter();
      await writer.write('small');
      await writer.write('x'.repeat(MB));
    });
    const { start } = await createHarness(code, { env });
    const run = await start('main');
    await expect(run.returnValue).resolves.toMatch(/^value_too_large The chunk is too large/);
    const chunks: unknown[] = [];
    for await (const chunk of run.readable) chunks.push(chunk);
    expect(chunks).toEqual(['small']);
  });

  it.each([
    ['step', async ({ step }: any) => await step('take')('x'.repeat(2 ** 20))],
    ['result', async () => 'x'.repeat(2 ** 20)],
    [
      'chunk',
      async ({ getWritable }: any) =>
        await getWritable()
          .getWriter()
          .write('x'.repeat(2 ** 20)),
    ],
  ])('ends the run that asks for it: %s', async (_, main) => {
    let taken = 0;
    const code = { workflows: { main }, steps: { take: () => (taken += 1) } };
    const { start } = await createHarness(code, { env });
    const run = await start('main');
    await expect(run.returnValue).rejects.toMatchObject({
      cause: { code: 'value_too_large', message: expect.stringMatching(/^A value of .* is too large/) as string },
    });
    expect(taken).toBe(0);
  });
});
