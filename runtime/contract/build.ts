/**
 * What a build hands to the runtime. The compiler makes it, the runtime reads it; neither imports the other.
 */
import type { BuildId, StepName, WorkflowId } from './ids.ts';
import type { StepOptions } from './step-options.ts';
import type { WorkflowGraph } from './workflow-graph.ts';

/** A workflow bundle: one self-contained script, see `compiled.ts` for the form its code has. */
export interface WorkflowBundle {
  /** Content hash of `code`. */
  buildId: BuildId;
  /**
   * JavaScript of one expression: a function of `(globalThis, __workflow__)` that returns `{ load }`,
   * where `load[workflowId]()` evaluates the module of that workflow (see {@link BundleExports}).
   */
  code: string;
  /** Source map (version 3, JSON text) of `code`; `null` when the build made none. */
  map: string | null;
}

/** What evaluating a bundle gives, once for each run. */
export interface BundleExports {
  /**
   * One loader for each workflow of the build. Awaiting it evaluates the modules the workflow needs; while they are
   * evaluated the workflow calls `__workflow__.registerWorkflow(id, fn)`.
   */
  load: Record<string, () => Promise<unknown>>;
}

/** A step as the step bundle registers it. */
export type RegisteredStep =
  | { kind: 'function'; fn: StepFunction }
  /** A nested step: `create` gets the captured values and returns the function. */
  | { kind: 'closure'; create: (captured: Record<string, unknown>) => StepFunction };

export type StepFunction = ((...args: never[]) => unknown) & StepOptions;

/** Everything of one build that the runtime needs. */
export interface Build {
  bundle: WorkflowBundle;
  steps: ReadonlyMap<string, RegisteredStep>;
  manifest: Manifest;
}

/** `manifest.json`: what was found in which file. Paths are relative to the project root, with `/`. */
export interface Manifest {
  version: '1';
  buildId: BuildId;
  workflows: Record<string, Record<string, { workflowId: WorkflowId; graph: WorkflowGraph }>>;
  steps: Record<string, Record<string, { stepId: StepName }>>;
  classes: Record<string, Record<string, { classId: string }>>;
}
