/**
 * The interface between compiled code and the runtime. The compiler's views import these names from
 * `workflow/internal/compiled`: {@link CompiledHost} where steps and the application run, {@link CompiledSandbox} in
 * the workflow view, where that module exports the properties of `__workflow__`, the second parameter of every bundle.
 */
import type { LoadStepsOptions, RegisteredStep, StepFunction, StepsModule } from './build.ts';
import type { Layer } from './layers.ts';

type AnyFunction = (...args: never[]) => unknown;

/**
 * The key (of `Symbol.for`) of the global map in which the views of the host leave classes that may be classes of
 * errors, by id, where there are no layers. They need no import for that, so files that browsers get as well stay fit
 * for them.
 */
export const ERROR_CLASSES = 'workflow.application-errors';

/** The functions that register what a module holds when it is loaded, and find it. */
export type Registry = Pick<
  CompiledHost,
  'markWorkflow' | 'registerStep' | 'registerClosure' | 'registerClass' | 'loadStepFiles'
>;

/** The key (of `Symbol.for`) of the host's {@link CompiledSandbox.isInstanceOf}, for the same files. */
export const IS_INSTANCE_OF = 'workflow.is-instance-of';

/** The key (of `Symbol.for`) of the root of the project, in processes that compile what they load. */
export const REGISTERED_ROOT = 'workflow.registered-root';

/** A file with steps, for messages, and the ids of its steps. */
export interface StepFile {
  file: string;
  stepNames: readonly string[];
}

/** A file with steps or classes of values, and how it is evaluated. */
export interface StepSource extends StepFile {
  load(): Promise<unknown>;
}

/** The files of one build. */
export interface StepList {
  /** Changes with the code of the steps. */
  version: string;
  files: readonly StepSource[];
  /** Imports the steps of files that the application does not have as they are. Default: it has all. */
  apart?: () => Promise<StepsModule>;
  /** Whether the application has some of those files in the form of before an edit. Default: false. */
  isAhead?: boolean;
}

/** The functions for the views of the host. */
export interface CompiledHost {
  /** Body of a workflow function outside the sandbox: throws "use start()". */
  calledDirectly(workflowId: string): never;
  /** Sets `fn.workflowId`, which is what `start(fn)` reads; returns `fn`. */
  markWorkflow<Fn extends AnyFunction>(workflowId: string, fn: Fn): Fn;
  /**
   * Registers `fn`, and every function that its `bind` makes, as a step that can be passed as a value; returns `fn`.
   * @param capture Returns the captured values of a nested step, by name; called when the function is passed.
   */
  markStep<Fn extends AnyFunction>(stepName: string, fn: Fn, capture?: () => Record<string, unknown> | undefined): Fn;
  /**
   * Registers the function of a step, when its file is loaded, and marks it as {@link markStep} does; returns `fn`.
   * @param self The `this` of a call that brings none: the class of a static member.
   * @param holder The function that has the options of the step. Default: `fn`.
   */
  registerStep<Fn extends StepFunction>(stepName: string, fn: Fn, self?: unknown, holder?: StepFunction): Fn;
  /** Registers a nested step. @param create Gets the captured values and returns the function. */
  registerClosure(stepName: string, create: (captured: Record<string, unknown>) => StepFunction): void;
  /** Tells how a bundled application loads its files with steps: they are part of its bundle. */
  provideStepFiles(list: StepList): void;
  /**
   * Loads the files with steps as the application does, so that both have the same modules. Files that cannot be loaded
   * in that way, because Node does not know their syntax, are taken from the step bundle; so are all where nothing
   * compiles what the process loads, and the application was not bundled with this list.
   * @param loadBundle `null`: the list is part of the application's bundle, and so are the files.
   */
  loadStepFiles(
    list: StepList,
    loadBundle: (() => Promise<StepsModule>) | null,
    options?: LoadStepsOptions,
  ): Promise<Map<string, RegisteredStep>>;
  /**
   * Adds the steps of files that are part of other graphs of modules; returns `steps`.
   * @param steps Those of `loadStepFiles`. @param parts Each with the list of a graph.
   */
  addSteps(
    steps: Map<string, RegisteredStep>,
    parts: readonly { files: readonly StepFile[]; load(): Promise<StepsModule> }[],
    options?: LoadStepsOptions,
  ): Promise<Map<string, RegisteredStep>>;
  /**
   * Loads a package that steps import. When that fails, it resolves to a module whose exports throw
   * `step_package_broken` where they are used, and the log says so.
   * @param names The exports that are used.
   */
  loadPackage(specifier: string, names: readonly string[], load: () => Promise<object>): Promise<object>;
  /**
   * The same for a file of the project that leads to a package with a binary. Its exports throw `step_module_broken`.
   * @param file Its path from the project root.
   */
  loadFile(file: string, names: readonly string[], load: () => Promise<object>): Promise<object>;
  /** The address of a file that the build took from beside the source of a step. @param base64 Its content. */
  embeddedFile(name: string, base64: string): URL;
  /**
   * Registers a class with the serialisation symbols, so that its instances can be passed.
   * @param name Of the class in the source, for one that a bundler took it from, because no code names the class.
   */
  registerClass(classId: string, cls: object, name?: string): void;
  /** The functions for the modules of a layer. Those of this interface are for all others. */
  registryOf(layer: Layer): Registry;
}

/** The functions for the workflow view. */
export interface CompiledSandbox {
  /**
   * Registers the workflow with the run that evaluates the bundle and sets `fn.workflowId`; returns `fn`.
   * @param self The `this` of a static method.
   * @param selfName As for {@link CompiledHost.registerClass}.
   */
  registerWorkflow<Fn extends AnyFunction>(workflowId: string, fn: Fn, self?: object, selfName?: string): Fn;
  /** Like {@link CompiledHost.registerClass}, for the run that evaluates the bundle. */
  registerClass(classId: string, cls: object, name?: string): void;
  /** Makes a class known that may be one of errors, so that errors which come from outside are of it; returns it. */
  registerError<Class>(classId: string, cls: Class): Class;
  /** `value instanceof cls`, for classes of packages: also true for errors of the class that come from outside. */
  isInstanceOf(value: unknown, cls: new (...args: never[]) => unknown): boolean;
  /**
   * The function that stands for a step: calling it asks the runtime for the step and returns a promise of its result.
   * Options such as `maxRetries` are read from `target` (default: the proxy itself) at each call.
   * @param capture Returns the captured values of a nested step, by name.
   * @param target The function that the user sees, if it is not the proxy (a declaration keeps its own function).
   * @param takesThis The step uses `this`, which is then passed by value.
   * @param length How many parameters the function has, as its `length` says it. Default: 0.
   */
  stepProxy(
    stepName: string,
    capture?: () => Record<string, unknown> | undefined,
    target?: AnyFunction,
    takesThis?: boolean,
    length?: number,
  ): StepFunction;
}
