import { createClassRegistry } from '../values/class-registry.ts';

const KEY = Symbol.for('workflow.classes');
type Holder = { [KEY]?: ReturnType<typeof createClassRegistry> };

/** The registered classes of all code of this process, also when it holds two copies of this package. */
export const hostClasses = ((globalThis as Holder)[KEY] ??= createClassRegistry());
