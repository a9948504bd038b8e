/** The sleeps of a run, read off its journal. Pure. */
import type { JournalEvent } from '../journal/events.ts';
import { OpenCalls } from './open-calls.ts';

/** `abandoned`: the run went on without its end, because it was cancelled, continued or had ended. */
export type WaitStatus = 'pending' | 'completed' | 'abandoned';

export interface WaitRecord {
  /** Seq of the event with which it was asked for. */
  seq: number;
  call: number;
  status: WaitStatus;
  createdAt: number;
  dueAt: number;
  /** Earlier than `dueAt` when it was woken up. */
  completedAt: number | null;
}

/** In the order of the calls. `journal` may begin anywhere: only waits that are asked for in it are counted. */
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
