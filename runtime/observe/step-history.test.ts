import { describe, expect, it } from 'vitest';
import type { JournalEvent, Unplaced } from '../journal/events.ts';
import { readSteps } from './step-history.ts';
import { readWaits } from './wait-history.ts';

/** Numbers events from 1, one each millisecond. */
const toJournal = (...events: Unplaced[]): JournalEvent[] =>
  events.map((event, i) => ({ ...event, seq: i + 1, at: 1_000 + i }));

const called = (call: number): Unplaced => ({ type: 'step_created', call, name: 'step//a//b', payload: '{"json":[]}' });
const completed = (call: number, attempt = 1): Unplaced => ({
  type: 'step_completed',
  call,
  attempt,
  startedAt: 900,
  payload: '{"json":1}',
});

describe('the history of steps', () => {
  it('tells a step that waits for its next attempt from one that runs and one that is done', () => {
    const steps = readSteps(
      toJournal(
        called(0),
        called(1),
        called(2),
        { type: 'step_started', call: 1, attempt: 1 },
        { type: 'step_retrying', call: 0, attempt: 1, retryAt: 5_000, payload: '{"json":"boom"}' },
        completed(2),
      ),
    );
    expect(steps).toMatchObject([
      { call: 0, status: 'pending', attempt: 2, retryAt: 5_000, startedAt: null, error: '{"json":"boom"}' },
      { call: 1, status: 'running', attempt: 1, startedAt: 1_003 },
      { call: 2, status: 'completed', startedAt: 900, completedAt: 1_005, result: '{"json":1}' },
    ]);
  });

  it('counts attempts that were cut off apart from those that failed', () => {
    const [step] = readSteps(
      toJournal(
        called(0),
        { type: 'step_started', call: 0, attempt: 1 },
        { type: 'step_retrying', call: 0, attempt: 1, retryAt: 1_002 },
        completed(0, 2),
      ),
    );
    expect(step).toMatchObject({ status: 'completed', attempt: 2, interruptions: 1, error: null, retryAt: null });
  });

  it('keeps the last heartbeat', () => {
    const [step] = readSteps(
      toJournal(
        called(0),
        { type: 'step_heartbeat', call: 0, attempt: 1, payload: '{"json":10}' },
        { type: 'step_heartbeat', call: 0, attempt: 1, payload: '{"json":20}' },
      ),
    );
    expect(step!.heartbeat).toEqual({ at: 1_002, detail: '{"json":20}' });
  });

  it('gives up steps and sleeps whose result the run does not wait for any more', () => {
    const journal = toJournal(
      called(0),
      { type: 'wait_created', call: 1, dueAt: 9_000 },
      called(2),
      completed(2),
      { type: 'run_cancel_requested' },
      called(3),
      completed(3),
    );
    expect(readSteps(journal).map(({ status }) => status)).toEqual(['abandoned', 'completed', 'completed']);
    expect(readWaits(journal)).toMatchObject([{ status: 'abandoned', completedAt: null, dueAt: 9_000 }]);
  });

  it('reads a journal from anywhere, counting only what is asked for from there on', () => {
    const journal = toJournal(called(0), called(1), completed(0), completed(1));
    expect(readSteps(journal.slice(1)).map(({ call, status }) => [call, status])).toEqual([[1, 'completed']]);
  });
});
