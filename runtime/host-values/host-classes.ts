import { createClassRegistry } from '../values/class-registry.ts';

const KEY = Symbol.for('workflow.classes');
type Holder = { [KEY]?: ReturnType<typeof createClassRegistry> };

/** The classes whose instances can be passed, of all code of this process, also when it holds two copies of this package. */
export const hostClasses = ((globalThis as Holder)[KEY] ??= createClassRegistry());
