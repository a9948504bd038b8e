/** A process's view of the store, which ends with the process. */
import type { World } from '../../runtime/world/world.ts';
import { NEVER, type ProcessLife } from './process-life.ts';

export interface MortalWorldOptions {
  life: ProcessLife;
  /** Sees each call that the store has carried out, also when the process does not live to get the answer. */
  onApplied(method: string, args: readonly unknown[], answer: unknown): void;
}

/**
 * Every call is two points in the life of the process: before the store carries it out, and after that but before the
 * answer. A process that has ended gets no answers and hears of no changes.
 */
export function makeMortal(world: World, { life, onApplied }: MortalWorldOptions): World {
  const call = async (method: string, args: readonly unknown[], invoke: () => unknown): Promise<unknown> => {
    if (!life.pass(`${method}, before it is applied`)) return await NEVER;
    try {
      const answer = await life.whileAsking(invoke);
      onApplied(method, args, answer);
      return life.pass(`${method}, before its answer`) ? answer : await NEVER;
    } catch (error) {
      throw life.isOver ? await NEVER : error;
    }
  };
  return new Proxy(world, {
    get(target, name: string) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'subscribe') return subscribeWhileAlive(target, life);
      if (typeof value !== 'function') return value;
      // It asks nothing.
      if (name === 'useStoreTime') return value.bind(target) as unknown;
      return (...args: unknown[]) => call(name, args, () => Reflect.apply(value, target, args) as unknown);
    },
  });
}

function subscribeWhileAlive(world: World, life: ProcessLife): World['subscribe'] {
  return (listener) =>
    world.subscribe((change) => {
      if (!life.isOver) listener(change);
    });
}
