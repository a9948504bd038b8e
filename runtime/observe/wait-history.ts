/** The sleeps of a run, read from its journal. Pure. */
import type { JournalEvent } from '../journal/events.ts';
import { OpenCalls } from './open-calls.ts';

/** The status of a sleep. `abandoned`: the run continued or ended before the sleep was over. */
export type WaitStatus = 'pending' | 'completed' | 'abandoned';

/** The state of one sleep. */
export interface WaitRecord {
  /** Seq of the event that created it. */
  seq: number;
  call: number;
  status: WaitStatus;
  createdAt: number;
  dueAt: number;
  /** Earlier than `dueAt` when it was woken up. */
  completedAt: number | null;
}

/** Reads the sleeps in their order. `journal` may begin anywhere: only sleeps that it creates are included. */
export function readWaits(journal: Iterable<JournalEvent>): WaitRecord[] {
  const waits: WaitRecord[] = [];
  const open = new OpenCalls<WaitRecord>();
  for (const event of journal) {
    if (event.type === 'wait_created') {
      const { seq, call, at: createdAt, dueAt } = event;
      waits.push(open.open(call, { seq, call, status: 'pending', createdAt, dueAt, completedAt: null }));
      continue;
    }
    const wait = open.find(event);
    if (wait && event.type === 'wait_completed') {
      wait.status = 'completed';
      wait.completedAt = event.at;
      open.close(wait.call);
    }
    open.abandonBy(event, (call) => {
      call.status = 'abandoned';
    });
  }
  return waits;
}
