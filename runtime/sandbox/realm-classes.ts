/** The classes that values name. Each run evaluates its modules, and so has its own classes. */
import type { CompiledSandbox } from '../contract/compiled.ts';
import { nameClass, type ClassRegistry } from '../values/class-registry.ts';
import type { ErrorClasses } from '../values/error-classes.ts';
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

const errorIds = new WeakMap<object, string>();

/** See {@link CompiledSandbox.registerError}. */
export const registerError: CompiledSandbox['registerError'] = (classId, cls) => {
  if (typeof cls !== 'function') return cls;
  errorIds.set(cls, classId);
  requireScope().errors.set(classId, cls);
  return cls;
};

/** The classes of errors of the current run. */
export const realmErrors: ErrorClasses = {
  idOf: (cls) => errorIds.get(cls),
  get: (classId) => requireScope().errors.get(classId),
  // Replay compares what the code writes to streams.
  keepsChains: () => requireScope().identity.behaviour >= 3,
  keepsInherited: () => requireScope().identity.behaviour >= 7,
};
