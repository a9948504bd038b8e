/** Evaluates a workflow bundle with the least that its code needs; it asks for no runtime. */
import { runInNewContext } from 'node:vm';
import type { BundleExports, WorkflowBundle } from '../../runtime/contract/build.ts';

type Workflow = (...args: unknown[]) => Promise<unknown>;

export interface EvaluatedBundle {
  /** Ids of all workflows in the bundle. */
  workflowIds: string[];
  /** Classes of the modules that were evaluated so far, by their ids. */
  classes: ReadonlyMap<string, object>;
  /** Classes of errors of these modules, by their ids. */
  errors: ReadonlyMap<string, unknown>;
  /** Evaluates what a workflow needs and gives its function. */
  load(workflowId: string): Promise<Workflow>;
}

/** One evaluation, as each run has one; a step answers with its name and arguments. */
export function evaluateBundle(bundle: WorkflowBundle): EvaluatedBundle {
  const classes = new Map<string, object>();
  const errors = new Map<string, unknown>();
  const registered = new Map<string, Workflow>();
  const runtime = {
    registerWorkflow(id: string, fn: Workflow) {
      registered.set(id, fn);
      return fn;
    },
    registerClass: (id: string, cls: object) => classes.set(id, cls),
    registerError(id: string, cls: unknown) {
      errors.set(id, cls);
      return cls;
    },
    stepProxy:
      (step: string) =>
      async (...args: unknown[]) => ({ step, args }),
  };
  const instantiate: (realm: object, runtime: object) => BundleExports = runInNewContext(bundle.code);
  const { load } = instantiate({}, runtime);
  return {
    classes,
    errors,
    workflowIds: Object.keys(load),
    async load(workflowId) {
      await load[workflowId]!();
      return registered.get(workflowId)!;
    },
  };
}
