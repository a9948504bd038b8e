/** Halts processes of tests where they are. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Stops a process, and returns when it stands still. The signal takes effect thread by thread: until then one of them
 * could still take the lock of a store, and hold up everybody who waits for it.
 */
export function haltProcess(child: ChildProcess): void {
  child.kill('SIGSTOP');
  while (child.pid !== undefined && !standsStill(child.pid));
}

/** Whether all threads of a process are stopped, or it is gone; `true` where the system does not tell. */
function standsStill(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const states = threads.map(
      (thread) => /\) (\w) /.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'))?.[1],
    );
    return states.every((state) => state !== undefined && 'TtZX'.includes(state));
  } catch {
    return true;
  }
}
