import { describe, expect, it } from 'vitest';
import { getRun } from '../../runtime/api/run.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

const childIdOf = (journal: JournalEvent[]): string => {
  const event = journal.find(({ type }) => type === 'child_created');
  if (event?.type !== 'child_created') throw new Error('no child');
  return event.childId;
};

describe('a child run', () => {
  it('has a journal of its own, and its parent gets what it returns', async () => {
    const workflows: TestCode['workflows'] = {
      child: async ({ step }, n: number) => await step('double')(n),
      main: async ({ startChild }) => {
        const children = await Promise.all(
          [1, 2, 3].map((n) => startChild({ workflowId: 'workflow//./test//child' }, [n])),
        );
        return await Promise.all(children.map((child) => child.returnValue));
      },
    };
    const harness = await createHarness({ workflows, steps: { double: (n: number) => 2 * n } });
    const run = await harness.start('main');
    await expect(run.returnValue).resolves.toEqual([2, 4, 6]);
    const journal = await harness.journal(run);
    const child = getRun(childIdOf(journal));
    await expect(child.status).resolves.toBe('completed');
    expect((await harness.journal(child)).map(({ type }) => type)).toContain('step_completed');
    expect(journal.filter(({ type }) => type === 'child_completed')).toHaveLength(3);
  });

  it('that fails rejects its result with the error it threw', async () => {
    const harness = await createHarness({
      workflows: {
        child: async () => {
          throw new RangeError('too far');
        },
        main: async ({ startChild, globals }) => {
          const child = await startChild({ workflowId: 'workflow//./test//child' });
          return await child.returnValue.catch((error) => [
            error.name,
            error.runId === child.runId,
            error.cause instanceof globals.RangeError,
            error.cause.message,
          ]);
        },
      },
    });
    const run = await harness.start('main');
    await expect(run.returnValue).resolves.toEqual(['WorkflowRunFailedError', true, true, 'too far']);
  });

  it('is cancelled with its parent, unless it is detached', async () => {
    const harness = await createHarness({
      workflows: {
        child: async ({ createHook }, token: string) => await createHook({ token }),
        main: async ({ startChild }) => {
          const kept = await startChild({ workflowId: 'workflow//./test//child' }, ['kept'], { detached: true });
          const tied = await startChild({ workflowId: 'workflow//./test//child' }, ['tied']);
          await Promise.all([kept.returnValue, tied.returnValue]);
        },
      },
    });
    const run = await harness.start('main');
    const journal = await harness.until(
      run,
      (events) => events.filter(({ type }) => type === 'child_created').length === 2,
    );
    const [kept, tied] = journal.flatMap((event) => (event.type === 'child_created' ? [getRun(event.childId)] : []));
    await harness.untilEvent(kept!, 'hook_created');
    await run.cancel({ reason: 'enough' });
    await expect(run.returnValue).rejects.toMatchObject({ name: 'WorkflowRunCancelledError' });
    await expect(tied!.returnValue).rejects.toMatchObject({ message: expect.stringContaining('enough') });
    await harness.world.deliverToHook('kept', '["on"]', Date.now());
    await expect(kept!.returnValue).resolves.toBe('on');
  });

  it('can be cancelled by its parent, which sees that', async () => {
    const harness = await createHarness({
      workflows: {
        child: async ({ sleep }) => await sleep('1h'),
        main: async ({ startChild }) => {
          const child = await startChild({ workflowId: 'workflow//./test//child' });
          await child.cancel({ reason: 'not needed' });
          return await child.returnValue.catch((error) => [error.name, error.message]);
        },
      },
    });
    const run = await harness.start('main');
    await expect(run.returnValue).resolves.toEqual([
      'WorkflowRunCancelledError',
      expect.stringContaining('not needed'),
    ]);
  });

  it('that nobody awaits runs to its end', async () => {
    const harness = await createHarness({
      workflows: {
        child: async ({ sleep }) => {
          await sleep(1);
          return 'done';
        },
        main: async ({ startChild }) => (await startChild({ workflowId: 'workflow//./test//child' })).runId,
      },
    });
    const run = await harness.start('main');
    const childId = (await run.returnValue) as string;
    await expect(getRun(childId).returnValue).resolves.toBe('done');
  });

  it('refuses what is no workflow, and options that would not be repeatable', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ startChild }) =>
          await Promise.all([
            startChild(() => 1).catch((error) => error.code),
            startChild({ workflowId: 'workflow//./test//main' }, [], { id: 'x' } as never).catch((error) => error.code),
          ]),
      },
    });
    const run = await harness.start('main');
    await expect(run.returnValue).resolves.toEqual(['start_not_a_workflow', 'start_option_in_workflow']);
  });
});
