/** Names of step calls: `resize.label = (image) => image.name`. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { getRun, listSteps } from '../../runtime/entries/api.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { useClosure } from './closure-steps.ts';
import { createHarness } from './harness.ts';

/** Captures the warnings of one kind, as a person reads them. */
function catchWarnings(): string[] {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const lines: string[] = [];
  warn.mockImplementation((line: string) => {
    if (line.includes('The label of step')) lines.push(line);
  });
  return lines;
}

const labelsOf = async (runId: string): Promise<(string | null)[]> =>
  (await listSteps(runId)).steps.map(({ label }) => label);

const eventsWithLabel = (journal: JournalEvent[]): string[] =>
  journal.flatMap((event) => ('label' in event ? [event.type] : []));

it('a fan-out has a name for each call, in the list of steps and in the journal', async () => {
  const { start } = await createHarness({
    workflows: {
      main: async ({ step }) => {
        const images = [{ name: 'cat.png' }, { name: 'dog.png' }];
        return await Promise.all([...images.map((image) => step('resize')(image)), step('plain')()]);
      },
    },
    steps: {
      resize: Object.assign(() => 'small', { label: (image: { name: string }) => image.name }),
      plain: () => 'plain',
    },
  });
  const run = await start('main');
  await expect(run.returnValue).resolves.toEqual(['small', 'small', 'plain']);
  await expect(labelsOf(run.runId)).resolves.toEqual(['cat.png', 'dog.png', null]);
  const entries = await getRun(run.runId).journal();
  const ends = entries.filter(({ type }) => type === 'step_completed');
  expect(new Set(ends.map(({ details }) => details['label']))).toEqual(new Set(['cat.png', 'dog.png', undefined]));
});

it('a long attempt has its name while it runs, and the journal keeps it once', async () => {
  const gate = Promise.withResolvers<string>();
  const { start, untilEvent, journal } = await createHarness({
    workflows: { main: async ({ step }) => await step('slow')('cat.png') },
    steps: { slow: Object.assign(() => gate.promise, { label: (name: string) => name }) },
  });
  const run = await start('main');
  await untilEvent(run, 'step_started');
  await expect(labelsOf(run.runId)).resolves.toEqual(['cat.png']);
  gate.resolve('done');
  await run.returnValue;
  expect(eventsWithLabel(await journal(run))).toEqual(['step_started']);
  await expect(labelsOf(run.runId)).resolves.toEqual(['cat.png']);
});

it('attempts that fail have it, too', async () => {
  const { start, journal } = await createHarness({
    workflows: { main: async ({ step }) => await step('decline')(7).catch(() => 'caught') },
    steps: {
      decline: Object.assign(
        () => {
          throw new RangeError('declined');
        },
        { maxRetries: 1, label: (card: number) => `card ${card}` },
      ),
    },
  });
  const run = await start('main');
  await expect(run.returnValue).resolves.toBe('caught');
  expect(eventsWithLabel(await journal(run))).toEqual(['step_retrying', 'step_failed']);
  await expect(labelsOf(run.runId)).resolves.toEqual(['card 7']);
});

it('a long name is cut between characters, credentials in it are masked, and an empty one is none', async () => {
  const { start } = await createHarness({
    workflows: {
      main: async ({ step }, names: string[]) => {
        for (const name of names) await step('work')(name);
      },
    },
    steps: { work: Object.assign(() => {}, { label: (name: string) => name }) },
  });
  const run = await start('main', [
    '😀'.repeat(101),
    'postgres://ann:hush@db/orders',
    '',
    '!altered:k1',
    'a\u0000\ud800',
  ]);
  await run.returnValue;
  const [long, address, ...others] = await labelsOf(run.runId);
  expect(long).toBe('😀'.repeat(100));
  expect(address).toMatch(/^postgres:\/\/ann:.*@db\/orders$/);
  expect(address).not.toContain('hush');
  expect(others).toEqual([null, '!altered:k1', 'a\u0000\ufffd']);
});

it('a label that throws or gives no text is told once, and the step goes on', async () => {
  const warnings = catchWarnings();
  const { start } = await createHarness({
    workflows: {
      main: async ({ step }) => [
        await step('throws')(null),
        await step('throws')(null),
        await step('number')(),
        await step('later')(),
      ],
    },
    steps: {
      throws: Object.assign(() => 1, { label: (image: { name: string }) => image.name }),
      number: Object.assign(() => 2, { label: () => 5 as unknown as string }),
      later: Object.assign(() => 3, { label: () => Promise.reject(new Error('late')) as unknown as string }),
    },
  });
  const run = await start('main');
  await expect(run.returnValue).resolves.toEqual([1, 1, 2, 3]);
  await expect(labelsOf(run.runId)).resolves.toEqual([null, null, null, null]);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^\[workflow\] The label of step "throws" failed.*\n {2}TypeError: Cannot read .* \(.*step-labels.test.ts:\d+:\d+\)$/,
    ),
    expect.stringContaining('The option "label" of the step "number" is a function that returned number.'),
    expect.stringContaining('The option "label" of the step "later" is a function that returned a promise.'),
  ]);
});

it('a label inside a workflow is told, because it cannot run where the step runs', async () => {
  const warnings = catchWarnings();
  const harness = await createHarness({
    workflows: { main: async ({ step }) => await Object.assign(step('nested'), { label: () => 'mine' })() },
    steps: {},
  });
  await useClosure(harness, 'nested', () => () => 'done');
  const run = await harness.start('main');
  await expect(run.returnValue).resolves.toBe('done');
  await expect(labelsOf(run.runId)).resolves.toEqual([null]);
  expect(warnings).toEqual([expect.stringContaining('is a function inside a workflow.')]);
});

it('a label that is no function is refused where the workflow calls the step', async () => {
  const { start } = await createHarness({
    workflows: {
      main: async ({ step }) =>
        await Object.assign(step('noop'), { label: 'cat.png' })().catch((error: Error) => error.message),
    },
    steps: { noop: () => {} },
  });
  await expect((await start('main')).returnValue).resolves.toContain(
    'The option "label" of the step "noop" is "cat.png". Fix: set it to a function (...args) => string.',
  );
});
