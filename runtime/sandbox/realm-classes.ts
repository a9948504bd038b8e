/** The classes whose instances can be passed. Each run evaluates its modules, and so has its own classes. */
import type { CompiledSandbox } from '../contract/compiled.ts';
import { nameClass, type ClassRegistry } from '../values/class-registry.ts';
import { requireScope } from './run-scope.ts';

const ids = new WeakMap<object, string>();

/** See {@link CompiledSandbox.registerClass}. */
export const registerClass: CompiledSandbox['registerClass'] = (classId, cls, name) => {
  nameClass(cls, name);
  ids.set(cls, classId);
  requireScope().classes.set(classId, cls);
};

/** The classes of the current run. */
export const realmClasses: ClassRegistry = {
  idOf: (cls) => ids.get(cls),
  get: (classId) => requireScope().classes.get(classId),
};
