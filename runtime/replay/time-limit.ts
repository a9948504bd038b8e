/** Ends code that does not end by itself. */
import vm from 'node:vm';

const CODE = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
const callScript = new vm.Script('work()');

type Caller = vm.Context & { work: (() => void) | null };

/** V8 stops all that is called from there, in whichever realm. Made at the first call. */
let context: Caller | null = null;

/**
 * Does work that calls code in realms, and stops it when it takes longer. It costs a thread, so the work should be many
 * calls. The realm is of no use after it was stopped.
 * @param limitMs 0: no limit.
 * @returns Whether the work came to its end.
 */
export function doWithin(limitMs: number, work: () => void): boolean {
  if (limitMs === 0) {
    work();
    return true;
  }
  context ??= vm.createContext(vm.constants.DONT_CONTEXTIFY) as Caller;
  context.work = work;
  try {
    callScript.runInContext(context, { timeout: limitMs });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === CODE) return false;
    throw error;
  } finally {
    context.work = null;
  }
}
