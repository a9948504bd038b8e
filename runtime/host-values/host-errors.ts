/**
 * The classes of errors of the host, as its views leave them in maps. A file may be evaluated once in each layer of the
 * application: each side gets errors of its own classes.
 */
import { ERROR_CLASSES, IS_INSTANCE_OF } from '../contract/compiled.ts';
import { type ErrorClasses, isInstanceOf } from '../values/error-classes.ts';
import { findInLayers, type Receiver } from './receiver.ts';

type Known = Map<string, unknown>;
type Holder = { [key: symbol]: Known | undefined };

const withoutLayer = (): Known => ((globalThis as Holder)[Symbol.for(ERROR_CLASSES)] ??= new Map());

/** Makes a class known that the application has, as the client view does: for files that pass no compiler. */
export const registerErrorClass = (classId: string, cls: object): void => void withoutLayer().set(classId, cls);

const knownTo = (layer: Receiver): Known => layer?.errors ?? withoutLayer();

/** The classes of all layers, and those without one. */
export const hostErrors: ErrorClasses = {
  idOf: (cls) => findInLayers((layer) => idIn(knownTo(layer), cls)),
  get: (classId) => findInLayers((layer) => knownTo(layer).get(classId)),
};

/** The id of a class among those of one side. Errors are few, and so are their classes. */
export function idIn(known: ReadonlyMap<string, unknown>, cls: object): string | undefined {
  for (const [id, one] of known) if (one === cls) return id;
  return undefined;
}

/** For a process with two copies of this package: each knows the errors that it has decoded. */
const holder = globalThis as unknown as { [key: symbol]: typeof isInstanceOf | undefined };
const other = holder[Symbol.for(IS_INSTANCE_OF)];
holder[Symbol.for(IS_INSTANCE_OF)] = (value, cls) => isInstanceOf(value, cls) || (other?.(value, cls) ?? false);
