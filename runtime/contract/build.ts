/**
 * The result of a build, as the runtime takes it. The compiler makes it; compiler and runtime do not import each other.
 */
import type { WorkflowError } from './errors.ts';
import type { BuildId, StepName, WorkflowId } from './ids.ts';
import type { CodeContract } from './code-contracts.ts';
import type { Layer } from './layers.ts';
import type { StepOptions } from './step-options.ts';
import type { WorkflowGraph } from './workflow-graph.ts';

/** A workflow bundle: one self-contained script. `compiled.ts` describes the form of its code. */
export interface WorkflowBundle {
  /** Content hash of `code`, and of the steps whose ids are a matter of order. */
  buildId: BuildId;
  /**
   * JavaScript of one expression: a function of `(globalThis, __workflow__)` that returns `{ load }`,
   * where `load[workflowId]()` evaluates the module of that workflow (see {@link BundleExports}).
   */
  code: string;
  /** Source map (version 3, JSON text) of `code`; `null` when the build made none. */
  map: string | null;
}

/** The result of evaluating a bundle, which happens once for each run. */
export interface BundleExports {
  /**
   * One loader for each workflow of the build. Awaiting it evaluates the modules the workflow needs; while they are
   * evaluated the workflow calls `__workflow__.registerWorkflow(id, fn)`.
   */
  load: Record<string, () => Promise<unknown>>;
}

/** A workflow whose modules throw while they load, or do not end. */
export interface LoadFailure {
  workflowId: string;
  /** The name and message of the error. */
  error: string;
  /** The places of its stack that have a source, the innermost first; lines and columns count from 1. */
  places: readonly { source: string; line: number; column: number }[];
}

/** A step, as its file registers it. */
export type RegisteredStep =
  | {
      kind: 'function';
      fn: StepFunction;
      /** The `this` of a call that brings none: the class of a static member. */
      self?: unknown;
      /** The function that has the options of the step. Default: `fn`. */
      holder?: StepFunction;
      /** Where its module was evaluated, if the application has layers. */
      layer?: Layer;
    }
  /** A nested step: `create` gets the captured values and returns the function. */
  | { kind: 'closure'; create: (captured: Record<string, unknown>) => StepFunction; layer?: Layer };

/** The function that answers a step call, or why none in this process may. */
export type FoundStep = { step: RegisteredStep; error: null } | { step: null; error: WorkflowError };

/** The function of a step, with its options as properties. */
export type StepFunction = ((...args: never[]) => unknown) & StepOptions;

/** How the steps of a build are loaded. */
export interface LoadStepsOptions {
  /**
   * Asked for each file that cannot be loaded, by its path from the project root. True: the loading rejects with the
   * error of the file. Default: never.
   */
  refuses?(file: string): boolean;
  /** The files that are loaded, by their paths from the project root. Default: all. */
  only?: ReadonlySet<string>;
  /**
   * Whether the steps are always those of the last evaluation of their file, for hosts that evaluate files again after
   * an edit. Default: false. A step bundle, which is evaluated as a whole, leaves it out of account.
   */
  isLive?: boolean;
  /**
   * Whether they are the steps of an older build, for its runs: nobody else gets instances of their classes. Default:
   * false.
   */
  isKept?: boolean;
}

/** The module of the step bundle. */
export interface StepsModule {
  /**
   * Loads the steps. A package or file that cannot be loaded fails only the steps that need it; the log says so.
   */
  loadSteps(options?: LoadStepsOptions): Promise<Map<string, RegisteredStep>>;
}

/** Everything of one build that the runtime needs. */
export interface Build {
  bundle: WorkflowBundle;
  steps: ReadonlyMap<string, RegisteredStep>;
  manifest: Manifest;
  /** Left out by hosts that bundle the steps into their server. */
  stepCode?: StepCode;
}

/** The step bundle as a text that the store can keep. */
export interface StepCode {
  read(): Promise<string>;
  /** Loads the steps of the step bundle of another build, as if it lay where this one does. */
  load(text: string): Promise<ReadonlyMap<string, RegisteredStep>>;
}

/** `manifest.json`: the workflows, steps and classes of each file. Paths are relative to the project root, with `/`. */
export interface Manifest {
  version: '1';
  /** The name of the package that was built; left out when it has none. */
  project?: string;
  buildId: BuildId;
  /** Compilers before contracts wrote only ids and graphs. */
  workflows: Record<string, Record<string, { workflowId: WorkflowId; graph: WorkflowGraph } & Partial<CodeContract>>>;
  /** Compilers before contracts wrote only the ids. */
  steps: Record<string, Record<string, { stepId: StepName } & Partial<CodeContract>>>;
  classes: Record<string, Record<string, { classId: string } & Partial<CodeContract>>>;
  /**
   * Classes of errors that steps may throw. Those without a contract only may be of errors: where files of the
   * application pass no compiler, it makes them known.
   */
  errors?: Record<string, Record<string, { classId: string } & Partial<CodeContract>>>;
  /**
   * The code that runs when a file loads in the application and in steps, but not in workflows, because it needs the
   * host. Left out when there is none.
   */
  leftOut?: Record<string, { line: number; reason: string }[]>;
  /**
   * The project's own files, besides those with directives, that the step bundle has a copy of, sorted: where steps run
   * in it, their state is not the one that the application sees. Left out when there is none.
   */
  stepCopies?: string[];
}
