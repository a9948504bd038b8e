/** Evaluates a workflow bundle with the least that its code needs; it asks for no runtime. */
import { runInNewContext } from 'node:vm';
import type { BundleExports, WorkflowBundle } from '../../src/runtime/contract/build.ts';

type Workflow = (...args: unknown[]) => Promise<unknown>;

export interface EvaluatedBundle {
  /** Ids of all workflows in the bundle. */
  workflowIds: string[];
  /** Evaluates what a workflow needs and gives its function. */
  load(workflowId: string): Promise<Workflow>;
}

/** One evaluation, as each run has one; a step answers with its name and arguments. */
export function evaluateBundle(bundle: WorkflowBundle): EvaluatedBundle {
  const registered = new Map<string, Workflow>();
  const runtime = {
    registerWorkflow(id: string, fn: Workflow) {
      registered.set(id, fn);
      return fn;
    },
    stepProxy:
      (step: string) =>
      async (...args: unknown[]) => ({ step, args }),
  };
  const instantiate = runInNewContext(bundle.code) as (realm: object, runtime: object) => BundleExports;
  const { load } = instantiate({}, runtime);
  return {
    workflowIds: Object.keys(load),
    async load(workflowId) {
      await load[workflowId]!();
      return registered.get(workflowId)!;
    },
  };
}
