/** Tells steps that have copies of the modules that they import from those of the application's own modules. */
import type { RegisteredStep } from '../contract/build.ts';

const KEY = Symbol.for('workflow.copied-steps');
type Holder = { [KEY]?: WeakSet<ReadonlyMap<string, RegisteredStep>> };

/** Shared by all copies of this package in a process. */
const known = ((globalThis as Holder)[KEY] ??= new WeakSet());

/** The steps of a step bundle, which is to fill it. */
export function createCopiedSteps(): Map<string, RegisteredStep> {
  const steps = new Map<string, RegisteredStep>();
  known.add(steps);
  return steps;
}

/** Whether a step bundle has made them. */
export const areCopied = (steps: ReadonlyMap<string, RegisteredStep>): boolean => known.has(steps);
