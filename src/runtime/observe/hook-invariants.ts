/** Active hooks by the journal, against those that can be found by their token. */
import type { HookCreated } from '../journal/events.ts';
import { projectCommit } from '../journal/projection.ts';
import type { World } from '../world/world.ts';
import type { ReportProblem, RunSnapshot } from './store-invariants.ts';

/** That no two hooks share a token follows: a token leads to one hook only, and each open hook must be found. */
export async function findHookProblems(
  world: World,
  { run, journal }: RunSnapshot,
  report: ReportProblem,
): Promise<void> {
  const open = new Set(projectCommit(journal).openedHooks.map(({ call }) => call));
  for (const event of journal.filter((event): event is HookCreated => event.type === 'hook_created')) {
    const found = await world.findHook(event.token);
    const isFound = found?.runId === run.runId && found.call === event.call;
    if (open.has(event.call) && !isFound) {
      report('hook_unregistered', `waits at a hook (call ${event.call}) that its token does not lead to`);
    } else if (!open.has(event.call) && isFound) {
      report('hook_left_registered', `has closed a hook (call ${event.call}) that its token still leads to`);
    }
  }
}
