/** The classes that a stored value names. */
import type { Payload } from '../journal/events.ts';
import { type NamedClasses, readClasses } from './display-values.ts';

/** Any text in a value may look like the id of a class, and errors name their classes in this way. */
const LIKE_CLASS = /"(class\/\/[^"\\]+)"/g;

/** False for a value that names no class. */
export const mayNameClass = (payload: Payload): boolean => payload.includes('"class//');

/**
 * The ids of the classes of which a value has instances, or which it holds itself, and those of its errors.
 * @param isKnown Classes that nobody asks for. The value is only looked at if it may name another one.
 */
export function classesIn(payload: Payload, isKnown: (classId: string) => boolean): NamedClasses {
  if (!mayNameClass(payload)) return NONE;
  if (payload.matchAll(LIKE_CLASS).every(([, classId]) => isKnown(classId!))) return NONE;
  const { values, instances, errors } = readClasses(payload);
  return {
    values: values.filter((id) => !isKnown(id)),
    instances: instances.filter(({ classId }) => !isKnown(classId)),
    errors: errors.filter((id) => !isKnown(id)),
  };
}

const NONE: NamedClasses = { values: [], instances: [], errors: [] };
