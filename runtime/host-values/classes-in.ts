/** The classes that a stored value names. */
import type { Payload } from '../journal/events.ts';
import { readClasses } from './display-values.ts';

/** Any text in a value may look like the id of a class, and errors name their classes in this way. */
const LIKE_CLASS = /"(class\/\/[^"\\]+)"/g;

/** False for a value that names no class. */
export const mayNameClass = (payload: Payload): boolean => payload.includes('"class//');

/**
 * The ids of the classes of which a value has instances, or which it holds itself.
 * @param isKnown Classes that nobody asks for. The value is only looked at if it may name another one.
 * @param kind Of values, or of errors. Default: values.
 */
export function classesIn(
  payload: Payload,
  isKnown: (classId: string) => boolean,
  kind: 'values' | 'errors' = 'values',
): readonly string[] {
  if (!mayNameClass(payload)) return [];
  if (payload.matchAll(LIKE_CLASS).every(([, classId]) => isKnown(classId!))) return [];
  return [...readClasses(payload)[kind]].filter((classId) => !isKnown(classId));
}
