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
}

function createHostClasses(): HostClasses {
  const sides = { application: createClassRegistry(), steps: createClassRegistry() };
  return {
    register: (side, classId, cls) => sides[side].register(classId, cls),
    idOf: (cls) => sides.application.idOf(cls) ?? sides.steps.idOf(cls),
    get(classId) {
      const [own, other] = stepContext.getStore() ? [sides.steps, sides.application] : [sides.application, sides.steps];
      return own.get(classId) ?? other.get(classId);
    },
  };
}

const KEY = Symbol.for('workflow.classes');
type Holder = { [KEY]?: HostClasses };

/** One for the process, also when it holds two copies of this package. */
export const hostClasses: HostClasses = ((globalThis as Holder)[KEY] ??= createHostClasses());
