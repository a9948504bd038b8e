import { describe, expect, it } from 'vitest';
import type { RunId, WorkflowId } from '../contract/ids.ts';
import type { JournalEvent } from '../journal/events.ts';
import { describeJournal } from './journal-entry.ts';

const runId = 'wrun_01J00000000000000000000000' as RunId;
const payload = '{"json":[]}';

describe('a journal for people', () => {
  it('never shows the seed of a run or the token of a hook', () => {
    const journal: JournalEvent[] = [
      { seq: 1, at: 1, type: 'run_created', workflowId: 'workflow//a//b' as WorkflowId, seed: 'SECRET', payload },
      { seq: 2, at: 2, type: 'hook_created', call: 0, token: 'SECRET', webhook: { mode: 'manual' } },
      { seq: 3, at: 3, type: 'hook_conflict', call: 0, token: 'SECRET', heldBy: 'wrun_other' },
    ];
    const shown = describeJournal(runId, journal);
    expect(JSON.stringify(shown)).not.toContain('SECRET');
    expect(shown.map(({ facts }) => facts.details)).toEqual([
      { workflowName: 'workflow//a//b' },
      { respondWith: 'manual' },
      { heldBy: 'wrun_other' },
    ]);
  });

  it('tells how much was written to which stream, and nothing of what it was', () => {
    const streamRunId = 'wrun_other' as RunId;
    const journal: JournalEvent[] = [
      { seq: 1, at: 1, type: 'stream_written', stream: 'default', chunks: 2, digest: 'DIGEST' },
      { seq: 2, at: 2, type: 'stream_written', stream: 'ns:log', streamRunId, chunks: 1, digest: 'DIGEST' },
      { seq: 3, at: 3, type: 'stream_closed', stream: 'ns:log' },
    ];
    expect(describeJournal(runId, journal).map(({ facts }) => facts.details)).toEqual([
      { chunks: 2 },
      { namespace: 'log', streamRunId, chunks: 1 },
      { namespace: 'log' },
    ]);
  });

  it('names the step with every event of its call', () => {
    const journal: JournalEvent[] = [
      { seq: 1, at: 1, type: 'step_created', call: 4, name: 'step//a//charge', payload },
      { seq: 2, at: 2, type: 'step_retrying', call: 4, attempt: 1, retryAt: 500, payload },
    ];
    expect(describeJournal(runId, journal)[1]!.facts).toEqual({
      seq: 2,
      type: 'step_retrying',
      at: new Date(2),
      correlationId: 'step_01J00000000000000000000000_4',
      stepName: 'step//a//charge',
      details: { attempt: 1, retryAt: new Date(500) },
    });
  });
});
