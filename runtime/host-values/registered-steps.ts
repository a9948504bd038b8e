/** The steps of the application's own modules, by id. */
import type { RegisteredStep } from '../contract/build.ts';

const KEY = Symbol.for('workflow.registered-steps');
type Holder = { [KEY]?: Map<string, RegisteredStep> };

/** One map for the process, also when it holds two copies of this package. */
export const registeredSteps = ((globalThis as Holder)[KEY] ??= new Map<string, RegisteredStep>());
