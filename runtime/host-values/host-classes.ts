/**
 * The classes of the host whose instances can be passed. A file may be evaluated once in each layer of the application:
 * each side gets instances of its own class.
 */
import type { Layer } from '../contract/layers.ts';
import { type ClassRegistry, createClassRegistry } from '../values/class-registry.ts';
import { codeOf } from './layers.ts';
import { findInLayers } from './receiver.ts';

/** The classes of all layers, and those without one. */
export interface HostClasses extends ClassRegistry {
  register(layer: Layer | null, classId: string, cls: object): void;
}

function createHostClasses(): HostClasses {
  const ids = new WeakMap<object, string>();
  const withoutLayer = createClassRegistry();
  const classesOf = (layer: Layer | null) => (layer ? codeOf(layer).classes : withoutLayer);
  return {
    register(layer, classId, cls) {
      ids.set(cls, classId);
      classesOf(layer).register(classId, cls);
    },
    idOf: (cls) => ids.get(cls),
    get: (classId) => findInLayers((layer) => classesOf(layer).get(classId)),
  };
}

const KEY = Symbol.for('workflow.classes');
type Holder = { [KEY]?: HostClasses };

/** One for the process, also when it holds two copies of this package. */
export const hostClasses: HostClasses = ((globalThis as Holder)[KEY] ??= createHostClasses());
