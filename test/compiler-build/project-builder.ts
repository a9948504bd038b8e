/** Builds of test projects into their folder `.workflow`. */
import { type Builder, createBuilder } from '../../compiler/build/builder.ts';
import type { WorkflowBundle } from '../../runtime/contract/build.ts';
import { tryBundle } from '../../runtime/entries/try-bundle.ts';
import type { TempProject } from './temp-project.ts';

export function builderOf(project: TempProject): Builder {
  return createBuilder({
    rootDir: project.dir,
    outDir: '.workflow',
    tryBundle: (bundle) => tryBundle(bundle, { nowMs: 0, timeoutMs: 1000 }),
  });
}

/** The workflow bundle that was written, as a server loads it. */
export function readBundle(project: TempProject): Promise<WorkflowBundle> {
  return project.run(`import { bundle } from './.workflow/workflows.mjs'; console.log(JSON.stringify(bundle))`);
}
