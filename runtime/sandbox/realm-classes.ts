/** The classes whose instances can be passed. Each run evaluates its modules and so has classes of its own. */
import type { CompiledSandbox } from '../contract/compiled.ts';
import type { ClassRegistry } from '../values/class-registry.ts';
import { requireScope } from './run-scope.ts';

const ids = new WeakMap<object, string>();

export const registerClass: CompiledSandbox['registerClass'] = (classId, cls) => {
  ids.set(cls, classId);
  requireScope().classes.set(classId, cls);
};

export const realmClasses: ClassRegistry = {
  idOf: (cls) => ids.get(cls),
  get: (classId) => requireScope().classes.get(classId),
};
