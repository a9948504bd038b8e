/** Entry of the process that runs calls of workflows one after the other, in one way. */
import { pathToFileURL } from 'node:url';
import { showOnlyWhatIsPassed } from './show-value.ts';

/** A call of a workflow. */
export interface WorkflowCall {
  workflowId: string;
  args: unknown[];
  /** Those that its hooks get, in the order in which they are awaited. */
  payloads: unknown[];
}

/** The calls, and the code that runs them. */
export interface CallsToRun {
  calls: readonly WorkflowCall[];
  /** Absolute path of a folder with a build, or those of a bundle of plain code for each call. */
  code: { build: string } | { bundles: readonly string[] };
}

/** The deeds of a call as a text of many lines, or why it cannot be run in this way. */
export type CallReport = { text: string } | { why: string };

/** The reports, or why there are none. */
export type Answer = { reports: CallReport[] } | { failure: string };

type RunCall = (call: WorkflowCall, index: number) => Promise<CallReport>;

// Nobody is there any more who would read the reports.
process.once('disconnect', () => process.exit());
process.once('message', async (asked: CallsToRun) => {
  showOnlyWhatIsPassed();
  // A channel that is closed loses what it has not sent yet.
  process.send!(await answer(asked), () => process.exit());
});

async function answer({ calls, code }: CallsToRun): Promise<Answer> {
  try {
    const run = 'build' in code ? await openBuild(code.build) : await openBundles(code.bundles);
    const reports: CallReport[] = [];
    for (const [index, call] of calls.entries()) reports.push(await run(call, index));
    return { reports };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function openBuild(dir: string): Promise<RunCall> {
  const { followBuild, runCompiled } = await import('./compiled-code.ts');
  await followBuild(dir);
  return runCompiled;
}

async function openBundles(bundles: readonly string[]): Promise<RunCall> {
  const { runPlain } = await import('./plain-code.ts');
  // Promises that nobody looks at do not end runs either.
  process.on('unhandledRejection', () => {});
  return async (call, index) => {
    try {
      await import(pathToFileURL(bundles[index]!).href);
    } catch (error) {
      return { why: `Its modules cannot be loaded: ${String(error)}` };
    }
    return await runPlain(call);
  };
}
