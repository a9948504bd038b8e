/** Compares the active hooks of a journal with the hooks that the store finds by token. */
import type { RunId } from '../contract/ids.ts';
import type { JournalEvent } from '../journal/events.ts';
import { projectCommit } from '../journal/projection.ts';
import type { World } from '../world/world.ts';

/** A hook that journal and store disagree about. */
export interface HookProblem {
  /**
   * The store does not find an open hook by its token; or it still finds a closed hook, or one of a run that has ended.
   */
  code: 'hook_unregistered' | 'hook_left_registered';
  message: string;
}

/**
 * Finds the problems of one run. That no two hooks share a token follows: a token leads to one hook, and each open hook
 * must be found.
 */
export async function findHookProblems(
  world: World,
  { runId, journal }: { runId: RunId; journal: readonly JournalEvent[] },
): Promise<HookProblem[]> {
  const problems: HookProblem[] = [];
  const open = new Set(projectCommit(journal).openedHooks.map(({ call }) => call));
  for (const { call, token, once = false } of journal.filter((event) => event.type === 'hook_created')) {
    const found = await world.findHook(token);
    const isFound = found?.runId === runId && found.call === call;
    // Its payload frees the token before the run knows.
    const mayBeMissing = once && !isFound;
    if (open.has(call) === isFound || mayBeMissing) continue;
    problems.push(
      isFound
        ? { code: 'hook_left_registered', message: `has a closed hook (call ${call}) that its token still finds` }
        : { code: 'hook_unregistered', message: `has an open hook (call ${call}) that its token does not find` },
    );
  }
  return problems;
}
