/**
 * The classes of the host whose instances can be passed. The application and its steps may each have loaded a file, so
 * that a class is there twice: each side gets instances of its own.
 */
import { type ClassRegistry, createClassRegistry } from '../values/class-registry.ts';
import type { Layer } from '../contract/layers.ts';
import { codeOf } from './layers.ts';
import { currentReceiver } from './receiver.ts';
import { stepContext } from './step-context.ts';

/** The side of the host whose code has a class. */
export type HostSide = 'application' | 'steps' | Layer;

/** The classes of both sides. */
export interface HostClasses extends ClassRegistry {
  register(side: HostSide, classId: string, cls: object): void;
  /**
   * While `load` evaluates the step code of an older build, its classes take the place of none: their instances can be
   * stored, and come back as those of the newest build.
   */
  whileKept<Result>(load: () => Promise<Result>): Promise<Result>;
}

function createHostClasses(): HostClasses {
  /** The application's are those that were registered last, in whatever layer. */
  const sides = { application: createClassRegistry(), steps: createClassRegistry() };
  const withoutLayer = createClassRegistry();
  const kept = createClassRegistry();
  let loading = 0;
  return {
    register(side, classId, cls) {
      if (side === 'steps') return (loading > 0 ? kept : sides.steps).register(classId, cls);
      sides.application.register(classId, cls);
      (side === 'application' ? withoutLayer : codeOf(side).classes).register(classId, cls);
    },
    async whileKept(load) {
      loading += 1;
      try {
        return await load();
      } finally {
        loading -= 1;
      }
    },
    idOf: (cls) => sides.application.idOf(cls) ?? sides.steps.idOf(cls) ?? kept.idOf(cls),
    get(classId) {
      const step = stepContext.getStore();
      const [own, other] = step ? [sides.steps, sides.application] : [sides.application, sides.steps];
      const receiver = step ? (step.layer ?? null) : currentReceiver();
      const ofReceiver = receiver === 'application' ? withoutLayer : receiver && codeOf(receiver).classes;
      return ofReceiver?.get(classId) ?? own.get(classId) ?? other.get(classId) ?? kept.get(classId);
    },
  };
}

const KEY = Symbol.for('workflow.classes');
type Holder = { [KEY]?: HostClasses };

/** One for the process, also when it holds two copies of this package. */
export const hostClasses: HostClasses = ((globalThis as Holder)[KEY] ??= createHostClasses());
