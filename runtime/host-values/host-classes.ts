/**
 * The classes of the host whose instances can be passed. The application and its steps may each have loaded a file, so
 * that a class is there twice: each side gets instances of its own.
 */
import { type ClassRegistry, createClassRegistry } from '../values/class-registry.ts';
import { stepContext } from './step-context.ts';

/** The side of the host whose code has a class. */
export type HostSide = 'application' | 'steps';

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
  const sides = { application: createClassRegistry(), steps: createClassRegistry() };
  const kept = createClassRegistry();
  let loading = 0;
  return {
    register: (side, classId, cls) => (loading > 0 && side === 'steps' ? kept : sides[side]).register(classId, cls),
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
      const [own, other] = stepContext.getStore() ? [sides.steps, sides.application] : [sides.application, sides.steps];
      return own.get(classId) ?? other.get(classId) ?? kept.get(classId);
    },
  };
}

const KEY = Symbol.for('workflow.classes');
type Holder = { [KEY]?: HostClasses };

/** One for the process, also when it holds two copies of this package. */
export const hostClasses: HostClasses = ((globalThis as Holder)[KEY] ??= createHostClasses());
