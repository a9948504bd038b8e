/**
 * The interface between compiled code and the runtime. The compiler's views import these names from
 * `workflow/internal/compiled`: {@link CompiledHost} where steps and the application run, {@link CompiledSandbox} in
 * the workflow view, where that module exports the properties of `__workflow__`, the second parameter of every bundle.
 */
import type { StepFunction } from './build.ts';

type AnyFunction = (...args: never[]) => unknown;

/** The functions for the client view and the step view. */
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
  /** Stands for an export of a package that could not be loaded: whoever uses it gets `step_package_broken`. */
  brokenPackage(facts: { name: string; reason: string }): unknown;
  /**
   * Registers a class of the application with the serialisation symbols, so that its instances can be passed. A process
   * may hold the file twice: then steps get instances of the class that {@link registerStepClass} was given.
   */
  registerClass(classId: string, cls: object): void;
  /** Registers the same class as the step view has it. */
  registerStepClass(classId: string, cls: object): void;
}

/** The functions for the workflow view. */
export interface CompiledSandbox {
  /** Registers the workflow with the run that evaluates the bundle and sets `fn.workflowId`; returns `fn`. */
  registerWorkflow<Fn extends AnyFunction>(workflowId: string, fn: Fn): Fn;
  /** Like {@link CompiledHost.registerClass}, for the run that evaluates the bundle. */
  registerClass(classId: string, cls: object): void;
  /**
   * The function that stands for a step: calling it asks the runtime for the step and returns a promise of its result.
   * Options such as `maxRetries` are read from `target` (default: the proxy itself) at each call.
   * @param capture Returns the captured values of a nested step, by name.
   * @param target The function that the user sees, if it is not the proxy (a declaration keeps its own function).
   * @param takesThis The step uses `this`, which is then passed by value.
   */
  stepProxy(
    stepName: string,
    capture?: () => Record<string, unknown> | undefined,
    target?: AnyFunction,
    takesThis?: boolean,
  ): StepFunction;
}
